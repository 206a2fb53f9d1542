"""Question categories: one file each, ending ``CATEGORY = X``, and a phrase file of its name beside it."""
