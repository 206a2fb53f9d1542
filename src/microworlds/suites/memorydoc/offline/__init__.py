"""The offline author's side of the suite's tasks: one file a task, each with ``write(given, rng)``."""
