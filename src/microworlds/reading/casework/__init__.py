"""Questions about the cases a team talks of: who brought which, what holds which place, what its papers state."""
