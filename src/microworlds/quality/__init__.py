"""What any release is measured by, whatever its suite: diversity of texts, limits within which it is trusted."""
