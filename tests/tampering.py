"""A release whose files are changed, and whose manifest is made to fit again."""

from __future__ import annotations

import json
from datetime import datetime, timedelta

from microworlds.suites.memorydoc.world import Verdict
from tests import worlds
from tests.releasing import reseal


def verdict(number, judge):
    """A judge who refuses one question of each world, the strict one another than the lenient."""
    pairs = [pair.id for pair in worlds.judged(number).questions.pairs]
    refused = pairs[3 if judge == "strict" else 5]
    return Verdict(
        world=f"w{number:03d}",
        judge=judge,
        persona_consistency=4,
        temporal_coherence=5,
        document_grounding_accuracy=4,
        correctness={pair: pair != refused for pair in pairs},
        category_accuracy=dict.fromkeys(pairs, True),
        flagged=(refused,),
        notes="",
        seeded={f"{pairs[0]}-stale_value": False},
    )


class Folder:
    """A release to be changed; ``lines`` and ``json`` give what is written back at the end."""

    def __init__(self, path):
        self.path = path
        self.open = {}

    def lines(self, name):
        return self.open.setdefault(name, [json.loads(line) for line in (self.path / name).read_text().splitlines()])

    def json(self, name):
        return self.open.setdefault(name, json.loads((self.path / name).read_text()))

    def episode(self, split="train"):
        return self.lines(f"{split}.episodes.jsonl")[0]["steps"]

    def world(self):
        """The world of the split train, whose files the changes are made in."""
        return next(world for world in self.lines("worlds.jsonl") if world["split"] == "train")

    def facts(self):
        return next(item for item in self.lines("ledger.jsonl") if item["world"] == self.world()["id"])["facts"]

    def session(self, place=1):
        name = self.world()["sessions"][place]["id"]
        return next(item for item in self.lines("observations.jsonl") if item["id"] == name)

    def document(self):
        name = self.world()["documents"][0]["id"]
        return next(item for item in self.lines("observations.jsonl") if item["id"] == name)

    def pair(self, **wanted):
        """A question of the proofs and its gold: the first with these labels."""
        proofs = self.lines("train.proofs.jsonl")
        pair = next(own for own in proofs if all(own[name] == value for name, value in wanted.items()))
        gold = next(own for own in self.lines("train.gold.jsonl") if own["question"] == pair["id"])
        return pair, gold

    def relabel(self, pair, gold, name, value):
        """Another label in proofs, gold and statistics alike."""
        pair[name] = gold["labels"][name] = value

    def spare(self):
        """A fact of a document that no question rests on, nor counts as a rival of."""
        used = {
            (p["span"]["observation"], p["span"]["start"])
            for own in self.lines("train.proofs.jsonl")
            for p in own["evidence"]
        }
        own = {document["id"] for document in self.world()["documents"]}
        free = [f for f in self.facts() if (f["source"]["observation"], f["source"]["start"]) not in used]
        return next(fact for fact in free if fact["source"]["observation"] in own)

    def close(self):
        for name, content in self.open.items():
            if name.endswith(".jsonl"):
                (self.path / name).write_text("".join(json.dumps(line) + "\n" for line in content))
            else:
                (self.path / name).write_text(json.dumps(content))
        reseal(self.path)


def later(time, **by):
    return (datetime.fromisoformat(time) + timedelta(**by)).isoformat()


def at(steps, kind):
    return [place for place, step in enumerate(steps) if kind in step]


TAMPERED = {}


def tampering(*found):
    """Registers a way to change a release, and the words that must stand in one fault that ``verify`` names."""

    def register(change):
        TAMPERED[change.__name__] = (change, found)
        return change

    return register
