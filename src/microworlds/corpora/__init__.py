"""Where documents come from: one file a corpus, each ending ``CORPUS = X``."""
