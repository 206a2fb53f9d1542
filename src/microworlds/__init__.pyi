from microworlds.loading import load as load

__version__: str
