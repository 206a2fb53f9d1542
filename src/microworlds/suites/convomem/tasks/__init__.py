"""What is asked of an author: a persona's background, and an evidence core in words."""
