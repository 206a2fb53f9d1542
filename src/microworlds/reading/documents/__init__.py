"""What documents state of themselves: the recognisers of which the facts of opinions and agreements are made."""
