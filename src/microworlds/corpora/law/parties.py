"""Parties by their kind: a natural person, the government, a company or a public body of some sort."""

import random

from microworlds.core.seeds import generator
from microworlds.corpora.law import invented_names
from microworlds.corpora.law.case_plan import Party
from microworlds.corpora.law.compiled import rules
from microworlds.corpora.law.jurisdictions import Land, Realm, Region
from microworlds.corpora.law.pen import Pen, polished

_PERSONS: dict[str, invented_names.Sex | None] = {
    "person": None,
    "mother": "f",
    "father": "m",
    "sailor": "m",
    "accused": None,
}


def party(kind: str, rng: random.Random, realm: Realm, region: Region, home: str) -> Party:
    """A party of a kind: a person of some sort, ``state``, or a rule of organisations.txt (``co.bank``)."""
    land = realm.land
    if kind == "state":
        return Party(land.long, f"the {land.government}", f"{land.government.upper()} of {land.name}")
    if kind in _PERSONS:
        sex = _PERSONS[kind]
        who = land.person(rng, sex)
        others = rng.choice((" et al.", " et ux.")) if kind == "person" and rng.random() < 0.07 else ""
        return Party(who.full, who.last, who.caption, person=who, others=others)
    if kind.startswith("agency."):  # there is one of each in a land
        rng = generator(land.key, realm.regions[0].name, kind)
    full, short = organisation(kind, rng, land, region, home).split("=")
    return Party(full, short, full.upper())


def organisation(rule: str, rng: random.Random, land: Land, region: Region, home: str) -> str:
    """One phrase of a rule of organisations.txt, names filled in."""
    names = {name: land.surname(rng) for name in ("x", "x2")}
    towns = [town for town in (region.seat, *region.towns) if town != home]  # no company is called what its town is
    names |= {"place": rng.choice(towns), "place2": invented_names.town(rng), "coin": invented_names.coined(rng)}
    names |= {"land": land.name, "home": home, "region": land.county.format(region.name).removeprefix("the ")}
    pen = Pen(rules("organisations"), rng, frozenset((land.era,)), names, {}, {})
    return polished(pen.write(rule)).replace(" ,", ",")


def tribunal(rule: str, land: Land, region: Region, home: str) -> str:
    """The agency that decides such matters in a land or town: always the same one."""
    return organisation(rule, generator(land.key, rule, home), land, region, home)
