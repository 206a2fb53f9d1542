"""The kinds of matter: which sides there are, in which times they arise, and what is at stake.

The words of each are in ``phrases/matters/<name>.txt``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from microworlds.corpora.law.case_plan import Route
from microworlds.corpora.law.jurisdictions import Era

_ALL: tuple[Era, ...] = ("old", "mid", "new")
_LATE: tuple[Era, ...] = ("mid", "new")
_NEW: tuple[Era, ...] = ("new",)


@dataclass(frozen=True)
class Scenario:
    """One story that a matter may tell; ``p`` and ``d`` say what the sides are (see ``parties.py``)."""

    name: str
    p: str
    d: str
    eras: tuple[Era, ...] = _ALL


@dataclass(frozen=True, eq=False)
class Matter:
    """A kind of case.

    ``setting`` says whose world it is in (see ``details.txt``); ``money`` gives ranges in today's money, ``months`` the
    range of a prison sentence; ``tribunal`` is a rule of ``organisations.txt``, or None for the trial court.
    """

    name: str
    route: Route
    setting: tuple[str, ...]
    scenarios: tuple[Scenario, ...]
    money: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    months: tuple[int, int] | None = None
    jury: float = 0.0
    p_wins: float = 0.5
    tribunal: str | None = None
    weight: int = 2

    @property
    def shared(self) -> str:
        """The file of issues that every matter of this route may raise."""
        return f"issues/{self.route}"


MATTERS: tuple[Matter, ...] = (
    Matter(
        "premises", "civil", ("town", "home"),
        (
            Scenario("stairs", "person", "co.landlord"),
            Scenario("store", "person", "co.store"),
            Scenario("animal", "person", "person"),
            Scenario("wharf", "person", "co.wharf", ("old", "mid")),
        ),
        money={"claimed": (60_000, 900_000), "award": (8_000, 480_000)}, jury=0.8,
    ),
    Matter(
        "collision", "civil", ("road",),
        (
            Scenario("crossroads", "person", "co.employer", _LATE),
            Scenario("behind", "person", "co.employer", _LATE),
            Scenario("foot", "person", "co.employer", _LATE),
            Scenario("train", "person", "co.railway", ("old", "mid")),
            Scenario("wagon", "person", "co.employer", ("old",)),
        ),
        money={"claimed": (60_000, 1_200_000), "award": (9_000, 700_000)}, jury=0.85,
    ),
    Matter(
        "sale", "civil", ("trade",),
        (
            Scenario("crop", "co.farm", "co.farm"),
            Scenario("machine", "co.any", "co.machine"),
            Scenario("lumber", "co.builder", "co.lumber"),
            Scenario("stock", "co.farm", "co.farm"),
        ),
        money={"price": (9_000, 700_000), "claimed": (20_000, 1_500_000), "award": (6_000, 600_000)}, jury=0.5,
    ),
    Matter(
        "building", "civil", ("site",),
        (
            Scenario("house", "co.builder", "person"),
            Scenario("public", "co.builder", "local.town"),
            Scenario("well", "co.builder", "person"),
        ),
        money={"price": (40_000, 2_500_000), "claimed": (15_000, 1_500_000), "award": (6_000, 1_200_000)}, jury=0.25,
    ),
    Matter(
        "land", "civil", ("farm",),
        (Scenario("fence", "person", "person"), Scenario("lane", "person", "person"), Scenario("water", "person",
        "person")),
    ),
    Matter(
        "tenancy", "civil", ("home", "town"),
        (
            Scenario("home", "co.landlord", "person", _LATE),
            Scenario("shop", "co.landlord", "co.store"),
            Scenario("farm", "person", "person"),
        ),
        money={"price": (6_000, 90_000), "claimed": (3_000, 120_000), "award": (1_500, 100_000)}, jury=0.15,
    ),
    Matter(
        "insurance", "civil", ("home", "trade"),
        (
            Scenario("fire", "person", "co.insurer"),
            Scenario("flood", "person", "co.insurer", _LATE),
            Scenario("duty", "co.any", "co.insurer", _LATE),
            Scenario("life", "person", "co.insurer"),
        ),
        money={"price": (25_000, 900_000), "claimed": (20_000, 900_000), "award": (9_000, 800_000)}, jury=0.4,
    ),
    Matter(
        "employment", "civil", ("work",),
        (
            Scenario("pay", "person", "co.employer"),
            Scenario("fired", "person", "co.employer", _LATE),
            Scenario("covenant", "co.employer", "person", _LATE),
        ),
        money={"claimed": (15_000, 600_000), "award": (4_000, 450_000)}, jury=0.5,
    ),
    Matter(
        "custody", "civil", ("home",),
        (Scenario("keep", "mother", "father", _LATE), Scenario("move", "mother", "father", _LATE), Scenario("support",
        "mother", "father", _LATE)),
        money={"fine": (300, 2_400)},
    ),
    Matter(
        "mining", "civil", ("mine",),
        (Scenario("claim", "person", "co.mine", ("old", "mid")), Scenario("stakes", "person", "person", ("old",)),
        Scenario("ditch", "co.mine", "co.mine", ("old",))),
        weight=3,
    ),
    Matter(
        "shipping", "civil", ("port",),
        (
            Scenario("salvage", "co.ship", "co.ship", ("old", "mid")),
            Scenario("charter", "co.ship", "co.farm", ("old", "mid")),
            Scenario("cargo", "co.farm", "co.ship", ("old", "mid")),
            Scenario("seaman", "sailor", "co.ship", ("old", "mid")),
        ),
        money={"claimed": (20_000, 900_000), "award": (5_000, 600_000)},
    ),
    Matter(
        "note", "civil", ("trade", "office"),
        (Scenario("guaranty", "co.bank", "person"), Scenario("renewal", "co.bank", "person"), Scenario("mortgage",
        "co.bank", "person")),
        money={"price": (8_000, 900_000), "claimed": (6_000, 950_000), "award": (4_000, 900_000)}, jury=0.3,
        p_wins=0.65,
    ),
    Matter("wills", "civil", ("home",), (Scenario("estate", "person", "person"),), p_wins=0.4, jury=0.2),
    Matter(
        "zoning", "agency", ("site", "town"),
        (
            Scenario("variance", "person", "local.zoning", _LATE),
            Scenario("special", "co.developer", "local.zoning", _LATE),
            Scenario("older", "person", "local.zoning", _LATE),
        ),
        tribunal="tribunal.zoning",
    ),
    Matter(
        "compensation", "agency", ("work",),
        (Scenario("strain", "person", "co.employer", _LATE), Scenario("dust", "person", "co.employer", _LATE),
        Scenario("road", "person", "co.employer", _LATE)),
        money={"claimed": (12_000, 400_000), "award": (4_000, 300_000)}, tribunal="tribunal.compensation", weight=3,
    ),
    Matter(
        "licence", "agency", ("office", "town"),
        (
            Scenario("liquor", "co.tavern", "agency.liquor"),
            Scenario("doctor", "person", "agency.professions"),
            Scenario("trade", "person", "agency.professions"),
        ),
        money={"fine": (500, 25_000)}, tribunal="tribunal.licence", p_wins=0.25,
    ),
    Matter(
        "tax", "agency", ("office", "trade"),
        (Scenario("value", "co.any", "local.tax"), Scenario("sales", "co.any", "agency.tax", _LATE),
        Scenario("exempt", "co.charity", "local.tax")),
        money={"price": (200_000, 9_000_000), "claimed": (6_000, 400_000), "award": (2_000, 300_000)},
        tribunal="tribunal.tax",
    ),
    Matter(
        "records", "agency", ("office",),
        (Scenario("police", "co.press", "local.town", _NEW), Scenario("bids", "co.press", "agency.records", _NEW),
        Scenario("mail", "person", "local.town", _NEW)),
        tribunal="tribunal.records",
    ),
    Matter(
        "fraud", "criminal", ("trade", "crime"), (Scenario("till", "state", "accused"), Scenario("scheme", "state",
        "accused")),
        money={"fine": (2_000, 400_000)}, months=(8, 130), jury=0.8, p_wins=0.85,
    ),
    Matter(
        "driving", "criminal", ("road", "crime"), (Scenario("stop", "state", "accused", _LATE), Scenario("death",
        "state", "accused", _LATE)),
        money={"fine": (250, 4_000)}, months=(1, 90), jury=0.6, p_wins=0.8,
    ),
    Matter(
        "assault", "criminal", ("town", "crime"), (Scenario("hurt", "state", "accused"), Scenario("killing", "state",
        "accused")),
        months=(9, 300), jury=0.9, p_wins=0.88,
    ),
    Matter(
        "burglary", "criminal", ("crime", "town"), (Scenario("entry", "state", "accused"),),
        money={"fine": (300, 18_000)}, months=(6, 140), jury=0.85, p_wins=0.88,
    ),
)  # fmt: skip

# issues whose arguments are about law or reckoning: no witness, letter or finding of fact tells them
UNTOLD = frozenset(
    (
        "hurtsum", "damages", "interest", "stale", "rule", "copycost", "outsider", "equal", "timely", "penalty",
        "oldcharge",
        "members", "repay", "period", "backpay", "lien", "counselcall", "victimword", "exempt", "taxable",
    )
)  # fmt: skip

_BY_NAME = {matter.name: matter for matter in MATTERS}


def matter_named(name: str) -> Matter:
    """The kind of matter of that name."""
    return _BY_NAME[name]
