"""Question categories: one file each, ending ``CATEGORY = ...``, and a phrase file of its name beside it."""
