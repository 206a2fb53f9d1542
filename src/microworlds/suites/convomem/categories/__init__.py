"""The six categories of questions, a file each."""
