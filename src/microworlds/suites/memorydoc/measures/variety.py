"""How various the conversations, questions and documents are.

Source: issue 2, section 4 (with names, dates and numbers masked ...).
"""

from collections import Counter
from collections.abc import Sequence

from microworlds.core.masking import masked
from microworlds.core.records import Record
from microworlds.quality import diversity
from microworlds.suites.memorydoc.world import CATEGORIES, Judged

_SELF_BLEU = 60  # sessions compared with each other; it grows with their number
_BUNDLES = 38  # documents compared with each other; likewise


class Variety(Record):
    """Shares are of sessions, of questions, or of sequences of words in documents.

    For ``phrase_spread`` names are one word each, and so are titles of the world's documents.
    """

    sessions: int
    phrase_spread: float
    phrase_most_spread: str
    phrase_sessions: int
    questions: int
    questions_alike: int
    skeleton_most: float
    skeleton_most_count: int
    skeletons: dict[str, int]
    session_distinct_2: float
    session_distinct_3: float
    session_self_bleu: float
    utterance_words: float
    document_repetition_within: float
    document_repetition_between: float
    document_compression: float
    document_vocabulary: dict[str, int]
    document_duplicate_paragraphs: float


def variety(worlds: Sequence[Judged]) -> Variety:
    """The figures of all worlds together."""
    sessions = [session for item in worlds for session in item.bundle.conversations.sessions]
    names = frozenset(
        part.lower() for item in worlds for persona in item.bundle.scenario.personas for part in persona.name.split()
    ) | frozenset(part.lower() for item in worlds for part in item.bundle.scenario.client.split())
    texts = [
        _untitled(session.observation().text, item) for item in worlds for session in item.bundle.conversations.sessions
    ]
    share, phrase = diversity.spread([masked(text, names) for text in texts])
    pairs = [pair for item in worlds for pair in item.questions.pairs]
    skeletons = {pair.id: " ".join(masked(pair.question, names)) for pair in pairs}
    counts = Counter(skeletons.values())
    spoken = [" ".join(turn.text for turn in session.utterances) for session in sessions]
    turns = [turn for session in sessions for turn in session.utterances]
    documents = [document.text for item in worlds for document in item.bundle.documents][:_BUNDLES]
    phrases = diversity.phrases(documents)
    return Variety(
        sessions=len(sessions),
        phrase_spread=round(share, 4),
        phrase_most_spread=" ".join(phrase),
        phrase_sessions=round(share * len(sessions)),
        questions=len(pairs),
        questions_alike=len(pairs) - len({pair.question for pair in pairs}),
        skeleton_most=round(max(counts.values()) / len(pairs), 4),
        skeleton_most_count=max(counts.values()),
        skeletons={
            category: len({skeletons[pair.id] for pair in pairs if pair.category == category})
            for category in CATEGORIES
        },
        session_distinct_2=round(diversity.distinct(spoken, 2), 4),
        session_distinct_3=round(diversity.distinct(spoken, 3), 4),
        session_self_bleu=round(diversity.self_bleu(spoken[:_SELF_BLEU]), 4),
        utterance_words=round(sum(len(turn.text.split()) for turn in turns) / len(turns), 2),
        document_repetition_within=round(diversity.repetition_within(phrases), 4),
        document_repetition_between=round(diversity.repetition_between(phrases), 4),
        document_compression=round(diversity.compression_ratio(documents), 3),
        document_vocabulary={str(mark): count for mark, count in diversity.vocabulary_growth(documents).items()},
        document_duplicate_paragraphs=round(diversity.duplicate_paragraphs(documents), 4),
    )


def _untitled(text: str, world: Judged) -> str:
    """A text with one name in place of each title of a document of its world: however long, it is no phrase."""
    for title in sorted((document.title for document in world.bundle.documents), key=len, reverse=True):
        text = text.replace(title, "Title")
    return text
