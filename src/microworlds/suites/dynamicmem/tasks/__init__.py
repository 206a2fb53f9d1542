"""What is asked of an author: a text that a user types."""
