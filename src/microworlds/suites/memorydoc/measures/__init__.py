"""What is measured of a release before anyone is scored on it: one file a matter."""
