"""microworlds: make, version, check and run benchmarks of long-term memory for AI systems."""

__version__ = "0.1.0"
