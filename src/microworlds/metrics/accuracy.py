"""Accuracy without a judge: whether an answer says what is right, and nothing that was right before.

Source: ConvoMem 3.4 and A.4 (an answer is right or wrong; preferences and implicit connections by a rubric).
"""

import re
from collections.abc import Iterable

from microworlds.core.records import Answer, Gold
from microworlds.core.text import normalized
from microworlds.metrics.base import Metric

_ONE_OF = re.compile(r"Says one of: ([^.]*(?:\"[^\"]*\"[^.\"]*)*)\.")
_NONE_OF = re.compile(r"Proposes none of: ([^.]*(?:\"[^\"]*\"[^.\"]*)*)\.")
_QUOTED = re.compile(r'"([^"]+)"')
_CLAUSE = re.compile(r"[.;:!?]|, (?:and|but) ")
_DENIED = re.compile(
    r"\b(?:not|no|never|nor|none|nothing to|without|avoid|leave out|leave off|skip|instead of|rather than)\b|n['’]t\b",
    re.IGNORECASE,
)
_AFTER_ALL = re.compile(r"\b(?:why not|not only|no doubt|not to mention|(?:not|\w+n['’]t) hesitate)\b", re.IGNORECASE)
_COMPOUND = re.compile(r"(?<!\bnon)-", re.IGNORECASE)
_REACH = 60
"""Characters before a word within which a denial of it stands, in the same clause."""


def score(answer: Answer, gold: Gold) -> float | None:
    """1 if the answer is right, else 0; None where only a judge can tell.

    Right is, for a question that nothing answers, to abstain; for one with a rubric, to meet all its criteria, if each
    says by which words; else to say the answer, all of it if it is a list, or one of its other forms, and nothing
    stale.

    >>> gold = Gold(question="q", answer="May 4", answerable=True, evidence=(), labels={}, stale=("May 2",))
    >>> score(Answer(question="q", text="It is on May 4.", abstained=False), gold)
    1.0
    >>> score(Answer(question="q", text="May 2, then May 4", abstained=False), gold)
    0.0
    """
    if not gold.answerable:
        return float(answer.abstained)
    if gold.rubric is not None:
        verdicts = [meets(criterion, answer.text) for criterion in gold.rubric]
        if None in verdicts:
            return None
        return float(not answer.abstained and all(verdicts))
    return float(not answer.abstained and not stale(answer, gold) and says(answer, gold))


def says(answer: Answer, gold: Gold) -> bool:
    """Whether an answer says what the gold says, in one of its forms, the parts of a list in any order."""
    parts = gold.answer.split(", ") if gold.labels.get("answer_kind") == "list" else [gold.answer]
    return _says_all(answer.text, parts) or any(_says_all(answer.text, [form]) for form in gold.aliases)


def stale(answer: Answer, gold: Gold) -> bool:
    """Whether an answer gives a value that held before."""
    return not answer.abstained and any(_says_all(answer.text, [value]) for value in gold.stale)


def meets(criterion: str, text: str) -> bool | None:
    """Whether a text meets a criterion of a rubric, by the words that it quotes; None if it quotes none.

    What is wanted may be in the plural, or a part of a compound; what must not be proposed may be named to deny it.

    >>> meets('It minds the diet. Says one of: "vegan", "plant-based". Proposes none of: "cheese".', "A vegan pie.")
    True
    >>> meets('Says one of: "web". Proposes none of: "install".', "A web-based one: there's nothing to install.")
    True
    """
    wanted, unwanted = (
        _QUOTED.findall(found[1]) if (found := pattern.search(criterion)) else [] for pattern in (_ONE_OF, _NONE_OF)
    )
    if not wanted and not unwanted:
        return None
    apart = _COMPOUND.sub(" ", text)
    said = [word for word in wanted for form in (word, f"{word}s") if _says_all(apart, [_COMPOUND.sub(" ", form)])]
    return (bool(said) or not wanted) and not any(_proposes(text, word) for word in unwanted)


def _proposes(text: str, word: str) -> bool:
    """Whether a text says a word anywhere where it does not deny it.

    >>> _proposes("Walk outside, not in a meeting room.", "meeting room"), _proposes("No café. A hotel.", "hotel")
    (False, True)
    """
    for clause in _CLAUSE.split(_AFTER_ALL.sub("", text)):
        for found in re.finditer(rf"\b{re.escape(word)}s?\b(?!-free)", clause, re.IGNORECASE):
            if not _DENIED.search(clause[max(0, found.start() - _REACH) : found.start()]):
                return True
    return False


def _says_all(text: str, parts: Iterable[str]) -> bool:
    """Whether a text has the words of each part, in their order."""
    said = f" {normalized(text)} "
    return all(f" {normalized(part)} " in said for part in parts)


METRIC = Metric("accuracy", score)
