"""Law reports of invented courts and parties, written from plans; ``volume`` makes a volume."""

from microworlds.corpora.law.reporter import Written, text_of, volume

__all__ = ["Written", "text_of", "volume"]
