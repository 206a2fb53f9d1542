"""The typed door: tasks in, records out, whoever writes them."""
