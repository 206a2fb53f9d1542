"""How varied a body of text is: repetition, compression, vocabulary, duplicate paragraphs, distinct-n, self-BLEU.

One yardstick for every text here, invented or real, so that the two can be put side by side. Names, dates and
numbers are masked first where a measure says so.

Source: distinct-n, Li et al. 2016; self-BLEU, Zhu et al. 2018; vocabulary growth, Heaps 1978.
"""

import lzma
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain
from statistics import fmean

from microworlds.core.masking import grams, masked
from microworlds.core.text import WORD

_BLEU_ORDERS = range(1, 5)  # lengths of the sequences of words that BLEU-4 counts
MARKS = (10_000, 30_000, 100_000, 300_000)


def phrases(texts: Iterable[str], n: int = 8) -> list[Counter[tuple[str, ...]]]:
    """How often each masked ``n``-word sequence stands in each text."""
    return [Counter(grams(masked(text), n)) for text in texts]


def repetition_within(counted: Iterable[Counter[tuple[str, ...]]]) -> float:
    """Mean over texts of the share of their ``phrases`` that stand more than once in their text."""
    shares = [sum(count for count in own.values() if count > 1) / own.total() for own in counted if own]
    return fmean(shares) if shares else 0.0


def repetition_between(counted: Sequence[Counter[tuple[str, ...]]]) -> float:
    """Mean over texts of the share of their distinct ``phrases`` that another text has too.

    It grows with the number of texts: compare equal numbers.
    """
    seen = Counter(chain.from_iterable(counted))
    return fmean(sum(seen[gram] > 1 for gram in own) / len(own) for own in counted if own)


def compression_ratio(texts: Iterable[str]) -> float:
    """Mean over texts of bytes before over bytes after LZMA: templates compress well."""
    return fmean(len(raw) / len(lzma.compress(raw, preset=6)) for raw in map(str.encode, texts))


def vocabulary_growth(texts: Iterable[str], marks: Sequence[int] = MARKS) -> dict[int, int]:
    """Number of distinct lower-cased words among the first m words, for each mark m that the texts reach."""
    seen: set[str] = set()
    count = 0
    growth = {}
    for text in texts:
        for word in WORD.findall(text):
            count += 1
            seen.add(word.lower())
            if count in marks:
                growth[count] = len(seen)
    return growth


def duplicate_paragraphs(texts: Iterable[str], words: int = 8) -> float:
    """Share of paragraphs of at least ``words`` words that stand more than once, masked, in all texts together."""
    counts: Counter[tuple[str, ...]] = Counter()
    for text in texts:
        for line in text.splitlines():
            if len(line.split()) >= words:
                counts[tuple(masked(line))] += 1
    return sum(count for count in counts.values() if count > 1) / max(1, counts.total())


def distinct(texts: Iterable[str], n: int) -> float:
    """Distinct lower-cased ``n``-grams over all ``n``-grams: 1 when none repeats."""
    counts: Counter[tuple[str, ...]] = Counter()
    for text in texts:
        counts.update(grams([word.lower() for word in WORD.findall(text)], n))
    return len(counts) / max(1, counts.total())


def self_bleu(texts: Sequence[str]) -> float:
    """Mean BLEU-4 (0..1) of each text against all the others: lower is more varied.

    It grows with the number and length of the texts: compare equal numbers of similar ones.
    """
    if len(texts) < 2:
        return 0.0
    from sacrebleu.metrics import BLEU
    from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

    tokenizer = Tokenizer13a()
    tokens = [tokenizer(text.lower().rstrip()).split() for text in texts]
    counts = [[Counter(grams(own, n)) for n in _BLEU_ORDERS] for own in tokens]
    often: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for gram, count in (item for own in counts for each in own for item in each.items()):
        often[gram].append(count)
    # no more of a text's own count than another has: than the second most of all texts
    most = {gram: sorted(each)[-2] for gram, each in often.items() if len(each) > 1}
    scores = []
    for place, own in enumerate(counts):
        length, others = len(tokens[place]), [len(other) for at, other in enumerate(tokens) if at != place]
        scores.append(
            BLEU.compute_bleu(
                [sum(min(count, most.get(gram, 0)) for gram, count in each.items()) for each in own],
                [each.total() for each in own],
                length,
                min(others, key=lambda other: (abs(other - length), other)),
                smooth_method="exp",
                effective_order=True,
            ).score
        )
    return fmean(score / 100 for score in scores)


def spread(texts: Sequence[Sequence[str]], n: int = 8) -> tuple[float, tuple[str, ...]]:
    """The largest share of texts (as masked tokens) that have one ``n``-word sequence in common, and that sequence."""
    counts = Counter(gram for tokens in texts for gram in set(grams(tokens, n)))
    if not counts:
        return 0.0, ()
    gram, count = min(counts.items(), key=lambda item: (-item[1], item[0]))
    return count / len(texts), gram
