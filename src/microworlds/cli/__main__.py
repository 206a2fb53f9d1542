"""``python -m microworlds.cli``."""

from microworlds.cli import main

if __name__ == "__main__":
    main()
