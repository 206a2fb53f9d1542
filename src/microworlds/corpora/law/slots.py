"""What a case's phrases may refer to: the parties in their various names, dates, places, sums and chance details."""

from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal
from functools import partial

from microworlds.core.value_types import MONTHS, format_amount, ordinal
from microworlds.corpora.law.case_plan import Facts, Party, Side
from microworlds.corpora.law.invented_names import Person
from microworlds.corpora.law.matters import OUTCOMES
from microworlds.corpora.law.pen import Pen
from microworlds.generation.grammar import Slot

_FORMS = ("he", "his", "him", "himself")
_RULINGS = {
    "civil": ("judgment", "judgment", "decree", "order"),
    "agency": ("decision", "order", "determination"),
    "criminal": ("judgment",),
}
_RANGES = {"s": (15, 900), "m": (1_200, 30_000), "l": (40_000, 600_000)}  # of sums in today's money
_SCALE = {"old": 0.04, "mid": 0.17, "new": 1.0}


class Slots:
    """Fills a pen's slots from the facts of a case."""

    def __init__(self, facts: Facts, pen: Pen) -> None:
        self.facts = facts
        self.pen = pen
        self.rng = pen.rng
        pen.money = self.money
        self._witness = ""  # who testified last
        self._sums: dict[str, str] = {}
        self._mentioned: set[str] = set()

    def fill(self) -> None:
        """Put all slots in place."""
        facts = self.facts
        self.pen.slots |= self._party("p", "p") | self._party("d", "d")
        self.pen.slots |= self._party("apt", facts.appellant) | self._party("ape", facts.appellee)
        self.pen.slots |= self._below() | self._places() | self._chances() | self._dates()
        for name in ("claimed", "award", "price", "fine", "sentence"):
            value = getattr(facts, name)
            if value is not None:
                self.pen.slots[name] = value

    def dismiss(self) -> None:
        """The next witness is another person."""
        witness = self.pen.forget("witness")
        self._witness = witness.full if witness else ""

    # --- the ruling and who made it ------------------------------------------------------------------------------

    def _below(self) -> dict[str, Slot]:
        facts = self.facts
        tried = "board" not in self.pen.tags
        board = "" if tried else self.pen.kept("k.below")
        appealed = facts.below_winner == "p" or facts.route != "criminal"
        ruling = self.rng.choice(_RULINGS[facts.route]) if appealed else "order"
        words = ["trial court", "court below", "trial judge"] if tried else [board, board, "agency"]
        if facts.land.era == "old" and tried:
            words = ["court below", "district court", "learned judge"]
        judge = f"Judge {facts.judge.last}" if tried else facts.judge.title
        return {
            "ruling": ruling,
            "outcome.we": OUTCOMES[facts.outcome].we,
            "outcome.participle": facts.outcome,
            "below": partial(self._pick, words),
            "below.full": facts.tribunal,
            "judge": judge,
            "judge.full": f"Judge {facts.judge.full}" if tried else facts.judge.full,
            "judge.or": partial(self._pick, [judge, f"the {words[0]}"]),
            "finder": "jury" if facts.jury else "court" if tried else board,
        }

    def _pick(self, forms: list[str]) -> str:
        return forms[int(self.rng.random() * len(forms))]

    # --- parties -------------------------------------------------------------------------------------------------

    def _party(self, name: str, side: Side) -> dict[str, Slot]:
        party = self.facts.party(side)
        slots: dict[str, Slot] = {
            name: partial(self._pick, self._references(party, side, name)),
            f"{name}.full": partial(self._full, side, party),
            f"{name}.man": self._man(side),
        }
        for form in _FORMS:
            slots |= {f"{name}.{form}": party.pronoun(form), f"{name}.full.{form}": party.pronoun(form)}
        return slots

    def _full(self, side: Side, party: Party) -> str:
        """The full name when first asked for, a short reference ever after."""
        if side in self._mentioned:
            return party.short
        self._mentioned.add(side)
        return party.full

    def _references(self, party: Party, side: Side, name: str) -> list[str]:
        """The ways in which an opinion speaks of a party, each as often as it stands here."""
        rng, pen, facts = self.rng, self.pen, self.facts
        if facts.route == "criminal" and side == "p":
            rare = rng.choice(("the government", "the prosecutor", party.short))
            return [party.short] * 3 + ["the prosecution"] * 2 + [rare]
        titled = party.person is not None and facts.land.style in ("heard", "headnotes")
        usual = party.person.title if titled and party.person else party.short
        roles = sorted({f"the {pen.write(f'k.role.{side}')}" for _ in range(2)})
        forms = [usual] * 3 + [party.short] + roles * 2
        if name in ("apt", "ape"):
            noun = "appellant" if side == facts.appellant else "appellee"
            return [*forms, rng.choice((f"the {noun}", noun))]
        if facts.route == "civil":
            forms.append({"p": "the plaintiff", "d": "the defendant"}[side])
        elif facts.route == "criminal":
            forms.append("the accused")
        return forms

    def _man(self, side: Side) -> Slot:
        """The party, or who acted for it where it is no natural person."""
        party = self.facts.party(side)
        if party.person is not None:
            return party.short
        if self.facts.route == "criminal":
            return partial(self.pen.write, "n.officer")
        name = self.facts.land.person(self.rng)
        return lambda: name.last if self._known(name) else f"{name.full}, for {party.short},"

    def _known(self, person: Person) -> bool:
        """True from the second mention on."""
        known = person.full in self._mentioned
        self._mentioned.add(person.full)
        return known

    # --- dates ---------------------------------------------------------------------------------------------------

    def _dates(self) -> dict[str, Slot]:
        facts = self.facts
        slots: dict[str, Slot] = {
            f"on.{name}": facts.land.written(getattr(facts, name)) for name in ("incident", "filed", "ruled")
        }
        slots["on.appeal"] = facts.land.written(facts.appealed)
        slots["on.decided.long"] = f"{ordinal(facts.decided.day)} day of {_month(facts.decided, ', ')}"
        between = {
            "a": (facts.incident - timedelta(days=700), facts.incident),
            "b": (facts.incident, facts.filed),
            "c": (facts.filed, facts.ruled),
            "d": (facts.ruled, facts.appealed),
        }
        for key, (first, last) in between.items():
            slots[f"day.{key}"] = partial(self._between, first, last, facts.land.written)
            slots[f"month.{key}"] = partial(self._between, first, last, _month)
        return slots

    def _between(self, first: date, last: date, form: Callable[[date], str]) -> str:
        """A day strictly between two, or the first where there is none."""
        days = (last - first).days
        day = first + timedelta(days=1 + int(self.rng.random() * (days - 1))) if days > 1 else first
        return form(day)

    # --- details -------------------------------------------------------------------------------------------------

    def _places(self) -> dict[str, Slot]:
        facts, rng = self.facts, self.rng
        first, second = rng.sample(facts.region.streets, 2)  # where it happened
        towns = [town for town in (facts.region.seat, *facts.region.towns) if town != facts.home]
        return {
            "home": facts.home,
            "land": facts.land.name,
            "town": partial(rng.choice, towns),
            "street": partial(rng.choice, facts.region.streets),
            "street.a": first,
            "street.b": second,
        }

    def _chances(self) -> dict[str, Slot]:
        facts, rng = self.facts, self.rng
        return {
            "exh": self._exhibit,
            "rec": self._record,
            "person.full": lambda: facts.land.person(rng).full,
            "person.last": partial(facts.land.surname, rng),
            "n80": lambda: str(rng.randint(71, 93)),
            "n2": lambda: str(rng.randint(11, 90)),
            "number": lambda: str(rng.randint(2, 1890)),
            "year.a": lambda: str(facts.incident.year - rng.randint(2, 14)),
            "clock": self._clock,
            "n.witness2": lambda: self._witness or "one witness",
        }

    def _clock(self) -> str:
        half = self.rng.choice(("a.m.", "p.m."))
        return f"{self.rng.randint(1, 12)}:{self.rng.choice(('10', '15', '20', '30', '40', '45', '50'))} {half}"

    def money(self, name: str) -> str:
        """A sum that stays the same for its name (``m.s.rent`` small, ``m.m.bills`` middling, ``m.l.loan`` large)."""
        if name not in self._sums:
            low, high = _RANGES[name.split(".")[1]]
            amount = low * (high / low) ** self.rng.random() * _SCALE[self.facts.land.era]
            self._sums[name] = format_amount(Decimal(max(1, round(amount))))
        return self._sums[name]

    def _exhibit(self) -> str:
        owner = self.rng.choice(("Plaintiff's ", "Defendant's ", "Joint ", "")) if self.facts.route == "civil" else ""
        number = self.rng.choice("BCDEFGHKLMN") if self.rng.random() < 0.4 else str(self.rng.randint(1, 64))
        return f"{owner}Exhibit {number}"

    def _record(self) -> str:
        """Now and then where it stands in the record, as the land refers to it."""
        style = self.facts.land.style
        if style in ("headnotes", "heard") or self.rng.random() > 0.25:
            return ""
        page = self.rng.randint(11, 640)
        return {"before": f"(N.T. at {page}.)", "briefs": f"(Tr. {page}.)"}.get(style, f"(R. {page}.)")


def _month(day: date, joint: str = " ") -> str:
    return f"{MONTHS[day.month - 1]}{joint}{day.year}"
