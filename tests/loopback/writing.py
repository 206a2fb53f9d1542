"""Tasks that invent: people, events, conversations, questions. Each reads its prompt and may slip now and then."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from tests.loopback.protocols import Json

# how often a reply breaks a rule of its prompt
SLIP = 0.03
_FIRST = (
    "Ada Bruno Carla Dmitri Elif Farid Greta Hanna Imre Jonas Katya Lorenzo Mira Nils Oriane Pavel Quirin Rosa Sven "
    "Tove Uwe Vera Wanda Xenia Yusuf Zora Amara Bastien Chidi Dorte"
).split()
_LAST = (
    "Abelard Brandvold Castellan Dragomir Eskola Fontaine Grunewald Hjort Ibarra Jurado Kovacs Lindqvist Marchetti "
    "Nakajima Oyelaran Petrosyan Quintana Rautio Sandoval Tikkanen Ustinov Valdivia Wojcik Yilmaz Zupan"
).split()
_VOICES = (
    "dry: few words, some irony|warm: asks after people first|blunt: says no before yes|careful: weighs every point|"
    "brisk: short orders, no detours|wry: a joke before bad news|patient: explains things twice|anxious: checks again"
).split("|")
_WORDS = (
    "river stone quiet ledger north amber field harbor lantern meadow copper willow drift ember signal orchard".split()
)
_IDLE = (
    "Good morning, everyone.|Shall we begin?|That is what I was hoping for.|I am not sure that helps us.|"
    "Fair enough, let me think about it.|You said as much last time, and I laughed.|Is there any coffee left?|"
    "I slept badly, so be gentle.|That took longer than anybody thought.|Well, we have had worse weeks.|"
    "Let me write that down.|I hear you, though I would put it otherwise.|Can we come back to it later?|"
    "Somebody close the door, please.|Right, and then what?|I would not bet on it.|Thanks, that is clear now.|"
    "It has been a long month.|Nobody will thank us for it, but yes.|Let us leave it there for today.|"
    "I think we can all go home.|My train was late again.|Good, one thing less to worry about."
).split("|")
_LEADS = (
    "So, {}.|Let me put it plainly: {}.|For the record, {}.|Here is where we are: {}.|Listen, {}.|"
    "As I see it, {}.|To be quite clear, {}.|Before anyone asks: {}."
).split("|")
_TO = "{}, |Listen, {}, |If I may, {}, ".split("|")


def phrase(rng: random.Random) -> str:
    """Some words."""
    return " ".join(rng.choices(_WORDS, k=6))


def personas(system: str, user: str, rng: random.Random) -> Json:
    """People with roles and relations of the prompt's lists."""
    count = int(_first(r"(\d+) people", user, "4"))
    roles = re.findall(r"^- ([^:\n]+): ([^\n]+)$", _after(user, r"Roles\b[^\n]*\n", r"\n\n"), re.M)
    kinds = _after(user, r"Kinds of relationship: ", r"\.?\n").split(", ")
    names = [f"{one} {two}" for one, two in zip(rng.sample(_FIRST, count), rng.sample(_LAST, count), strict=True)]
    if rng.random() < SLIP:
        names[-1] = f"Dr. {names[-1]}"
    made = []
    for name, voice in zip(names, rng.sample(_VOICES, count), strict=True):
        role, fields = rng.choice(roles)
        others = [(names * 2)[names.index(name) + 1]]  # the next one: nobody is related both ways
        made.append(
            {
                "name": name,
                "role": role,
                "expertise_domain": rng.choice(fields.split(", ")),
                "communication_style": voice,
                "relationships": [{"kind": rng.choice(kinds), "to": other} for other in others],
            }
        )
    return {"personas": made}


def events(system: str, user: str, rng: random.Random) -> Json:
    """Events of the prompt's names, in order, each after what it depends on."""
    count = int(_first(r"(\d+) events", user, "6"))
    months = int(_first(r"(\d+) months", user, "6"))
    start = date.fromisoformat(_first(r"(\d{4}-\d\d-\d\d)", user, "2022-03-01"))
    phases: dict[str, list[str]] = {"opening": [], "middle": [], "closing": []}
    for name, phase in re.findall(r"([\w' -]+?) \((opening|middle|closing)\)", user):
        phases[phase].append(name.removeprefix("- ").strip())
    opening = rng.sample(phases["opening"], min(len(phases["opening"]), 1 + (count > 7)))
    closing = rng.sample(phases["closing"], 1)
    names = [*opening, *rng.sample(phases["middle"], count - len(opening) - 1), *closing]
    people, documents = speakers(user), re.findall(r"^- (\S+): ", _after(user, r"Documents\b[^\n]*\n", r"\Z"), re.M)
    matter = _first(r"events of ([^,]+)", user, "the matter")
    step = (31 * months + rng.randint(5, 40)) / max(1, count - 1)
    half = rng.sample(documents, max(1, len(documents) // 2))
    made: list[Json] = []
    for number, name in enumerate(names):
        if number in (0, count - 1):
            about = half if number == 0 else sorted({*documents} - {*half} or {*documents})
        else:
            about = rng.sample(documents, rng.randint(1, max(1, len(documents) - 1)))
        day = start + timedelta(days=round(number * step))
        at = datetime.combine(day, time(rng.randint(8, 17), rng.choice((0, 15, 30))), UTC)
        taking_part = rng.sample(people, rng.randint(2, len(people)))
        causes = rng.sample(range(number), min(number, 1 + (rng.random() < 0.3)))
        made.append(
            {
                "id": f"e{number + 1}",
                "time": at.isoformat().replace("+00:00", "Z"),
                "name": name,
                "description": f"{taking_part[0]} takes {matter} through the {name} with what the team has read so far.",
                "personas": taking_part,
                "documents": about,
                "depends_on": [f"e{cause + 1}" for cause in sorted(causes)],
            }
        )
    if rng.random() < SLIP:
        made[1]["depends_on"] = [made[-1]["id"]]
    return {"events": made}


def session(system: str, user: str, rng: random.Random) -> Json:
    """Turns that carry the prompt's beats in order, with idle talk between them."""
    people = speakers(user)
    beats = [beat for line in user.splitlines() if (beat := _beat(line, people))]
    if beats and rng.random() < SLIP:
        beats.pop(rng.randrange(len(beats)))
    asked = int(_first(r"Write (?:about )?(\d+) turns", user, "10"))
    least = int(_first(r"never fewer than (\d+)", user, "6"))
    most = int(_first(r"or more than (\d+)", user, "16"))
    count = max(least, len(beats), min(most, asked))
    places = sorted(rng.sample(range(count), len(beats)))
    turns: list[Json] = []
    idle = rng.sample(_IDLE, min(count, len(_IDLE)))
    for number in range(count):
        if number in places:
            turns.append(beats[places.index(number)](rng))
            continue
        last = turns[-1]["speaker"] if turns else None
        speaker = rng.choice([name for name in people if name != last] or people)
        turns.append({"speaker": speaker, "text": idle[number % len(idle)], "beats": []})
    return {"utterances": turns}


@dataclass(frozen=True)
class _Beat:
    """Something that must happen: who says what to whom; ``slots`` are the words at hand."""

    id: str
    speaker: str
    to: str | None
    quotes: list[str]
    slots: dict[str, str]

    def __call__(self, rng: random.Random) -> Json:
        slots = self.slots
        quotes = [quote for quote in self.quotes if quote not in self.speaker]
        said = (", and not " if "wrong" in slots else " goes with ").join(quotes) or ", ".join(slots.values())
        if "work" in slots:
            said = f"the {slots.get('attribute', 'plan').replace('_', ' ')} of the {slots['work']} is {said}"
        said += f", no longer {slots['old']}" if "old" in slots else ""
        said += f", because {slots['reason']}" if "reason" in slots else ""
        to = rng.choice(_TO).format(self.to.split()[0]) if self.to else ""
        return {"speaker": self.speaker, "text": to + rng.choice(_LEADS).format(said), "beats": [self.id]}


def _beat(line: str, people: list[str]) -> _Beat | None:
    found = re.match(r"- ([\w.:-]+): (.*)", line)
    speaker = next((name for name in people if found and found[2].startswith(name)), None)
    if found is None or speaker is None or "(" not in found[2]:
        return None
    told, _, quoted = found[2].partition(" Quote: ")
    told, _, words = told.partition(" (")
    to = next((name for name in people if f"to {name}" in told), None)
    quotes = quoted.strip().removesuffix(".").strip('"').split('", "') if quoted else []
    words = re.sub(r"\w+, who says this", "me", words)  # nobody speaks of himself by name
    slots = dict(re.findall(r"(\w+): ([^;]*)", words.rstrip().removesuffix(".").removesuffix(")")))
    return _Beat(found[1], speaker, to, quotes, slots)


_FRAMES = (
    "Could you tell me {asked}?|Remind me: {asked}?|I am trying to find out {asked}, can you help?|"
    "Somebody wants to know {asked}, what do we say?|What do we know of {asked}?|One more thing, {asked}?"
).split("|")


def question(system: str, user: str, rng: random.Random) -> Json:
    """A wording of what the prompt says it asks for, and an explanation if it is to be wrong."""
    wanted = " ".join(_after(user, r"What it means:\n", r"\n\n").split())
    wanted = re.sub(r"; say one of the two|, by this name| The answer is .*|, as if .*", "", wanted).rstrip(".")
    forbidden = [
        line.removeprefix("- ") for line in _after(user, r"None of these[^\n]*(?:\n[^-\n]*)?\n", r"\n\n").split("\n")
    ]
    answer = _after(user, r"Its answer(?: is)?: ", r"\n")
    text = rng.choice(_FRAMES).format(asked=wanted[:1].lower() + wanted[1:])
    if rng.random() >= SLIP:
        for word in sorted(forbidden, key=len, reverse=True):
            if word and word != "(none)":
                text = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", "it", text, flags=re.I)
    text = " ".join(text.split()[:78]).rstrip("?,") + "?"
    wrong = "into explanation" in user
    explanation = f"It cannot be answered as it is put: {answer}" if wrong else None
    return {"question": text, "explanation": explanation}


def speakers(user: str) -> list[str]:
    """The people that a prompt lists: name, role (field); speaks: ..."""
    return list(dict.fromkeys(re.findall(r"^- ([^,\n:]+), [^\n]*?\([^\n]*\); speaks: ", user, re.M)))


def _first(pattern: str, text: str, otherwise: str) -> str:
    found = re.search(pattern, text)
    return found[1] if found else otherwise


def _after(text: str, start: str, end: str) -> str:
    """What stands between two patterns."""
    begun = re.search(start, text)
    if begun is None:
        return ""
    rest = text[begun.end() :]
    ended = re.search(end, rest)
    return rest[: ended.start()] if ended else rest
