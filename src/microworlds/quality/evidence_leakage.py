"""What tells texts with evidence from fillers by how they are written: classifiers of length and of words.

Each is trained on some groups (personas) and asked about the others; its AUC says what a system could learn without
knowing what is asked. .5 is nothing.

Source: ConvoMem 3.2 (fillers are generated like the rest, so that style tells nothing).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from microworlds.core.records import Record
from microworlds.quality.shortcuts.leaks import auc

_FOLDS = 3
_FIT = 10.0  # how closely the classifiers fit
_FEATURES = 60_000  # most words, and most character sequences, that are looked at
_KEPT = 300  # of them that differ most between evidence and fillers: a sign may be a few words in a long text
_LEAST = 3  # texts that have one


@dataclass(frozen=True)
class Told:
    """A text of a group, and in how many questions it is evidence, and a filler."""

    group: str
    text: str
    evidence: int
    filler: int


class Leak(Record):
    """The AUC of a classifier with its interval; ``by`` is what it looks at."""

    by: str
    value: float
    low: float | None
    high: float | None


def leaks(texts: Sequence[Told]) -> list[Leak]:
    """What length, words, and sequences of characters tell, each by a logistic classifier of its own.

    Nothing of texts of one group, or if none is a filler.
    """
    if len({own.group for own in texts}) < 2 or not any(own.filler for own in texts):
        return []
    return [_leak(name, texts, features) for name, features in _FEATURE_SETS.items()]


# from the places of texts known and of texts asked about, a matrix of each: texts x features
Split = Callable[[Sequence[int], Sequence[int]], tuple[Any, Any]]


def _leak(by: str, texts: Sequence[Told], features: Callable[[Sequence[str]], Split]) -> Leak:
    rows, labels, clusters = [], [], []
    groups = sorted({own.group for own in texts})
    split = features([own.text for own in texts])
    for fold in range(min(_FOLDS, len(groups))):
        mine = frozenset(groups[fold::_FOLDS])
        asked = [at for at, own in enumerate(texts) if own.group in mine]
        known = [at for at, own in enumerate(texts) if own.group not in mine]
        scores = _scores([texts[at] for at in known], *split(known, asked))
        for own, score in zip([texts[at] for at in asked], scores, strict=True):
            rows += [score] * (own.evidence + own.filler)
            labels += [True] * own.evidence + [False] * own.filler
            clusters += [own.group] * (own.evidence + own.filler)
    found = auc(np.array(rows), np.array(labels), clusters, turned=False)
    return Leak(by=by, value=round(found.value, 2), low=_rounded(found.low), high=_rounded(found.high))


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 2)


def _scores(known: Sequence[Told], train: Any, test: Any) -> NDArray[np.float64]:
    """How much each of the texts asked about (``test``) is like evidence, by what is known of the others."""
    from sklearn.linear_model import LogisticRegression

    weights = [np.array([getattr(own, name) for own in known], dtype=np.float64) for name in ("evidence", "filler")]
    weights = [own / max(own.sum(), 1) for own in weights]
    if train.shape[1] > _KEPT:
        kept = _telling(train, *weights)
        train, test = train[:, kept], test[:, kept]
    # every text is known twice, as evidence and as a filler, as much as it is one
    model = LogisticRegression(max_iter=300, C=_FIT * len(known))
    labels = [1] * len(known) + [0] * len(known)
    model.fit(_doubled(train), labels, sample_weight=np.concatenate(weights))
    scores: NDArray[np.float64] = np.round(model.decision_function(test), 4)
    return scores


def _telling(matrix: Any, evidence: NDArray[np.float64], filler: NDArray[np.float64]) -> NDArray[np.int64]:
    """The features whose presence differs most, in units of chance."""
    there = (matrix > 0).astype(np.float64)
    mine, theirs = there.T @ evidence, there.T @ filler
    mean = (mine + theirs) / 2
    order = np.argsort(-np.round(np.abs(mine - theirs) / np.sqrt(mean * (1 - mean) + 1e-6), 6), kind="stable")
    return np.sort(order[:_KEPT])


def _doubled(matrix: Any) -> Any:
    from scipy.sparse import issparse, vstack

    return vstack([matrix, matrix]) if issparse(matrix) else np.vstack([matrix, matrix])


def _length(texts: Sequence[str]) -> Split:
    def measured(places: Sequence[int]) -> NDArray[np.float64]:
        own = np.array([[len(texts[at]), texts[at].count("\n") + 1] for at in places], dtype=np.float64)
        return np.log(own)

    def split(known: Sequence[int], asked: Sequence[int]) -> tuple[Any, Any]:
        train = measured(known)
        return train - train.mean(axis=0), measured(asked) - train.mean(axis=0)

    return split


def _words(texts: Sequence[str]) -> Any:
    """How often each text has each word and each two in a row: a matrix."""
    from sklearn.feature_extraction.text import CountVectorizer

    return CountVectorizer(ngram_range=(1, 2)).fit_transform(texts)


def characters(texts: Sequence[str]) -> Any:
    """How often each text has each sequence of three to five characters of a word: a matrix.

    Sequences are counted once in each word, and words in the texts.
    """
    from sklearn.feature_extraction.text import CountVectorizer

    words = CountVectorizer(analyzer=lambda text: text.lower().split())
    often = words.fit_transform(texts)
    within = CountVectorizer(analyzer="char_wb", ngram_range=(3, 5)).fit_transform(words.get_feature_names_out())
    counts = often @ within
    counts.sort_indices()
    return counts


def _tfidf(counted: Callable[[Sequence[str]], Any]) -> Callable[[Sequence[str]], Split]:
    """What ``TfidfVectorizer`` makes of texts known and asked about; features are counted once, for all folds."""

    def features(texts: Sequence[str]) -> Split:
        from sklearn.feature_extraction.text import TfidfTransformer

        counts = counted(texts)

        def split(known: Sequence[int], asked: Sequence[int]) -> tuple[Any, Any]:
            own = counts[known]
            kept = np.flatnonzero(np.bincount(own.indices, minlength=own.shape[1]) >= _LEAST)
            often = np.asarray(own.sum(axis=0)).ravel()[kept]
            kept = np.sort(kept[(-often).argsort()[:_FEATURES]])
            weights = TfidfTransformer(sublinear_tf=True).fit(own[:, kept])
            return weights.transform(own[:, kept]), weights.transform(counts[asked][:, kept])

        return split

    return features


_FEATURE_SETS: dict[str, Callable[[Sequence[str]], Split]] = {
    "length": _length,
    "words": _tfidf(_words),
    "characters": _tfidf(characters),
}
