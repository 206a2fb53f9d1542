"""A toy suite outside the package, of two stages: which ship lay at which berth. See test_suites.py."""
