"""How the offline author does the evaluation's tasks, one file a task."""
