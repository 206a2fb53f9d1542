"""Other people's benchmarks, read as ours: one folder each."""
