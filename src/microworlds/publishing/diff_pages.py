"""A diff for people: as text, and as the entry of a changelog.

Source: issue 5, section 1.
"""

from collections.abc import Iterator, Mapping, Sequence

from microworlds.evaluation.system_names import name as called
from microworlds.evaluation.tables import Cell, grid
from microworlds.publishing.diff import CHANGES, Change, Counts, Diff, Ids, QuestionChange, State
from microworlds.publishing.version_manifest import ReleaseManifest


def page(diff: Diff, most: int) -> str:
    """The whole diff as Markdown, at most ``most`` questions of each kind of change."""
    return "\n".join([f"# {diff.old} to {diff.new}", "", *_changes(diff, most, CHANGES)])


def entry(manifest: ReleaseManifest, last: ReleaseManifest | None, diff: Diff | None) -> str:
    """What a version is, in data terms, and what changed since the last one."""
    counts = manifest.counts
    splits = ", ".join(f"{count:,} {split}" for split, count in counts.splits.items())
    lines = [
        f"## {manifest.version}",
        "",
        f"{counts.worlds:,} worlds, {counts.documents:,} documents, {counts.sessions:,} sessions; "
        f"{counts.questions:,} questions ({splits}).",
        "",
        *_outside(manifest),
    ]
    if diff is not None and last is not None:
        lines += [
            f"Since {last.version}:",
            "",
            *_changes(diff, 10, CHANGES[1:]),
            "",
        ]  # those added are told by their numbers
    else:
        lines += [grid(["", "questions"], [[name, f"{n:,}"] for name, n in _groups(manifest.counts)]), ""]
    return "\n".join([*lines, *_scores(manifest, last)]).rstrip() + "\n"


def _outside(manifest: ReleaseManifest) -> list[str]:
    if not manifest.outside:
        return []
    return [
        "**Released although outside the limits within which it can be trusted:**",
        *(f"- {line}" for line in manifest.outside),
        "",
        f"The reason given: {manifest.despite}",
        "",
    ]


def _groups(counts: Counts) -> Iterator[tuple[str, int]]:
    for name, count in [*counts.categories.items(), *counts.sources.items()]:
        yield called(name), count


def _changes(diff: Diff, most: int, listed: Sequence[Change]) -> Iterator[str]:
    for noun, ids in (("worlds", diff.worlds), ("documents", diff.documents), ("sessions", diff.sessions)):
        yield f"- {noun}: {_ids(ids)}"
    told = [f"{count:,} {change}" for change, count in diff.totals.items() if count]
    yield f"- questions: {', '.join(told) or 'none changed'}"
    yield ""
    yield _counts(diff)
    for change in listed:
        own = [one for one in diff.questions if change in one.changes]
        if own:
            yield ""
            yield f"Questions {change} ({len(own):,}):"
            yield ""
            yield from (f"- {_told(one, change)}" for one in own[:most])
            if len(own) > most:
                yield f"- ... and {len(own) - most:,} more"


def _ids(ids: Ids) -> str:
    kinds = (("added", ids.added), ("removed", ids.removed), ("changed", ids.changed))
    return "; ".join(f"{len(own):,} {kind} ({_some(own)})" for kind, own in kinds if own) or "the same"


def _some(names: Sequence[str]) -> str:
    return ", ".join(names) if len(names) <= 6 else f"{names[0]}, {names[1]}, ... {names[-1]}"


def _counts(diff: Diff) -> str:
    old, new = (dict(_rows(counts)) for counts in diff.counts)
    names = list(dict.fromkeys([*old, *new]))
    rows = [[n, f"{old.get(n, 0):,}", f"{new.get(n, 0):,}", f"{new.get(n, 0) - old.get(n, 0):+,}"] for n in names]
    return grid(["", diff.old, diff.new, "change"], rows)


def _rows(counts: Counts) -> Iterator[tuple[str, int]]:
    yield "worlds", counts.worlds
    yield "documents", counts.documents
    yield "sessions", counts.sessions
    yield "questions", counts.questions
    yield from ((f"questions, {split}", count) for split, count in counts.splits.items())
    yield from ((f"questions, {name}", count) for name, count in _groups(counts))


def _told(one: QuestionChange, change: Change) -> str:
    old, new = one.old, one.new
    if old is None or new is None:
        return f"{one.id}: " + " ".join(f"{state.text} {_gold(state)}" for state in (old, new) if state is not None)
    if change == "reworded":
        return f"{one.id}: {old.text!r} is now {new.text!r}"
    if change == "gold changed":
        return f"{one.id}: {_gold(old)} is now {_gold(new)}"
    if change == "evidence moved":
        return f"{one.id}: {_where(old)} is now {_where(new)}"
    return f"{one.id}: {_labels(old, new)}"


def _gold(state: State) -> str:
    if state.answer is None:
        return "(gold withheld)"
    return f"{state.answer!r}{'' if state.answerable else ' (not answerable)'}"


def _where(state: State) -> str:
    spans = (piece.span for piece in state.evidence or ())
    return ", ".join(f"{span.observation}[{span.start}:{span.end}]" for span in spans) or "none"


def _labels(old: State, new: State) -> str:
    was, now = ({"split": state.split, **(state.labels or {})} for state in (old, new))
    names = [name for name in {**was, **now} if was.get(name) != now.get(name)]
    return ", ".join(f"{name} {was.get(name)!r} is now {now.get(name)!r}" for name in names)


def _scores(manifest: ReleaseManifest, last: ReleaseManifest | None) -> list[str]:
    if not manifest.f1:
        return ["No system has played it."]
    before: Mapping[str, Cell] = last.f1 if last else {}
    heads = [f"{called(manifest.metric)}, answerable questions", *([last.version] if last else []), manifest.version]
    rows = [
        [called(name), *([_cell(before, name)] if last else []), _cell(manifest.f1, name)]
        for name in dict.fromkeys([*manifest.f1, *before])
    ]
    return [grid(heads, rows)]


def _cell(scores: Mapping[str, Cell], name: str) -> str:
    cell = scores.get(name)
    return "-" if cell is None or cell.mean is None else f"{cell.mean:.3f} (n={cell.n})"
