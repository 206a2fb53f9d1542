"""A blinded sheet: texts in random order under numbers, a form for the marks, and the key, sealed.

Nothing in the sheet tells where a text is from: one layout for all of a kind, names drawn anew for whoever speaks, no
dates or titles above, line breaks mended. What a text is about can tell it still.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from microworlds.core import jsonl, seeds
from microworlds.core.records import Record

from .material import Text, Turn

HERE = Path(__file__).parent
SHEET, FORM, KEY = "sheet.md", "form.jsonl", "key.json"
SHUFFLED = "LoCoMo, turns shuffled"
MIXED = "fortnights, calls of several people mixed"
KINDS = {
    "Conversations": ("our sessions", "offline sessions", "LoCoMo", SHUFFLED),
    "Passages from documents": ("our opinions", "real opinions", "our contracts", "real contracts"),
    "Questions": ("our questions", "offline questions"),
    "Fortnights": ("our fortnights", MIXED),
}
CONTROLS = {SHUFFLED: "LoCoMo", MIXED: "our fortnights"}
"""What is spoiled on purpose, and what it was made from."""

AGAINST = {
    "our sessions": "LoCoMo",
    "offline sessions": "LoCoMo",
    **CONTROLS,
    "our opinions": "real opinions",
    "our contracts": "real contracts",
}
_ADDRESSED = r"(?:(?<=, )|(?<=Hey )|(?<=Hi )|(?<=Thanks )|(?<=Yeah )|(?<=Bye ))"
_NAMES = tuple(
    name
    for line in (HERE / "names.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
    for name in line.split()
)


class Item(Record):
    """What a number in the sheet stands for; ``text`` is a digest, ``pair`` its rank by length in its group."""

    item: int
    group: str
    source: str
    release: str | None
    pair: int
    text: str


class Key(Record):
    """All items of a sheet; ``seal`` is a digest of them, and stands in the form too."""

    seal: str
    items: tuple[Item, ...]


class Marks(Record):
    """A line of the form; marks are None until they are given."""

    seal: str
    item: int
    coherence: int | None = None
    believable: int | None = None
    english: int | None = None
    remark: str = ""


@dataclass(frozen=True)
class Sheet:
    """What raters get, and what they do not: the key."""

    text: str
    form: tuple[Marks, ...]
    key: Key

    def write(self, folder: Path) -> None:
        """Write the three files."""
        jsonl.write_text(folder / SHEET, self.text)
        jsonl.write(folder / FORM, self.form)
        jsonl.write_text(folder / KEY, self.key.model_dump_json(indent=1) + "\n")


def seal(items: Sequence[Item]) -> str:
    """Twelve hexadecimal digits that any change of the key changes."""
    told = json.dumps([item.model_dump() for item in items], sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()[:12]


def sheet(groups: Mapping[str, Sequence[Text]], digest: str) -> Sheet:
    """The sheet of these texts by group, in an order drawn by the digest of a release."""
    items: list[Item] = []
    pages: list[str] = []
    counts: list[str] = []
    for kind, names in KINDS.items():
        texts = [own for name in names for own in _blinded(name, groups.get(name, ()), digest)]
        seeds.generator(digest, "order", kind).shuffle(texts)
        if texts:
            counts.append(f"{len(texts)} {kind[0].lower()}{kind[1:]}")
            pages.append(f"# {kind}")
        for item, shown in texts:
            items.append(item.model_copy(update={"item": len(items) + 1}))
            pages.append(f"## {len(items)}\n\n{shown}")
    sealed = seal(items)
    told = (HERE / "instructions.md").read_text(encoding="utf-8")
    head = told.format(
        count=len(items), parts=" and ".join([", ".join(counts[:-1]), *counts[-1:]]) if counts[1:] else "".join(counts)
    ).rstrip()
    form = tuple(Marks(seal=sealed, item=item.item) for item in items)
    return Sheet("\n\n".join([head, *pages]) + "\n", form, Key(seal=sealed, items=tuple(items)))


def shuffled(texts: Sequence[Text], digest: str) -> list[Text]:
    """The same conversations with their turns in random order."""
    return [
        Text(own.source, tuple(seeds.generator(digest, own.source).sample(own.turns, len(own.turns)))) for own in texts
    ]


def _blinded(group: str, texts: Sequence[Text], digest: str) -> list[tuple[Item, str]]:
    """Each text as it is shown, and its line of the key, still without its number."""
    shown = [_shown(own, digest) for own in texts]
    ranks = sorted(range(len(texts)), key=lambda at: (len(shown[at].split()), texts[at].source))
    return [
        (
            Item(
                item=0,
                group=group,
                source=own.source,
                release=own.release,
                pair=ranks.index(at),
                text=hashlib.sha256(shown[at].encode()).hexdigest()[:12],
            ),
            shown[at],
        )
        for at, own in enumerate(texts)
    ]


def _shown(text: Text, digest: str) -> str:
    if not text.turns[0].speaker:
        return text.turns[0].text
    return "\n\n".join(f"{turn.speaker}: {turn.text}" for turn in renamed(text.turns, f"{digest} {text.source}"))


def renamed(turns: Sequence[Turn], key: str) -> list[Turn]:
    """The same talk among people with other first names, who have no last names where they are spoken of.

    A short form of a name ("Mel") becomes the whole new one where somebody is addressed by it.
    """
    speakers = list(dict.fromkeys(turn.speaker for turn in turns))
    said = " ".join(turn.text for turn in turns)
    free = [name for name in _NAMES if name not in said and all(name not in speaker for speaker in speakers)]
    new = dict(zip(speakers, seeds.generator(key).sample(free, len(speakers)), strict=True))
    whole: dict[str, str] = {}
    short: dict[str, str] = {}
    for speaker in speakers:
        first = speaker.split()[0]
        for known in (speaker, first):
            whole.setdefault(known, new[speaker])
        for size in range(2, len(first)):
            short.setdefault(first[:size], new[speaker])

    def anew(text: str) -> str:
        text = re.sub(rf"\b(?:{_any(whole)})\b", lambda match: whole[match[0]], text)
        return re.sub(rf"{_ADDRESSED}({_any(short)})(?=[,.!?])", lambda match: short[match[1]], text) if short else text

    return [Turn(new[turn.speaker], anew(turn.text)) for turn in turns]


def _any(names: Iterable[str]) -> str:
    """The names as alternatives, the longest first."""
    return "|".join(map(re.escape, sorted(names, key=lambda name: (-len(name), name))))
