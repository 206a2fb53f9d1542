"""The section of params.yaml that LoCoMo's stages read."""

from microworlds.suites.imported.published import SourceParams as Params

__all__ = ["Params"]
