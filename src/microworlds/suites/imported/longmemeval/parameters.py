"""The section of params.yaml that LongMemEval's stages read."""

from microworlds.suites.imported.published import SourceParams as Params

__all__ = ["Params"]
