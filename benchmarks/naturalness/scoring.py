"""Filled forms and the key in, means, differences, agreement and the control out.

A text's mark is the mean of its raters'. Differences are between texts of one rank by length, ours and those that they
are compared with; intervals are over texts, by Student's t within the bounds of the scale (core/stats.py).

Source: Cohen 1968 (weighted kappa).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import date
from itertools import combinations
from pathlib import Path
from statistics import fmean

import numpy as np
from pydantic import ValidationError

from microworlds.core import stats
from microworlds.core.errors import UserError
from microworlds.quality.ratings import CONTROL, SCALES, Agreement, Group, Mark, Rating, Scale

from .sheet import AGAINST, CONTROLS, KINDS, Key, Marks, seal

Filled = Mapping[int, Marks]


def key(path: Path) -> Key:
    """The key of a sheet.

    Raises:
        UserError: it cannot be read, or was changed after the sheet was made.
    """
    try:
        own = Key.model_validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        raise UserError(f"{path}: no key of a sheet: {type(error).__name__}.") from error
    if seal(own.items) != own.seal:
        raise UserError(f"{path}: its seal is broken: it was changed after the sheet was made.")
    return own


def filled(path: Path, own: Key) -> Filled:
    """The marks of one rater by item.

    Raises:
        UserError: an item is missing, there twice or not in the sheet, or has a mark that is none (names it).
    """
    found: dict[int, Marks] = {}
    known = {item.item for item in own.items}
    for number, line in enumerate(_lines(path), start=1):
        marks = _marks(line, f"{path}, line {number}")
        where = f"{path}, item {marks.item}"
        if marks.seal != own.seal:
            raise UserError(f"{where}: of another sheet: its seal is {marks.seal!r}, that of the key {own.seal!r}.")
        if marks.item not in known:
            raise UserError(f"{where}: the sheet has no such item.")
        if marks.item in found:
            raise UserError(f"{where}: there twice.")
        for scale in SCALES:
            mark = getattr(marks, scale)
            if mark is None or not 1 <= mark <= 5:
                raise UserError(f"{where}: {scale} is {mark}, not a whole number from 1 to 5.")
        found[marks.item] = marks
    if missing := sorted(known - set(found)):
        raise UserError(f"{path}: {len(missing)} items are missing, the first is item {missing[0]}.")
    return found


def _lines(path: Path) -> list[str]:
    try:
        return [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"cannot read {path}: {error}") from error


def _marks(line: str, where: str) -> Marks:
    try:
        return Marks.model_validate_json(line)
    except ValidationError as error:
        try:
            item = f", item {json.loads(line)['item']}"
        except (ValueError, KeyError, TypeError):
            item = ""
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"])) or "the line"
        raise UserError(f"{where}{item}: {field}: {first['msg']}.") from error


def rating(own: Key, forms: Sequence[Filled], raters: Sequence[str], made: date) -> Rating:
    """All that the forms say; ``raters`` tells in words what each was.

    Raises:
        UserError: fewer than two forms, or not as many descriptions.
    """
    if len(forms) < 2 or len(raters) != len(forms):
        raise UserError(f"{len(forms)} forms and {len(raters)} raters: give two forms or more, and --who for each.")
    names = [name for kind in KINDS.values() for name in kind]
    present = [name for name in names if any(item.group == name for item in own.items)]
    return Rating(
        made=made,
        seal=own.seal,
        raters=tuple(raters),
        control=tuple(_fallen(own, form, name) for name in present if name in CONTROLS for form in forms),
        agreement={scale: _agreement(forms, scale) for scale in SCALES},
        groups=tuple(_group(own, forms, name, AGAINST.get(name)) for name in present),
    )


def _fallen(own: Key, form: Filled, control: str) -> float:
    """How far a rater's coherence falls from whole texts to those that are spoiled on purpose."""
    whole, broken = (
        fmean(form[item.item].coherence or 0 for item in own.items if item.group == name)
        for name in (CONTROLS[control], control)
    )
    return round(whole - broken, 2)


def _group(own: Key, forms: Sequence[Filled], name: str, against: str | None) -> Group:
    items = [item for item in own.items if item.group == name]
    beside = {item.pair: item.item for item in own.items if item.group == against}
    # a group of another size, the control, has no pairs
    pairs = [(item.item, beside[item.pair]) for item in items] if len(beside) == len(items) else []
    return Group(
        name=name,
        release=items[0].release,
        items=len(items),
        means={scale: _mark([_mean(forms, item.item, scale) for item in items], (1, 5)) for scale in SCALES},
        against=against if beside else None,
        differences={
            scale: _mark([_mean(forms, one, scale) - _mean(forms, other, scale) for one, other in pairs], (-4, 4))
            for scale in SCALES
            if pairs
        },
    )


def _mean(forms: Sequence[Filled], item: int, scale: Scale) -> float:
    return fmean(getattr(form[item], scale) for form in forms)


def _mark(values: Sequence[float], bounds: stats.Bounds) -> Mark:
    found = stats.estimates(np.array(values)[:, None], [str(at) for at in range(len(values))], bounds)[0]
    low, high = (None if end is None else round(end, 2) for end in (found.low, found.high)) if found else (None, None)
    return Mark(mean=round(fmean(values), 2), low=low, high=high)


def _agreement(forms: Sequence[Filled], scale: Scale) -> Agreement:
    """Means over pairs of raters."""
    marks = [[getattr(form[item], scale) for item in sorted(form)] for form in forms]
    pairs = list(combinations(marks, 2))
    return Agreement(
        correlation=_defined([correlation(*pair) for pair in pairs]),
        kappa=_defined([weighted_kappa(*pair) for pair in pairs]),
    )


def _defined(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return round(fmean(known), 3) if known else None


def correlation(one: Sequence[int], two: Sequence[int]) -> float | None:
    """Pearson's; None where a rater gave one mark throughout.

    >>> round(correlation([1, 2, 3, 4], [1, 3, 3, 5]) or 0, 3)
    0.949
    """
    if len(set(one)) < 2 or len(set(two)) < 2:
        return None
    return float(np.corrcoef(one, two)[0, 1])


def weighted_kappa(one: Sequence[int], two: Sequence[int]) -> float | None:
    """Agreement beyond chance, two marks apart four times as bad as one; None where all marks are one.

    kappa = 1 - mean (a_i - b_i)^2 / mean over all i, j of (a_i - b_j)^2

    >>> weighted_kappa([1, 1, 5, 5], [1, 5, 5, 5])
    0.5
    """
    a, b = np.array(one, dtype=np.float64), np.array(two, dtype=np.float64)
    chance = float(((a[:, None] - b[None, :]) ** 2).mean())
    return 1 - float(((a - b) ** 2).mean()) / chance if chance else None


def told(own: Rating) -> str:
    """The rating as Markdown tables; what makes it worthless comes first, in capitals."""
    lines = [*_verdict(own), "", f"Sheet {own.seal}, raters: {'; '.join(own.raters)}.", ""]
    lines += _table(
        ["texts", "n", *SCALES],
        [[group.name, str(group.items), *(str(group.means[scale]) for scale in SCALES)] for group in own.groups],
    )
    compared = [group for group in own.groups if group.differences]
    lines += ["", "Differences, texts paired by length:", ""]
    lines += _table(
        ["texts", "less", *SCALES],
        [[g.name, g.against or "", *(str(g.differences[scale]) for scale in SCALES)] for g in compared],
    )
    rows = [[name, *(_number(getattr(own.agreement[scale], field)) for scale in SCALES)]
            for name, field in (("correlation", "correlation"), ("kappa, squared weights", "kappa"))]  # fmt: skip
    return "\n".join([*lines, "", "Agreement of raters:", "", *_table(["", *SCALES], rows)]) + "\n"


def _verdict(own: Rating) -> list[str]:
    if not own.control:
        return ["THIS RATING COUNTS FOR NOTHING: IT HAS NO CONTROL. Make the sheet with LoCoMo (--locomo)."]
    fell = ", ".join(f"{value:.2f}" for value in own.control)
    if not own.counts:
        return [
            f"THIS RATING COUNTS FOR NOTHING: SHUFFLING OR MIXING COSTS {fell} IN COHERENCE, BY RATER, "
            f"AND MUST COST AT LEAST {CONTROL} WITH EACH."
        ]
    return [f"Control kept: shuffling or mixing costs {fell} in coherence, by rater (at least {CONTROL} with each)."]


def _number(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.2f}"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    marks = ["---" if at == 0 else "--:" for at in range(len(head))]
    return [f"| {' | '.join(row)} |" for row in (head, marks, *rows)]
