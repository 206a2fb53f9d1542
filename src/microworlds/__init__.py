"""microworlds: make, version, check and run benchmarks of long-term memory for AI systems."""

__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """``microworlds.load``, imported when it is asked for: no stage pays for it. Its type is in ``__init__.pyi``."""
    if name == "load":
        import importlib

        return importlib.import_module("microworlds.publishing.load").load
    raise AttributeError(f"module 'microworlds' has no attribute {name!r}")
