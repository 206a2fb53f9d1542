"""What a case's phrases may refer to: the parties in their various names, dates, places, sums, who decided below."""

from collections.abc import Sequence
from functools import partial

from microworlds.core.value_types import MONTHS, ordinal
from microworlds.corpora.law.case_plan import Facts, Party, Side
from microworlds.corpora.law.matters import OUTCOMES
from microworlds.corpora.law.pen import Pen
from microworlds.generation.grammar import Slot

_FORMS = ("he", "his", "him", "himself")
_RULINGS = {"civil": ("judgment", "judgment", "decree"), "agency": ("decision", "order"), "criminal": ("judgment",)}
_WITH_ARTICLE = ("Town of", "City of", "Assessor of")
# particulars (k.<name>) that are facts by themselves
_WORDS = ("occupation", "offense", "motion", "employer", "age", "acreage")


class Slots:
    """Fills a pen's slots from the facts of a case."""

    def __init__(self, facts: Facts, pen: Pen) -> None:
        self.facts = facts
        self.pen = pen
        self.rng = pen.rng
        self._mentioned: set[str] = set()

    def fill(self) -> None:
        """Put all slots in place."""
        facts = self.facts
        self.pen.slots |= self._party("p", "p") | self._party("d", "d")
        self.pen.slots |= self._party("apt", facts.appellant) | self._party("ape", facts.appellee)
        self.pen.slots |= self._below() | self._days() | self._kept()
        self.pen.slots |= {
            "home": facts.home,
            "land": facts.land.name,
            "county": facts.land.county.format(facts.region.name),
            "rec": self._record,
            "said": "testified at [his] deposition" if facts.mode == "summary" else "testified",
            "won": self._party(f"{facts.below_winner}.won", facts.below_winner)[f"{facts.below_winner}.won"],
        }

    def _note(self, attribute: str, value: str) -> Slot:
        return partial(self.pen.note, attribute, value)

    def _kept(self) -> dict[str, Slot]:
        """Sums and other particulars, noted when they are stated."""
        facts = self.facts
        values = dict(facts.sums) | {name: facts.words[f"k.{name}"] for name in _WORDS if f"k.{name}" in facts.words}
        if facts.sentence:
            values["sentence"] = facts.sentence
        return {name: self._note(name, value) for name, value in values.items()}

    # --- the ruling and who made it ------------------------------------------------------------------------------

    def _below(self) -> dict[str, Slot]:
        facts = self.facts
        tried = facts.mode != "board"
        board = facts.tribunal.removeprefix(f"{facts.land.name} ").split()
        agency = next((word for word in board if word in ("Board", "Commission", "Office")), "Board")
        words = ["trial court", "trial court", "court below", "trial judge"] if tried else [agency]
        if facts.land.era == "old" and tried:
            words = ["court below", "district court", "court below", "learned judge"]
        judge = f"Judge {facts.judge.last}" if tried else facts.judge.title
        return {
            "ruling": self.rng.choice(_RULINGS[facts.route]),
            "outcome.we": OUTCOMES[facts.outcome].we,
            "outcome.did": OUTCOMES[facts.outcome].did,
            "outcome.participle": facts.outcome,
            "below": partial(self._pick, words),
            "below.full": facts.tribunal,
            "judge": judge,
            "judge.full": f"Judge {facts.judge.full}" if tried else facts.judge.full,
            "judge.or": partial(self._pick, [judge, f"the {words[0]}"]),
            "finder": "jury" if facts.jury else "court" if tried else agency,
        }

    def _pick(self, forms: Sequence[str]) -> str:
        return forms[int(self.rng.random() * len(forms))]

    # --- parties -------------------------------------------------------------------------------------------------

    def _party(self, name: str, side: Side) -> dict[str, Slot]:
        party = self.facts.party(side)
        slots: dict[str, Slot] = {
            name: partial(self._pick, self._references(party, side, name)),
            f"{name}.full": partial(self._full, side, party),
            f"{name}.short": self._usual(party),
            f"{name}.last": party.person.last if party.person else party.short,
        }
        for form in _FORMS:
            slots |= {f"{name}.{form}": party.pronoun(form), f"{name}.full.{form}": party.pronoun(form)}
        return slots

    def _full(self, side: Side, party: Party) -> str:
        """The full name when first asked for, a short reference ever after."""
        if side in self._mentioned:
            return self._usual(party)
        self._mentioned.add(side)
        return f"the {party.full}" if party.full.startswith(_WITH_ARTICLE) else party.full

    def _usual(self, party: Party) -> str:
        titled = party.person is not None and self.facts.land.style in ("heard", "headnotes")
        return party.person.title if titled and party.person else party.short

    def _references(self, party: Party, side: Side, name: str) -> list[str]:
        """The ways in which an opinion speaks of a party, each as often as it stands here."""
        facts, usual = self.facts, self._usual(party)
        if facts.route == "criminal" and side == "p":
            return [party.short] * 3 + ["the prosecution"]
        forms = [usual] * 4 + [f"the {self.pen.write(f'role.{side}')}"] * 2
        if name in ("apt", "ape"):
            return [*forms, "the appellant" if side == facts.appellant else "the appellee"]
        if facts.route != "agency":
            forms.append("the plaintiff" if side == "p" else "the defendant")
        return forms

    # --- dates ---------------------------------------------------------------------------------------------------

    def _days(self) -> dict[str, Slot]:
        facts = self.facts
        days = {
            "incident_on": facts.incident, "filed_on": facts.filed, "ruled_below_on": facts.ruled,
            "appealed_on": facts.appealed, **facts.days,
        }  # fmt: skip
        slots: dict[str, Slot] = {}
        for name, day in days.items():
            text = facts.land.written(day)
            slots[name if name.endswith("_on") else f"day.{name}"] = (
                self._note(name, text) if name.endswith("_on") else text
            )
            slots[f"year.{name}"] = str(day.year)
            slots[f"month.{name}"] = f"{MONTHS[day.month - 1]} {day.year}"
        slots["decided_on.long"] = (
            f"{ordinal(facts.decided.day)} day of {MONTHS[facts.decided.month - 1]}, {facts.decided.year}"
        )
        return slots

    def _record(self) -> str:
        """Now and then where it stands in the record, as the land refers to it."""
        style = self.facts.land.style
        if style in ("headnotes", "heard") or self.rng.random() > 0.3:
            return ""
        page = self.rng.randint(11, 640)
        return {"before": f"(N.T. at {page}.)", "briefs": f"(Tr. {page}.)"}.get(style, f"(R. {page}.)")
