"""The sections of params.yaml that the harbour's stages read."""

from pydantic import Field

from microworlds.core.records import Record


class LogsParams(Record):
    """How much is made."""

    worlds: int = Field(gt=0)
    ships: int = Field(gt=0)


class Params(Record):
    """The section ``harbour``."""

    logs: LogsParams
