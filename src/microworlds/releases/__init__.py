"""Versions of a data set: published as git tags with the data in a DVC remote, fetched back, and compared."""
