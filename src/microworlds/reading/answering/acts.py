"""What an utterance does rather than says: could you is asking, I'll is taking on, how about is proposing."""

from __future__ import annotations

import re
from functools import cache

from microworlds.reading.answering import lexicon, wording

_ACTS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("assign", wording.words("""
        (?:can|could|would|will) (?:you|somebody|someone) | please | i['’]d like you to | i would like you to
        | i want you to | i need you to | have a look | you (?:are|take|do|handle) | wants me to | asked me
    """)),
    ("volunteer", wording.words("""
        i['’]ll | i will | i can | let me | happy to | leave it (?:to|with) me | give it to me | on it | glad(?:ly)?
    """)),
    ("recommend", wording.words("""
        what about | how about | shall we | should we | could we | why don['’]t we | let['’]s | i['’]d | my vote
        | in my (?:humble )?(?:opinion|view) | if you ask me | have a look at
    """)),
    ("promise", wording.words("""
        you['’]ll have | you (?:will|shall) have | i promise | you can count on | will be with you
        | i['’]ll have (?:it|them)
    """)),
    ("send", wording.words("""
        in your (?:inbox(?:es)?|e-?mail|mail|mailboxes) | you(?:['’]ve| have)? (?:all )?(?:got|received) (?:it|a copy)
        | attached | (?:i|we)(?:['’]ve| have)? (?:just )?sent | here['’]s (?:a|the) (?:link|copy)
    """)),
    ("request", wording.words("""
        has (?:anybody|anyone|somebody|someone) got | does (?:anybody|anyone|somebody|someone) have | who has
        | (?:can|could) (?:anybody|anyone|somebody|someone) (?:send|share|get|find) | where can i find
    """)),
    ("dislike", wording.words("""
        i['’]?m (?:not sure|less) | gives? me a headache | i don['’]t (?:like|trust|love|buy)
    """)),
)  # fmt: skip


@cache
def _numbered() -> tuple[tuple[int, re.Pattern[str]], ...]:
    """The synonym class that each act stands for, by one of its words."""
    return tuple((lexicon.classes(lexicon.term(word))[0], pattern) for word, pattern in _ACTS)


def classes(text: str) -> set[int]:
    """Numbers of the synonym classes of what a text does."""
    return {number for number, pattern in _numbered() if pattern.search(text)}
