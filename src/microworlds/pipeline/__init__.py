"""Runs foreseen, tried again and compared: cost estimate, dry run, retry, sweep."""
