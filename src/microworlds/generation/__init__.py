"""What any suite's writer of texts needs."""
