"""Metrics, one file each: an answer and its gold in, a number in 0..1 out, or null where the metric says nothing."""
