"""Memory systems, one file each: they observe an episode, and when asked they answer."""
