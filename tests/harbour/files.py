"""What a release of the harbour has besides observations, episodes and gold."""

from harbour.logs import Log

from microworlds.suites.base import ReleasedFile

FILES = {"logs": ReleasedFile(kind=Log, secret=True, tabled=True, unfold="berths")}
RECORDS = {"Harbour: what its stages hand on": (Log,)}
