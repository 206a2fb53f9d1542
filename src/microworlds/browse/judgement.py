"""What people's judgements say: human F1, how far people agree with the judges, and with each other.

Source: issue 5, section 4; MemoryDocDataSet 3.6 (kappa), 5.3 (F1), 6.4 (what it lacks); Krippendorff 2011.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from statistics import fmean

from microworlds.browse.human_annotations import HumanAnswer, HumanVerdict, why_not
from microworlds.browse.library import Library
from microworlds.core import stats
from microworlds.core.records import Answer, Record, Score
from microworlds.evaluation.report_tables import markdown, of_table
from microworlds.evaluation.tables import Table, frame, grid, interval, rounded, table
from microworlds.metrics import abstention, f1, false_abstention
from microworlds.suites import base as suites

PEOPLE, MAJORITY = "(all people)", "(majority of people)"  # no person can be called so: names have no brackets
_METRICS = (f1.METRIC, abstention.METRIC, false_abstention.METRIC)


class Pair(Record):
    """Two raters on the ``n`` pairs that both judged; null where chance alone would always agree, or n is 0.

    ``low`` and ``high`` bound kappa's 95% interval over worlds; null where all pairs are of one world.
    """

    one: str
    other: str
    n: int
    agreement: float | None
    kappa: float | None
    low: float | None
    high: float | None
    ac1: float | None


class Shared(Record):
    """All people together: Krippendorff's alpha over the ``n`` items that two or more of them judged."""

    what: str
    people: int
    n: int
    alpha: float | None


class Judgements(Record):
    """The figures, and a sentence for each judgement that is in none of them."""

    answers: dict[str, int]
    verdicts: dict[str, int]
    tables: dict[str, Table]
    with_judges: tuple[Pair, ...]
    between: tuple[Pair, ...]
    together: tuple[Shared, ...]
    shared_f1: dict[str, float | None]
    left_out: tuple[str, ...]


def judgements(library: Library, made: Iterable[HumanAnswer | HumanVerdict | str]) -> Judgements:
    """Everything that can be said of the judgements of a folder."""
    kept, left_out = sifted(library, made)
    worlds = {question.id: world for world, question in library.questions}
    answers = [one for one in kept if isinstance(one, HumanAnswer)]
    verdicts = [one for one in kept if isinstance(one, HumanVerdict)]
    judged = {
        "correct": _by_person((one.annotator, one.question, one.correct) for one in verdicts),
        "category": _by_person((one.annotator, one.question, one.category) for one in verdicts),
        "abstained": _by_person((one.annotator, one.question, one.abstained) for one in answers),
    }
    return Judgements(
        answers=Counter(one.annotator for one in answers),
        verdicts=Counter(one.annotator for one in verdicts),
        tables=tables(library, answers),
        with_judges=tuple(_with_judges(library, judged["correct"], worlds)),
        between=tuple(_pair(one, other, worlds) for one, other in combinations(judged["correct"].items(), 2)),
        together=tuple(_together(what, own) for what, own in judged.items() if len(own) > 1),
        shared_f1=_shared_f1(answers),
        left_out=tuple(left_out),
    )


def sifted(
    library: Library, made: Iterable[HumanAnswer | HumanVerdict | str]
) -> tuple[list[HumanAnswer | HumanVerdict], list[str]]:
    """What counts, and why the rest does not: the first judgement of each question, as it stands in this release.

    Names that differ in capitals alone are one person's, and become as they were written first.
    """
    questions = {question.id: library.seen(question) for _, question in library.questions}
    kept: dict[str, list[HumanAnswer | HumanVerdict]] = defaultdict(list)
    left_out: list[str] = []
    for one in made:
        why = one if isinstance(one, str) else _why_not(one, library, questions, kept[one.annotator.casefold()])
        if isinstance(one, str) or why:
            left_out.append(f"{why}; left out")
        else:
            own = kept[one.annotator.casefold()]
            own.append(one.model_copy(update={"annotator": own[0].annotator if own else one.annotator}))
    return [one for own in kept.values() for one in own], left_out


def _why_not(
    one: HumanAnswer | HumanVerdict,
    library: Library,
    questions: Mapping[str, str],
    before: Sequence[HumanAnswer | HumanVerdict],
) -> str | None:
    what = f"{one.annotator}'s {one.kind} to {one.question}"
    if one.question not in questions:
        return f"{what}: this release has no such question"
    if one.question not in library.gold:
        return f"{what}: this release has no gold of it"
    if one.seen != questions[one.question]:
        return f"{what}: the question, its gold or its evidence was another one then"
    return why_not(one, before)


def tables(library: Library, answers: Sequence[HumanAnswer]) -> dict[str, Table]:
    """Means and intervals over worlds as for systems: a row for each person, and the mean of all on each question."""
    if not answers:
        return {}
    scores = [Score(system=one.annotator, question=one.question, values=_values(library, one)) for one in answers]
    by_question: dict[str, list[Score]] = defaultdict(list)
    for score in scores:
        by_question[score.question].append(score)
    scores += [Score(system=PEOPLE, question=name, values=_mean(own)) for name, own in by_question.items()]
    data = frame(scores, library.gold)
    people = list(dict.fromkeys(score.system for score in scores))
    made = {}
    shown = suites.find(library.suite).labels
    wanted = [*((label, "f1") for label in shown.columns), (shown.main, "abstention"), (shown.main, "false_abstention")]
    for label, metric in wanted:
        columns = list(dict.fromkeys(own.labels[label] for own in library.gold.values() if label in own.labels))
        if columns:
            title = f"Human {metric.replace('_', ' ')} by {label}" + (
                ", answerable questions" if metric == "f1" else ""
            )
            made[f"{metric}_{label}"] = table(data, title, metric, label, sorted(columns), people, metric == "f1")
    return made


def _values(library: Library, own: HumanAnswer) -> dict[str, float | None]:
    answer = Answer(question=own.question, text="" if own.abstained else own.text, abstained=own.abstained)
    return {metric.name: metric.score(answer, library.gold[own.question]) for metric in _METRICS}


def _mean(own: Sequence[Score]) -> dict[str, float | None]:
    values = {name: [score.values[name] for score in own] for name in own[0].values}
    return {
        name: fmean(v for v in every if v is not None) if None not in every else None for name, every in values.items()
    }


Labels = Mapping[str, Mapping[str, bool]]  # person, question, label
Rater = tuple[str, Mapping[str, bool]]


def _by_person(found: Iterable[tuple[str, str, bool]]) -> dict[str, dict[str, bool]]:
    made: dict[str, dict[str, bool]] = {}
    for person, question, label in sorted(found):
        made.setdefault(person, {})[question] = label
    return made


def _with_judges(library: Library, people: Labels, worlds: Mapping[str, str]) -> Iterator[Pair]:
    """Each person, and the majority of people (ties are no majority), with each judge."""
    judges: dict[str, dict[str, bool]] = defaultdict(dict)
    for own in library.verdicts.values():
        for verdict in own:
            judges[f"({verdict.judge} judge)"].update(verdict.correctness)
    raters = [*people.items(), *([(MAJORITY, _majority(people))] if len(people) > 1 else [])]
    return (_pair(person, judge, worlds) for person in raters for judge in judges.items())


def _majority(people: Labels) -> dict[str, bool]:
    votes: dict[str, list[bool]] = defaultdict(list)
    for own in people.values():
        for question, label in own.items():
            votes[question].append(label)
    return {question: sum(own) * 2 > len(own) for question, own in votes.items() if sum(own) * 2 != len(own)}


def _pair(one: Rater, other: Rater, worlds: Mapping[str, str]) -> Pair:
    both = sorted(one[1].keys() & other[1].keys())
    mine, theirs = ([labels[question] for question in both] for _, labels in (one, other))
    low, high = stats.kappa_interval(mine, theirs, [worlds[question] for question in both]) or (None, None)
    return Pair(
        one=one[0],
        other=other[0],
        n=len(both),
        agreement=rounded(stats.raw_agreement(mine, theirs)),
        kappa=rounded(stats.cohens_kappa(mine, theirs)),
        low=rounded(low),
        high=rounded(high),
        ac1=rounded(stats.gwets_ac1(mine, theirs)) if both else None,
    )


def _together(what: str, people: Labels) -> Shared:
    items: dict[str, list[bool]] = defaultdict(list)
    for own in people.values():
        for question, label in own.items():
            items[question].append(label)
    shared = [own for own in items.values() if len(own) > 1]
    return Shared(what=what, people=len(people), n=len(shared), alpha=rounded(stats.krippendorffs_alpha(shared)))


def _shared_f1(answers: Sequence[HumanAnswer]) -> dict[str, float | None]:
    """Of every two people, the mean F1 of one's answer against the other's, where both gave one in words."""
    given: dict[str, dict[str, str]] = {}
    for answer in answers:
        given.setdefault(answer.annotator, {})
        if not answer.abstained:
            given[answer.annotator][answer.question] = answer.text
    made = {}
    for one, other in combinations(sorted(given), 2):
        both = sorted(given[one].keys() & given[other].keys())
        overlaps = [f1.overlap(given[one][question], given[other][question]) for question in both]
        made[f"{one}, {other}"] = rounded(fmean(overlaps)) if overlaps else None
    return made


def page(own: Judgements) -> str:
    """The figures in Markdown."""
    return "\n\n".join(_parts(own)) + "\n"


def _parts(own: Judgements) -> Iterator[str]:
    names = sorted({*own.answers, *own.verdicts})
    rows = [[name, str(own.answers.get(name, 0)), str(own.verdicts.get(name, 0))] for name in names]
    yield f"# Human judgement\n\n{grid(['person', 'answers', 'verdicts'], rows)}"
    yield "Intervals are 95%, from how whole worlds differ; none where only one world has answers."
    for each in own.tables.values():
        if any(cell.n for row in each.rows.values() for cell in row.values()):
            yield f"## {each.title}\n\n{markdown(of_table(each, every_column=True))}"
    if own.with_judges:
        yield f"## People and judges: is the answer right?\n\n{_pairs(own.with_judges)}"
    if own.between:
        yield f"## Between people: is the answer right?\n\n{_pairs(own.between)}"
    if own.together:
        rows = [[one.what, str(one.people), str(one.n), _number(one.alpha)] for one in own.together]
        yield "## All people together\n\n" + grid(["label", "people", "n", "Krippendorff's alpha"], rows)
    if own.shared_f1:
        rows = [[pair, _number(value)] for pair, value in own.shared_f1.items()]
        yield "## Between people: F1 of one's answers against the other's\n\n" + grid(["people", "F1"], rows)
    yield f"## Left out ({len(own.left_out)})\n\n" + ("\n".join(f"- {one}" for one in own.left_out) or "Nothing.")


def _pairs(found: Sequence[Pair]) -> str:
    rows = [
        [
            f"{one.one}, {one.other}",
            str(one.n),
            _number(one.agreement),
            _number(one.kappa) + ("" if one.kappa is None else interval(one.low, one.high)),
            _number(one.ac1),
        ]
        for one in found
    ]
    return grid(["raters", "n", "agreement", "Cohen's kappa", "Gwet's AC1"], rows)


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"
