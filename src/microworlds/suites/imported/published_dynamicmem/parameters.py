"""The section of params.yaml that the stages of published DynamicMem would read."""

from microworlds.suites.imported.published import SourceParams as Params

__all__ = ["Params"]
