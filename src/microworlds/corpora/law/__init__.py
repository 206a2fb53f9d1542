"""Law reports of invented courts and parties, written from plans; ``volume`` makes a volume."""

from microworlds.corpora.law.reporter import VolumeInfo, Written, text_of, volume

__all__ = ["VolumeInfo", "Written", "text_of", "volume"]
