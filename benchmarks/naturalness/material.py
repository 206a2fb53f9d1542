"""What is to be rated, as it is found: sessions, passages and questions of releases, LoCoMo's sessions, real documents.

Whatever the source, the same code chooses: spread over worlds, conversations or documents, at random by the name of the
group and the digest that it is given.
"""

from __future__ import annotations

import json
import random
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import islice
from pathlib import Path

from microworlds.core import jsonl, manifest, seeds
from microworlds.core.errors import UserError
from microworlds.core.records import Observation, Part
from microworlds.core.text import paragraphs
from microworlds.corpora.cap import Cap
from microworlds.corpora.folder import Folder
from microworlds.corpora.records import Source
from microworlds.suites.imported.locomo import release as locomo
from microworlds.suites.memorydoc.release import Manifest, Proof, World

MOST_TURNS = 24
"""Of LoCoMo's sessions the longer ones are left out: ours have up to 24 turns, and length should not tell."""
FORTNIGHT = 14  # days
WORDS = 180, 400  # a passage is the first whole paragraphs that have so many words, and has at most so many
PLACES = 3  # passages of one document or opinion, if there are too few others
_SHARES = re.compile(r"\s*\[shares [^\]]*\]$")  # how the import tells a picture
_FOOTER = re.compile(r"Source: [^\n]{3,100}?, \d{1,2}/\d{1,2}/\d{4}")  # which CUAD has at the end of pages
_NOTICE = re.compile(r"filed separately|[Cc]onfidential [Tt]reatment|Page \d+ of \d+")  # at the ends of pages
_BEGUN = re.compile(r"[\w§¶“\"‘'(\[]")
_START = re.compile(r"[^\w\s]*[A-Z0-9]")
_END = re.compile(r"[.;:?!][)\]”\"’']*$")
_NUMBERS = 0.25  # of the words of a line; a table of contents has more
_INVENTED = "invented by microworlds"


@dataclass(frozen=True)
class Turn:
    """Who says what; of a passage or a question nobody."""

    speaker: str
    text: str


@dataclass(frozen=True)
class Text:
    """One text to be rated: ``source`` is where it is from, ``release`` the digest of the release, if it is of one."""

    source: str
    turns: tuple[Turn, ...]
    release: str | None = None


class Released:
    """A release as far as it is rated."""

    def __init__(self, folder: Path) -> None:
        """``folder`` holds a release, or is the data folder of a run.

        Raises:
            UserError: there is no release there.
        """
        within = folder / "release" / "memorydoc"
        self.folder = within if within.is_dir() else folder
        self.digest = manifest.seen(self.folder)
        self.worlds = tuple(jsonl.read(self.folder / "worlds.jsonl", World))
        self._seen = {own.id: own for own in jsonl.read(self.folder / "observations.jsonl", Observation)}
        own = Manifest.model_validate_json((self.folder / "manifest.json").read_bytes())
        self.agreements = own.domain == "contracts"

    def sessions(self) -> list[list[Text]]:
        """By world."""
        return [
            [Text(each.id, turns(self._seen[each.id]), self.digest) for each in world.sessions] for world in self.worlds
        ]

    def passages(self) -> list[list[Text]]:
        """By opinion, or by agreement, of the documents that were invented."""
        units: dict[str, str] = {}
        for world in self.worlds:
            for own in world.documents:
                if own.attribution.lower().startswith(_INVENTED):
                    seen = self._seen[own.id]
                    whole = [(own.id, 0, len(seen.text))]
                    parts = whole if self.agreements else [(part.id, part.start, part.end) for part in seen.parts]
                    units.update((name, seen.text[start:end]) for name, start, end in parts)
        return passages(units, self.digest, self.digest)

    def questions(self) -> list[list[Text]]:
        """By world."""
        found: dict[str, list[Text]] = defaultdict(list)
        for path in sorted(self.folder.glob("*.proofs.jsonl")):
            for pair in jsonl.read(path, Proof):
                found[pair.world].append(Text(pair.id, (Turn("", pair.question),), self.digest))
        return list(found.values())


def sessions(release: Path) -> list[list[Text]]:
    """All sessions of a release of any suite, by whom or what they are of: their ids without the last part."""
    found: dict[str, list[Text]] = defaultdict(list)
    digest = manifest.seen(release)
    for own in jsonl.read(release / "observations.jsonl", Observation):
        if own.kind == "session":
            found[own.id.rpartition("-")[0]].append(Text(own.id, turns(own), digest))
    return list(found.values())


def fortnights(release: Path) -> list[list[Text]]:
    """What the apps of each user of a release logged in each fortnight from the first day on, as texts by user."""
    found: dict[str, dict[int, list[str]]] = {}
    first: dict[str, datetime] = {}
    for own in jsonl.read(release / "observations.jsonl", Observation):
        if own.kind != "log" or own.time is None:
            continue
        user = own.id.partition("-")[0]
        start = first.setdefault(user, own.time)
        place = (own.time.date() - start.date()).days // FORTNIGHT
        found.setdefault(user, {}).setdefault(place, []).extend(map(partial(_called, own), own.parts))
    digest = manifest.seen(release)
    return [
        [Text(f"{user}-{place}", (Turn("", "\n\n".join(calls)),), digest) for place, calls in own.items()]
        for user, own in found.items()
    ]


def mixed(units: Sequence[Sequence[Text]], count: int, digest: str) -> list[Text]:
    """Fortnights whose calls are those of all users, drawn one by one at each place; there are two users at least."""
    rng = seeds.generator(digest, "mixed")
    made = []
    for place in rng.sample(range(min(map(len, units))), count):
        sides = [unit[place].turns[0].text.split("\n\n") for unit in units]
        size = len(rng.choice(sides))
        calls = sorted(rng.sample([call for side in sides for call in side], size), key=_moment)
        made.append(Text(f"mixed-{place}", (Turn("", "\n\n".join(calls)),)))
    return made


def _called(log: Observation, part: Part) -> str:
    """A call as a person reads it: when, which, with what, what came back."""
    told = json.loads(log.text[part.start : part.end])
    ask, reply = (json.dumps(told[name], ensure_ascii=False) for name in ("request", "response"))
    day = datetime.fromisoformat(told["timestamp"])
    return f"{day:%Y-%m-%d %H:%M} ({day:%A}) {part.speaker}, {told['api_name']}: {ask} gives {reply}"


def _moment(call: str) -> str:
    return call[:16]


def turns(session: Observation) -> tuple[Turn, ...]:
    """What is said, without the captions of pictures; who shows one and says nothing has no turn."""
    said = ((part.speaker or "", session.text[part.start : part.end]) for part in session.parts)
    bare = ((speaker, _SHARES.sub("", text)) for speaker, text in said)
    return tuple(Turn(speaker, text) for speaker, text in bare if text)


def spoken(path: Path) -> Iterator[list[tuple[Turn, ...]]]:
    """All sessions of each of LoCoMo's conversations; ``path`` is its file or folder."""
    for own in locomo.episodes(path):
        yield [turns(session) for session in own.observations]


def locomo_sessions(path: Path) -> list[list[Text]]:
    """By conversation, those that are not too long."""
    return [
        [Text(own.id, said) for own in episode.observations if len(said := turns(own)) <= MOST_TURNS]
        for episode in locomo.episodes(path)
    ]


def real_opinions(path: Path, digest: str) -> list[list[Text]]:
    """By opinion; ``path`` is a copy of the Caselaw Access Project's site, or a folder of texts."""
    if (path / "ReportersMetadata.json").is_file():
        volumes = tuple(sorted(f"{file.parent.name}/{file.stem}" for file in path.glob("*/*.zip")))
        sources = Cap(root=str(path), volumes=volumes).gather(path, 1)
    else:
        sources = Folder(path=str(path), licence="unknown").gather(path, 1)
    return passages({own.id: own.text for own in sources if isinstance(own, Source)}, digest)


def real_contracts(path: Path, digest: str) -> list[list[Text]]:
    """By contract; ``path`` is a folder of texts, or a file that has one in each line."""
    sources = Folder(path=str(path), text_kind="agreement", licence="unknown").gather(path, 1)
    return passages({own.id: own.text for own in sources if isinstance(own, Source)}, digest)


def passages(units: Mapping[str, str], digest: str, release: str | None = None) -> list[list[Text]]:
    """Of each unit up to ``PLACES`` passages that do not overlap, of whole paragraphs with the line breaks mended."""
    found = []
    for name, text in units.items():
        bare = _FOOTER.sub("", text)
        lines = [" ".join(bare[start:end].split()) for start, end in paragraphs(bare)]
        worded = [line for line in lines if re.search("[a-z]", line)]
        own = list(islice(_cut(worded, seeds.generator(digest, name)), PLACES))
        found.append([Text(f"{name} {at + 1}", (Turn("", passage),), release) for at, passage in enumerate(own)])
    return [own for own in found if own]


def _cut(lines: Sequence[str], rng: random.Random) -> Iterator[str]:
    """Runs of lines with ``WORDS``, begun at random: prose, from the start of a sentence to the end of one."""
    least, most = WORDS
    sizes = [len(line.split()) for line in lines]
    prose = [_prose(line) for line in lines]
    taken: set[int] = set()
    for start in rng.sample(range(len(lines)), len(lines)):
        end, size = start, 0
        while end < len(lines) and size < least and prose[end]:
            size += sizes[end]
            end += 1
        run = range(start, end)
        if (
            least <= size <= most
            and taken.isdisjoint(run)
            and _START.match(lines[start])
            and _END.search(lines[end - 1])
        ):
            taken.update(run)
            yield "\n\n".join(lines[start:end])


def _prose(line: str) -> bool:
    """False of footnotes, bullets, Markdown, contents, tables and notices, which belong to a page, not to its text."""
    numbers = sum(word[0].isdigit() for word in line.split())
    return bool(_BEGUN.match(line)) and not _NOTICE.search(line) and numbers <= _NUMBERS * len(line.split())


def drawn(units: Iterable[Sequence[Text]], count: int, what: str, digest: str) -> list[Text]:
    """So many texts, from as many units as possible: one of each before a second of any.

    Raises:
        UserError: there are not so many.
    """
    rng = seeds.generator(digest, what)
    mixed = [rng.sample(unit, len(unit)) for unit in units]
    rng.shuffle(mixed)
    rounds = range(max(map(len, mixed), default=0))
    found = [unit[place] for place in rounds for unit in mixed if place < len(unit)]
    if len(found) < count:
        raise UserError(f"{what}: {len(found)} found, {count} needed. Give a larger source, or a smaller --each.")
    return found[:count]
