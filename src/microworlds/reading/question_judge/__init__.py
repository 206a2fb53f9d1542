"""Judges question-answer pairs by their evidence, and worlds by whether people, dates and documents hang together."""
