"""How fast it is, beside what others do and as the work grows; see ``__main__``."""
