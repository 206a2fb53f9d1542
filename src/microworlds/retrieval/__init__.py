"""Retrieval: observations in pieces, pieces as vectors, and the nearest of them to a question."""
