"""Exports: a release in the shape of somebody else's benchmark. A format is a file that ends ``FORMAT = X``."""
