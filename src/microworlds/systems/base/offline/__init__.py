"""How the offline author does the systems' tasks, one file a task."""
