"""What the plans of invented documents say, to hold the facts that were read of them against: neither side knows it."""
