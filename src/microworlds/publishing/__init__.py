"""Releases for others: written, versioned, published, fetched, compared, loaded, and in other shapes."""
