"""Memory systems, one file each: they observe a tape, and when asked they answer."""
