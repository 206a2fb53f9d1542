from microworlds.publishing.load import load as load

__version__: str
