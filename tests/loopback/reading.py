"""Tasks that read: facts of a text, memories of a session, answers from passages, judgments of pairs."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from tests.loopback.protocols import Json
from tests.loopback.writing import SLIP

_MONTH = r"(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*\.?"
_DATE = rf"{_MONTH} \d{{1,2}}, \d{{4}}"
_MONEY = r"\$\d[\d,]*(?:\.\d\d)?(?: (?:million|billion))?"
_NAME = r"[A-Z][a-z]+(?: [A-Z]\.)? (?:Mc|Van |De |O')?[A-Z][a-z]+"
_COUNT = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|eighteen|twenty|twenty-four|thirty|forty-five|"
    r"sixty|ninety|\d+)"
)
_TERM = rf"{_COUNT}(?: \(\d+\))?(?: (?:calendar|business|full|consecutive))?[ -](?:day|week|month|year)s?"
# attribute: pattern whose first group is the value; several if there may be more than one
_PATTERNS: dict[str, tuple[str, ...]] = {
    "docket": (r"^(?:Docket )?(No\. [^\n(]*?[\w)])\.?$",),
    "court": (r"^\(?([A-Z][\w' ]*(?:Court|Division)[\w', ]*?)\. ?",),
    "decided_on": (rf"(?:Decided|Filed|Opinion filed):? ({_DATE})", rf"^({_DATE})\.?$", rf"\. ({_DATE})\.\)$"),
    "argued_on": (rf"Argued:? ({_DATE})",),
    "submitted_on": (rf"Submitted(?: on [Bb]riefs)?:? ({_DATE})",),
    "author": (r"^(?:Presiding Judge |Judge |Justice )?([A-Z]{4,})(?:, (?:C\.? ?J|P\.? ?J|J|Chief Justice|Justice|Judge)\b[^\n]{0,6})[.:]?$",),
    "panel": (r"(?:Before|BEFORE|Panel|PRESENT|Present):? ([A-Z]{4,})\b", r"(?:C\.J\.|Chief Justice),? and ([A-Z]{4,})\b"),
    "appellant": (r"^([A-Z][^\n]*?)(?:, Plaintiff Below)?, (?:Appellant|Petitioner)\b",),
    "appellee": (r" v\. ([^\n]*?)(?:, Defendant Below)?, (?:Appellee|Respondent|Petitioner)\b",),
    "plaintiff": (r"^([A-Z][^\n]*?), Plaintiff\b",),
    "defendant": (r" v\. ([^\n]*?), Defendant\b",),
    "counsel_appellant": (rf"^({_NAME})[^\n]*for (?:the )?(?:appellant|petitioner|plaintiff)",),
    "counsel_appellee": (rf"^({_NAME})[^\n]*for (?:the )?(?:appellee|respondent|defendant|State)",),
    "counsel_city": (r", (?:of )?([A-Z][a-z]+)(?:, [A-Z][a-z]+)?, for (?:the )?(?:appellant|petitioner)",),
    "tribunal_below": (r"(?:[Aa]ppeal from|Court Below:|judgment of) (?:the )?([A-Z][\w' ]*Court[\w', ]*?)(?:[;.]| which| convict| enter)",
                       r"the ([A-Z][\w ]*Court of [\w ]*County)"),
    "judge_below": (rf"Judge ({_NAME})\b", r"; ([A-Z]\. [A-Z]\. [A-Z][a-z]+), Judge"),
    "ruled_below_on": (rf"and on ({_DATE}) (?:found|gave|ruled|entered|held|awarded|dismissed)",),
    "filed_on": (rf"(?:filed|begun|brought|commenced) on ({_DATE})",),
    "incident_on": (rf"(?:died|arrested|struck|fell|killed|collided|signed|taken|burned|stopped)[^.\n]{{0,60}} on ({_DATE})", rf"[Oo]n ({_DATE})"),
    "outcome": (r"(?:[Ww]e (?:\w+ )?|is |are |be |must be )((?:affirm|revers|vacat|dismiss|remand)(?:ed?|s)?(?: and remand(?:ed)?)?)\b",),
    "sentence": (rf"(?:sentence|imprison|suspen|prison|jail)[^.\n]{{0,60}}? ({_TERM})",),
    "award": (rf"(?:award|verdict|damages|compensat|judgment for)[^.\n]{{0,60}}?({_MONEY})",),
    "fine": (rf"(?:fine|fined|penalty|restitution)[^.\n]{{0,40}}?({_MONEY})",),
    "price": (rf"(?:price|sold|sale|bought|lease[sd]?|paid)[^.\n]{{0,60}}?({_MONEY})",),
    "claimed": (rf"(?:claim|demand|owed|shortage|due|loss|bill)[^.\n]{{0,60}}?({_MONEY})",),
    "county": (r"\b([A-Z][a-z]+ County)\b",),
    "statute": (r"((?:[A-Z][\w.]* )+(?:§|[Ss]ection) ?[\d.:-]+\w*(?:\(\w\))*)", r"(§ ?[\d.:-]+\w*)"),
    "holding": (r"(?:[Ww]e|court) (?:hold|held|conclude[sd]?|find) that ([^.;\n]{15,160})",),
    "issue": (r"(?:question is|issue is|decide|is) (whether [^.;\n]{15,160})",),
    "standard": (r"(abuse of discretion|de novo|clear(?:ly)? error(?:eous)?|substantial evidence)",),
    # agreements
    "name": (r"^(?:THIS |This )?([A-Z][A-Za-z ]*(?:AGREEMENT|Agreement|LEASE|Lease|CONTRACT|Contract))\b",),
    "party": (r"(?:between|and|by) ([A-Z][\w&.,' ]*?(?:Inc\.|LLC|Corp\.|Corporation|Company|Ltd\.|L\.P\.|Co\.|LLP|GmbH))",),
    "effective_on": (rf"(?:effective|made|entered into)[^.\n]{{0,60}}? ({_DATE})",),
    "signed_on": (rf"(?:dated|signed|executed)[^.\n]{{0,60}}? ({_DATE})",),
    "expires_on": (rf"(?:expire|until|through|end)[^.\n]{{0,60}}? ({_DATE})",),
    "term": (rf"(?:initial term|Initial Term|term of|period of)[^.\n]{{0,60}}? ({_TERM})",),
    "renewal_term": (rf"(?:renew|extend)[^.\n]{{0,80}}? ({_TERM})",),
    "renewal_notice": (rf"(?:non-?renew|not to renew|intention)[^.\n]{{0,90}}? ({_TERM})",),
    "convenience_notice": (rf"(?:convenience|any reason|without cause)[^.\n]{{0,90}}? ({_TERM})",),
    "cure_period": (rf"(?:cure|remed)[^.\n]{{0,90}}? ({_TERM})",),
    "governing_law": (r"laws? of (?:the )?(?:State of |Commonwealth of )?([A-Z][a-z]+(?: [A-Z][a-z]+)?)",),
    "forum": (r"courts? (?:located )?(?:in|of|at) (?:the )?(?:[A-Z]\w+ of )?([A-Z][a-z]+)", r"arbitration in ([A-Z][a-z]+)"),
    "arbitration_body": (r"rules of the ([A-Z][\w ]*(?:Association|Chamber|Institute|Centre|Center|Board))",),
    "liability_cap": (rf"(?:liab|aggregate|exceed)[^.\n]{{0,120}}?({_MONEY})",),
    "insurance_minimum": (rf"(?:insur)[^.\n]{{0,120}}?({_MONEY})",),
    "late_interest": (r"(?:interest|late)[^.\n]{0,80}?(\d+(?:\.\d+)?(?:%| percent| per cent))",),
    "payment_period": (rf"(?:invoice|pay)[^.\n]{{0,80}}? ({_TERM})",),
    "royalty": (r"(?:royalt|commission)[^.\n]{0,80}?(\d+(?:\.\d+)?(?:%| percent| per cent))",),
    "upfront_payment": (rf"(?:upfront|signing|initial (?:payment|fee))[^.\n]{{0,80}}?({_MONEY})",),
    "minimum_purchase": (rf"(?:minimum|at least)[^.\n]{{0,80}}?({_MONEY})",),
    "confidentiality_survival": (rf"(?:onfidential|secre)[^.\n]{{0,120}}? ({_TERM})",),
    "warranty_period": (rf"(?:arrant)[^.\n]{{0,120}}? ({_TERM})",),
    "audit_notice": (rf"(?:audit|inspect)[^.\n]{{0,120}}? ({_TERM})",),
    "records_retention": (rf"(?:records|books)[^.\n]{{0,120}}? ({_TERM})",),
    "non_compete": (rf"(?:compet|solicit)[^.\n]{{0,120}}? ({_TERM})",),
    "force_majeure_limit": (rf"(?:orce majeure|beyond its)[^.\n]{{0,120}}? ({_TERM})",),
    "signatory": (rf"(?:By|Name): ({_NAME})",),
}  # fmt: skip
_CITED = re.compile(r"([A-Z][\w.' ]{2,40} v\. [A-Z][\w.&' ]{2,40}?), \d+ [A-Z][\w. ]{1,14} \d+[^()\n]{0,12}\((\d{4})\)")


def facts(system: str, user: str, rng: random.Random) -> Json:
    """What patterns find of the listed attributes, each with a quote that stands in the text once."""
    head, _, text = user.partition("The text:\n")
    if not text:
        head, _, text = user.rpartition("\n\n")
    text = text.strip("\n")
    found = []
    for name, gloss in re.findall(r"^- (\w+): (.*)$", head, re.M):
        values = list(_values(name, text))[: 3 if "several" in gloss else 1]
        for start, value in values:
            slip = rng.random()
            if slip < SLIP:
                continue
            quote = _quote(text, start, value)
            if quote is not None:
                said = value if slip > 2 * SLIP else value.upper() + "."
                found.append({"attribute": name, "value": said, "quote": quote})
    return {"facts": found}


def _values(name: str, text: str) -> Iterator[tuple[int, str]]:
    if name == "earliest_precedent":
        cited = min(_CITED.finditer(text), key=lambda found: int(found[2]), default=None)
        if cited:
            yield cited.start(1), cited[1]
    seen: set[str] = set()
    for pattern in _PATTERNS.get(name, ()):
        for found in re.finditer(pattern, text, re.M):
            value = found[1].strip().rstrip(",")
            if value not in seen:
                seen.add(value)
                yield found.start(1) + found[1].index(value), value


def _quote(text: str, start: int, value: str) -> str | None:
    """The value with as many words around it, of one line, as make it unique."""
    left = text.rfind("\n", 0, start) + 1
    right = text.find("\n", start)
    right = len(text) if right < 0 else right
    begin, end = start, start + len(value)
    while text.count(text[begin:end]) > 1 or text.find(value, begin, end) != start:
        if begin == left and end == right:
            return None
        begin = max(left, text.rfind(" ", left, max(left, begin - 1)) + 1) if begin > left else left
        space = text.find(" ", end + 1, right)
        end = right if space < 0 else space
    return text[begin:end]


def memories(system: str, user: str, rng: random.Random) -> Json:
    """The longest utterances, retold."""
    said = re.findall(r"^(\S+) ([A-Z][^:\n]+): (.+)$", user.partition("\n\n")[2], re.M)
    most = int((re.search(r"at most (\d+)", user) or ["", "10"])[1])
    ranked = sorted(said, key=lambda turn: -len(turn[2]))[: rng.randint(max(1, most - 3), most)]
    return {"facts": [{"text": f"{who} said: {what}", "utterances": [id_]} for id_, who, what in ranked]}


_SHAPES = (
    (r"\b(?:when|date|day|on which)\b", rf"{_DATE}|\d{{4}}-\d\d-\d\d|{_MONTH} \d{{1,2}}"),
    (r"\b(?:how much|amount|price|fee|cost|award|fine|claimed|cap|payment)\b", _MONEY),
    (r"\b(?:how long|how many|length|quantity|term|period|notice|sentence)\b", rf"{_TERM}|\b\d[\d,]*\b(?: [a-z]+)?"),
    (r"\b(?:who|owner|judge|author|counsel|dissent|outside|panel|signatory)\b", rf"{_NAME}|[A-Z]{{4,}}"),
)  # fmt: skip


def answer(system: str, user: str, rng: random.Random) -> Json:
    """A span of the sentence that shares most words with the question, or the reserved word."""
    context, _, rest = user.rpartition("\nThe question is asked on")
    asked = rest.partition("Question: ")[2].removesuffix("Answer:").strip()
    wanted = _content(asked)
    sentences = [one.strip() for one in re.split(r"(?<=[.!?])\s+|\n", context) if len(one.strip()) > 10]
    scored = sorted(sentences, key=lambda one: -len(wanted & _content(one)))[:5]
    if not scored or not wanted & _content(scored[0]) or rng.random() < 0.08:
        return {"text": "ABSTAIN"}
    if re.match(r"(?:is|are|was|were|did|does|do|has|have)\b", asked, re.I):
        return {"text": rng.choice(("yes", "no"))}
    for cue, shape in _SHAPES:
        if re.search(cue, asked, re.I):
            for sentence in scored:
                if found := re.search(shape, sentence):
                    return {"text": found[0]}
    words = scored[0].split()
    start = rng.randrange(max(1, len(words) - 8))
    return {"text": " ".join(words[start : start + rng.randint(2, 8)])}


def locate(system: str, user: str, rng: random.Random) -> Json:
    """The texts whose ids the question has, there or not, unless told off for one; else those that the talk names.

    "None of them" in a question is believed.
    """
    said, _, rest = user.partition("\n\nHow the texts begin:\n\n")
    texts, _, asked = rest.partition("\n\nThe question is asked on")
    strange = set(re.findall(r"\bt\d+\b", asked.partition("What was written for this before was refused")[2]))
    question = asked.partition("Question: ")[2].partition("\n")[0]
    named = [id_ for id_ in re.findall(r"\bt\d+\b", question) if id_ not in strange]
    if named or "none of them" in question:
        return {"texts": [{"text": id_, "utterances": []} for id_ in named]}
    turns = re.findall(r"^\((u\d+)\) (.+)$", said, re.M)
    found = []
    for id_, head in re.findall(r"^\((t\d+)\) (.+)$", texts, re.M):
        leading = [turn for turn, words in turns if len(_content(words) & _content(head)) > 1]
        fit = len(_content(question) & _content(f"{head} {' '.join(dict(turns)[turn] for turn in leading)}"))
        found += [(-fit, id_, leading)] if leading and fit else []
    return {"texts": [{"text": id_, "utterances": leading} for _, id_, leading in sorted(found)]}


def _content(text: str) -> set[str]:
    return {word for word in re.findall(r"[a-z]+|\d[\d,]*", text.lower()) if len(word) > 3 or word[0].isdigit()}


def judgment(system: str, user: str, rng: random.Random) -> Json:
    """A label for each pair: whether the words of its answer stand in its evidence, and a strict judge's doubts."""
    strict = "sceptical" in system.lower()
    labels, flagged = [], []
    pairs = re.split(r"^(\S+) \(([\w ]+); ((?:not )?answerable)\)\nQ: ", user, flags=re.M)[1:]
    for id_, _, answerable, block in zip(*(pairs[place::4] for place in range(4)), strict=True):
        said = re.search(r"\nA: (.*)\n((?:.|\n)*)", block)
        words = _content(said[1]) if said else set()
        covered = len(words & _content(said[2])) / len(words) if said and words else 1.0
        doubt = (0.35 if covered < 0.5 and answerable == "answerable" else 0.02) * (2 if strict else 1)
        right = rng.random() >= doubt
        labels.append(
            {"pair": id_, "answer_correct": right, "category_fits": rng.random() >= (0.1 if strict else 0.03)}
        )
        if not right or (strict and rng.random() < 0.1):
            flagged.append(id_)
    if labels and rng.random() < SLIP:
        labels.pop()
    scores = [rng.choice((3, 4, 4, 5) if strict else (4, 5, 5)) for _ in range(3)]
    return {
        "persona_consistency": scores[0],
        "temporal_coherence": scores[1],
        "document_grounding_accuracy": scores[2],
        "labels": labels,
        "flagged_qa_ids": flagged,
        "notes": "Read once from start to end; the pairs that are flagged deserve a second look.",
    }


def grade(system: str, user: str, rng: random.Random) -> Json:
    """Correct if the expected answer stands in the answer, letter for letter."""
    expected = re.search(r"^(?:Expected answer|The question has no answer\. Why): (.*)$", user, re.MULTILINE)
    answer = user.split("-----")[1].strip()
    assert expected is not None
    same = expected.group(1).rstrip(".").lower() in answer.lower()
    return {"reason": "It says so." if same else "It does not say so.", "label": "correct" if same else "incorrect"}
