"""What a release of DynamicMem has besides observations, episodes and gold; and its records, for the data model.

Source: DESIGN 3.
"""

from microworlds.suites.base import ReleasedFile
from microworlds.suites.dynamicmem import questions, records, release

FILES = {
    "users": ReleasedFile(kind=release.ReleasedUser),
    "states": ReleasedFile(kind=records.ReleasedState, secret=True),
    "items": ReleasedFile(kind=records.ReleasedItem, secret=True),
}
RECORDS = {
    "DynamicMem: what the stages hand on": (
        records.Schedule, records.Routine, records.Change, records.State, records.Profile, records.Shown, records.Event,
        records.UserEvents, records.Log, records.Grounded, records.UserLogs, records.Item, questions.UserItems,
    ),
    "DynamicMem: what is only in a release": (
        release.ReleasedUser, records.ReleasedState, records.ReleasedItem, release.Manifest,
    ),
}  # fmt: skip
