"""Systems play episodes: what each answers, and what an oracle does that sees the gold evidence alone."""
