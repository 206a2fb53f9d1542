"""The apps: a catalogue of typed calls, and what each call gives back, over a state that stays consistent.

What is bought was in the cart, what is paid is gone from the balance, ids count up, messages are answered, lists have
what was put on them. Input and output of every call have a JSON Schema.

Source: DynamicMem, 16 apps and 79 APIs (spec 1.9), app state (2.8).
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError, create_model
from pydantic import Field as Limits

from microworlds.core.errors import UserError
from microworlds.core.plugins import nearest
from microworlds.core.records import Record
from microworlds.suites.dynamicmem import life_tables
from microworlds.suites.dynamicmem.app_lists import Lists, entry_type

_TABLE = Path(__file__).parent / "tables" / "apps.yaml"
_SHOWN = 6  # newest items of a list
_OPENING = Decimal("3200.00")
_SALARY = Decimal("2450.00")
_TYPES: Mapping[str, Any] = {
    "text": (str, Limits(min_length=1)),
    "count": (int, Limits(ge=1)),
    "rating": (int, Limits(ge=1, le=5)),
    "money": (str, Limits(pattern=r"^\d+\.\d\d$")),
    "clock": (str, Limits(pattern=r"^\d\d:\d\d$")),
    "level": (Literal["low", "medium", "high"], ...),
}


class Api(Record):
    """One call: what it does, with which list (``singular of plural``), what else it lists, and what it takes."""

    does: Literal["keep", "list", "search", "show", "pay", "balance", "move", "drop", "chat", "feed"]
    beside: str
    takes: dict[str, str]
    list: str | None = None
    to: str | None = None

    @property
    def names(self) -> tuple[str, str]:
        """What one item of its list is called, and the list."""
        one, _, many = (self.list or "item of items").partition(" of ")
        return one, many


class _Closed(BaseModel):
    model_config = ConfigDict(extra="forbid")


@cache
def catalog() -> dict[str, dict[str, Api]]:
    """All apps with their calls."""
    loaded = yaml.load(_TABLE.read_text(encoding="utf-8"), yaml.CSafeLoader)
    return {app: {name: Api.model_validate(own) for name, own in calls.items()} for app, calls in loaded.items()}


def api(app: str, name: str) -> Api:
    """A call of the catalogue.

    Raises:
        UserError: there is none of this name.
    """
    apps = catalog()
    if app not in apps:
        raise UserError(f"no app {app!r} in the catalogue{nearest(app, list(apps))}: {', '.join(apps)}")
    if name not in apps[app]:
        raise UserError(f"{app} has no call {name!r}{nearest(name, list(apps[app]))}: {', '.join(apps[app])}")
    return apps[app][name]


@cache
def taken(app: str, name: str) -> type[BaseModel]:
    """The closed record of what a call takes; its ``model_json_schema()`` is the JSON Schema."""
    fields: dict[str, Any] = {}
    for key, kind in api(app, name).takes.items():
        type_, limits = _TYPES[kind.removeprefix("maybe ")]
        maybe = kind.startswith("maybe ")
        fields[key] = (type_ | None, None) if maybe else (type_, limits)
    return create_model(f"{name}Request", __base__=_Closed, **fields)


@cache
def given(app: str, name: str) -> type[BaseModel]:
    """The closed record of what a call gives back."""
    own = api(app, name)
    one, many = own.names
    kept = {one: (dict[str, Any], ...), f"{many}_in_all": (int, Limits(ge=0))}
    listed = {many: (list[dict[str, Any]], ...), "in_all": (int, Limits(ge=0))}
    balance: dict[str, Any] = {"balance": (str, Limits(pattern=r"^-?\d+\.\d\d$")), "currency": (str, ...)}
    others: dict[str, Any] = {own.beside: (list[entry_type(own.beside)], [])}  # type: ignore[misc]  # made from a table
    by_kind: Mapping[str, dict[str, Any]] = {
        "feed": {"in_all": (int, Limits(ge=0))},
        "keep": kept,
        "drop": listed,
        "list": listed,
        "search": {"query": _TYPES["text"], "results": (list[dict[str, str]], ...)},
        "show": {"shown": (dict[str, Any], ...)},
        "pay": kept | balance,
        "balance": balance,
        "move": {(own.to or "order of orders").partition(" of ")[0]: (dict[str, Any], ...), **balance},
        "chat": {
            "user_message": _TYPES["text"],
            "assistant_response": _TYPES["text"],
            "conversation_id": _TYPES["text"],
        },
    }
    return create_model(f"{name}Response", __base__=_Closed, **by_kind[own.does], **others)


def request(app: str, name: str, values: Mapping[str, str]) -> dict[str, Any]:
    """What a call is made with, typed.

    Raises:
        UserError: it does not take that.
    """
    try:
        return taken(app, name).model_validate(dict(values)).model_dump(exclude_none=True)
    except ValidationError as error:
        raise UserError(f"{app}.{name} does not take {dict(values)}: {error.errors()[0]['msg']}") from error


@dataclass
class Phone:
    """The state of all apps of one user; every call changes it and gives back what the app shows.

    ``length`` is how many entries it lists beside what it is about.
    """

    rng: random.Random
    beside: Lists
    length: int = 0
    lists: dict[tuple[str, str], list[dict[str, Any]]] = field(default_factory=lambda: defaultdict(list))
    balance: Decimal = _OPENING
    paid_for: tuple[int, int] | None = None
    ids: int = 0
    conversation: str = ""

    def call(
        self, app: str, name: str, values: Mapping[str, Any], at: datetime, reply: str | None = None
    ) -> dict[str, Any]:
        """What an app gives back, checked against its schema; ``reply`` is what an assistant answers."""
        own = api(app, name)
        self._salary(at)
        does: Callable[[str, str, Api, Mapping[str, Any], datetime], dict[str, Any]] = getattr(self, f"_{own.does}")
        response = does(app, name, own, {**values, "reply": reply} if own.does == "chat" else values, at)
        count = max(self.length, _SHOWN) if own.does == "feed" else self.length
        if count:
            said, searched = "; ".join(map(str, values.values())), values.get("query")
            response[own.beside] = self.beside.entries(own.beside, count, at, said, searched)
        return given(app, name).model_validate(response).model_dump(exclude_unset=True)

    def _id(self, kind: str) -> str:
        self.ids += 1
        return f"{kind}-{self.ids:05d}"

    def _keep(self, app: str, name: str, own: Api, values: Mapping[str, Any], at: datetime) -> dict[str, Any]:
        one, many = own.names
        kept = self.lists[app, many]
        item = {f"{one}_id": self._id(one), **values, "timestamp": _stamp(at)}
        kept.append(item)
        if name == "SendMessage" and self.rng.random() < 0.7:
            answer = self.rng.choice(life_tables.phrases().answers)
            kept.append(
                {f"{one}_id": self._id(one), "from": values["to"], "message": answer,
                 "timestamp": _stamp(at + timedelta(minutes=self.rng.randrange(1, 50)))}
            )  # fmt: skip
        return {one: item, f"{many}_in_all": len(kept)}

    def _list(self, app: str, name: str, own: Api, values: Mapping[str, Any], at: datetime) -> dict[str, Any]:
        _, many = own.names
        kept = [item for item in self.lists[app, many] if item["timestamp"] <= _stamp(at)]
        return {many: kept[-_SHOWN:], "in_all": len(kept)}

    def _feed(self, app: str, name: str, own: Api, values: Mapping[str, Any], at: datetime) -> dict[str, Any]:
        return {"in_all": self.beside.in_all(own.beside, at)}

    def _drop(self, app: str, name: str, own: Api, values: Mapping[str, Any], at: datetime) -> dict[str, Any]:
        _, many = own.names
        kept = self.lists[app, many]
        kept[:] = [item for item in kept if not all(item.get(key) == value for key, value in values.items())]
        return {many: kept[-_SHOWN:], "in_all": len(kept)}

    def _search(self, app: str, name: str, own: Api, values: Mapping[str, Any], at: datetime) -> dict[str, Any]:
        query = values["query"]
        known = life_tables.phrases().results
        titles = self.rng.sample(known.get(app, known["other"]), 4)
        return {
            "query": query,
            "results": [{"title": f"{query}: {title}", "result_id": self._id("result")} for title in titles],
        }

    def _show(self, app: str, name: str, own: Api, values: Mapping[str, Any], at: datetime) -> dict[str, Any]:
        return {"shown": {**values, "as_of": _stamp(at)}}

    def _pay(self, app: str, name: str, own: Api, values: Mapping[str, Any], at: datetime) -> dict[str, Any]:
        self.balance -= Decimal(values["amount"])
        if app != "Chase":
            self._booked(f"{app} {values.get('restaurant', '')}".strip(), values["amount"], at)
        return {**self._keep(app, name, own, values, at), **self._told()}

    def _balance(self, app: str, name: str, own: Api, values: Mapping[str, Any], at: datetime) -> dict[str, Any]:
        return self._told()

    def _move(self, app: str, name: str, own: Api, values: Mapping[str, Any], at: datetime) -> dict[str, Any]:
        _, many = own.names
        one, _, orders = (own.to or "order of orders").partition(" of ")
        total = sum(
            (Decimal(item["quantity"]) * 12 + Decimal("0.99") for item in self.lists[app, many]), Decimal("0.00")
        )
        self.balance -= total
        if total:
            self._booked(app, f"{total:.2f}", at)
        items = [{key: item[key] for key in ("product", "quantity")} for item in self.lists[app, many]]
        order = {f"{one}_id": self._id(one), **values, "items": items, "total": f"{total:.2f}", "timestamp": _stamp(at)}
        self.lists[app, many].clear()
        self.lists[app, orders].append(order)
        return {one: order, **self._told()}

    def _chat(self, app: str, name: str, own: Api, values: Mapping[str, Any], at: datetime) -> dict[str, Any]:
        if name == "CreateConversation" or not self.conversation:
            self.conversation = self._id("conversation")
        turn = {
            "user_message": values["message"],
            "assistant_response": values["reply"],
            "conversation_id": self.conversation,
        }
        self.lists[app, own.names[1]].append(turn)
        return turn

    def _booked(self, payee: str, amount: str, at: datetime) -> None:
        self.lists["Chase", "transactions"].append(
            {"transaction_id": self._id("transaction"), "payee": payee, "amount": amount, "timestamp": _stamp(at)}
        )

    def _salary(self, at: datetime) -> None:
        """Once a month, before anything else of that month."""
        month = (at.year, at.month)
        if self.paid_for is not None and month > self.paid_for:
            self.balance += _SALARY
            self.lists["Chase", "transactions"].append(
                {"transaction_id": self._id("transaction"), "payer": "salary", "amount": f"{_SALARY}",
                 "timestamp": _stamp(at.replace(day=1, hour=6, minute=0, second=0))}
            )  # fmt: skip
        self.paid_for = max(month, self.paid_for or month)

    def _told(self) -> dict[str, Any]:
        return {"balance": f"{self.balance:.2f}", "currency": "USD"}


def _stamp(at: datetime) -> str:
    return at.strftime("%Y-%m-%d %H:%M:%S")
