"""What a release of DynamicMem has besides observations, episodes and gold; and its records, for the data model.

Source: DESIGN 3.
"""

from microworlds.suites.base import ReleasedFile, Stretch, Track
from microworlds.suites.dynamicmem import questions, records, release
from microworlds.suites.dynamicmem.calendar import told

FILES = {
    "users": ReleasedFile(kind=release.ReleasedUser),
    "states": ReleasedFile(kind=records.ReleasedState, secret=True),
    "items": ReleasedFile(kind=records.ReleasedItem, secret=True),
}


def track(own: records.ReleasedState) -> Track:
    """A state on the time line of its user's life."""
    stretches = [
        Stretch(
            since=change.day, text=_held(own.state.family, change), why=change.reason,
            parts=tuple(f"{own.user}-{name}" for name in shown),
        )
        for change, shown in zip(own.state.changes, own.shown, strict=True)
    ]  # fmt: skip
    return Track(
        world=own.user, group=own.state.domain, kind=own.state.family, name=own.state.label, stretches=tuple(stretches)
    )


def _held(family: records.Family, change: records.Change) -> str:
    if change.routine is not None:
        frequency, on_days = told(change.routine.schedule)
        own = change.routine
        return f"{frequency} on {on_days}, {own.start_time} to {own.end_time}, {own.location}"
    return (" rather than " if family == "preferences" else ", ").join(change.value) or "given up"


TRACKS = {"states": track}
RECORDS = {
    "DynamicMem: what the stages hand on": (
        records.Schedule, records.Routine, records.Change, records.State, records.Profile, records.Shown, records.Event,
        records.UserEvents, records.Log, records.Grounded, records.UserLogs, records.Item, questions.UserItems,
    ),
    "DynamicMem: what is only in a release": (
        release.ReleasedUser, records.ReleasedState, records.ReleasedItem, release.Manifest,
    ),
}  # fmt: skip
