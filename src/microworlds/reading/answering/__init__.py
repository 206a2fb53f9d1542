"""Answering questions from passages: the parts of the offline reader."""
