"""The offline judges: whether question-answer pairs hold, and people, dates and documents hang together."""
