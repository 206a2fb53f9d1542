"""LongMemEval, imported: a haystack of sessions with an assistant for each question."""
