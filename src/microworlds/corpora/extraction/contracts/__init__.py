"""What an agreement states of itself: recognisers of its opening, its clauses and its signatures."""
