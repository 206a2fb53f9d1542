"""Calls to language models: asked once, stored for ever, counted and paid from a budget."""
