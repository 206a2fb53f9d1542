"""Exchanges: whole little dialogues of two to six turns, of which a session without a model is composed.

``dialogues`` reads them and finds one for what is to be said; the texts lie beside it, by family.
"""
