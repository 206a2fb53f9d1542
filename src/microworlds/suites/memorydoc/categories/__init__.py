"""Question categories: one file each, ending ``CATEGORY = X``."""
