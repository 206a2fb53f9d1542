"""What an opinion states of its own case: recognisers of its caption, its writings and its reasoning."""
