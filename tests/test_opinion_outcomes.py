"""Facts of opinions: what was done, held, ordered and awarded; and real opinions."""

import hashlib
import json
import zipfile
from pathlib import Path

import pytest

from microworlds.core import value_types
from microworlds.core.records import Part
from microworlds.corpora.extraction import opinion_facts
from microworlds.corpora.extraction.caselaw import merits
from microworlds.corpora.extraction.document_facts import Page, masked
from tests.opinion_texts import MODERN, found

CAP = Path("/work/shared/data/cap")


@pytest.mark.parametrize(
    ("ending", "outcome"),
    [
        ("Reversed and remanded.", "Reversed and remanded"),
        ("Affirmed in part, reversed in part.", "Affirmed in part, reversed in part"),
        ("The judgment is vacated, and the case is remanded for trial.", "vacated, and the case is remanded"),
        ("We therefore reverse the order of the trial court and remand for a hearing.", "reverse the order of the trial court and remand"),
        ("The order is affirmed. The order of costs is reversed.", None),
        ("The motion to vacate and set aside the sale will be denied.", "denied"),
        ("Under a bill of this kind relief cannot be granted.", None),
        ("The appeal at No. 12 of 2009 is quashed. Decree affirmed.", None),
        ("Doe is suspended from the practice of law. The petition is dismissed as moot.", None),
        ("It is ordered that the motion that the suit be dismissed, be, and it is hereby, sustained.", None),
        ("Where the motion shows that the plaintiff will be denied his right to appeal, we will hear it again.", None),
        ("So ordered.", None),
        ("Judgment affirmed.\nThe mate granted that the hatch stood open.", "affirmed"),
        ("14. Counsel for Dell Freight granted that the carter had left the gate open.", None),
        ("Mr. Harker denied having seen the mare.", None),
        ("The owner dismissed the drover.", None),
        ("Affirmed on other grounds.", "Affirmed"),
        ("1. The petition of the uncle is denied.\n2. The rights of the father end today.", None),
    ],
)  # fmt: skip
def test_the_outcome_covers_all_that_was_done_or_is_not_given(ending, outcome):
    text = "Title\nDOE, J.\nThe facts are brief.\n" + ending + "\n"
    page = Page.of(text, masked(text), text.index("DOE"), len(text))
    assert [fact.value for fact in merits.outcome(page, (0, 6))] == ([outcome] if outcome else [])


@pytest.mark.parametrize(
    "sentence",
    [
        "Because we conclude that the writ was late, we dismiss the appeal on that ground alone.",
        "Furthermore, we hold that the second count was barred by the statute of limitations.",
        "We hold that it was barred by the statute of limitations for written contracts.",
        "We hold that the count was barred, but we remand the case for trial.",
        "In Cole v. Dane, we hold that the count was barred by the statute of limitations.",
    ],
)
def test_what_only_looks_like_a_holding_is_none(sentence):
    text = MODERN.replace(
        "Accordingly, we hold that a warehouse need not weigh grain twice where the first weighing was certified.",
        sentence,
    )
    assert "holding" not in found(text)


@pytest.mark.parametrize(
    ("sentence", "value"),
    [
        ("The court sentenced Halden to three years to six years in prison.", "three years to six years"),
        ("Halden was sentenced to an aggregate term of eight to ten years of imprisonment.", "eight to ten years"),
        ("Halden was sentenced to life imprisonment and to two years in prison.", None),
        ("The statute provides that such a person may be sentenced to ten years in prison.", None),
    ],
)
def test_sentences_are_the_terms_imposed_in_this_case(sentence, value):
    assert found(MODERN.replace("Two experts were heard on the point.", sentence)).get("sentence") == value


@pytest.mark.parametrize(
    ("sentence", "attribute", "value"),
    [
        ("The jury awarded Halden $12,500 in damages.", "award", "$12,500"),
        ("The jury awarded Halden attorney fees of $12,500.", "award", None),
        ("Halden moved for summary judgment, saying that it sold barley for $610 at Dunmore.", "award", None),
        ("Halden was fined $500.", "fine", "$500"),
        ("Halden was ordered to pay restitution of $310.", "fine", None),
        ("The board ordered Halden to pay $310 in restitution.", "fine", None),
        ("The assessment was paid in June, with a penalty of $44.", "fine", None),
        ("Section 4 requires a first offender to pay a fine of $500.", "fine", None),
        ("A petition sought restitution in the amount of $90.", "fine", None),
        ("The elevator was sold to Orrin for $90,000.", "price", "$90,000"),
        ("Shares were sold for $9 per share.", "price", None),
        ("A miller swore that Orrin sold oats for $62 that morning.", "price", None),
        ("The agent thought that Orrin had bought barley for $75.", "price", None),
    ],
)
def test_sums_stand_beside_the_word_that_says_what_they_are(sentence, attribute, value):
    assert found(MODERN.replace("Two experts were heard on the point.", sentence)).get(attribute) == value


@pytest.mark.parametrize(
    ("sentence", "attribute", "value"),
    [
        ("In fairness to the trial judge, Orrin Milling called nobody.", "judge_below", None),
        ("Nothing bound the trial judge, Pell being absent.", "judge_below", None),
        ("The trial judge, the Honorable Ada R. Quill, heard both.", "judge_below", "Ada R. Quill"),
        ("It was heard by Hearing Officer Jane Farrow, who found for Halden.", "judge_below", "Jane Farrow"),
        ("On May 9, 2008, a weigher said that the foreman was struck.", "incident_on", "March 2, 2007"),
        ("Orrin, writing on May 9, 2008, thought that the barge was robbed at night.", "incident_on", "March 2, 2007"),
    ],
)
def test_what_somebody_says_and_who_is_merely_named_near_a_judge_is_no_fact(sentence, attribute, value):
    assert found(MODERN.replace("Two experts were heard on the point.", sentence)).get(attribute) == value


@pytest.mark.parametrize(
    ("line", "tribunal", "judge"),
    [
        ("Appeal from the Board of Grain Weights (File No. 88-12), Hon. Iris Cole.", "Board of Grain Weights", "Iris Cole"),
        ("Appeal from the County Court of Dunmore County, Iris B. Cole presiding.", "County Court of Dunmore County", "Iris B. Cole"),
        ("Appeal from the District Court, Fourth Division; I. B. Cole, Judge.", "District Court, Fourth Division", "I. B. Cole"),
        ("On appeal from the Assize Court at North Dunmore (Civ. No. 9).", "Assize Court at North Dunmore", None),
        ("Court Below: Probate Court of Quarland, Dunmore County, No. 6.", "Probate Court of Quarland, Dunmore County", None),
    ],
)  # fmt: skip
def test_the_line_of_a_caption_about_the_court_below_is_read_whole(line, tribunal, judge):
    text = f"X v. Y, 1 Q.R. 1\nX v. Y.\nSupreme Court of Quarland.\nNo. 6.\n{line}\nDOE, J.\nThe facts are brief.\nAffirmed.\n"
    assert (found(text).get("tribunal_below"), found(text).get("judge_below")) == (tribunal, judge)


def cases():
    for archive in sorted(CAP.glob("*/*.zip")):
        with zipfile.ZipFile(archive) as volume:
            for name in sorted(volume.namelist()):
                if name.startswith("json/") and name.endswith(".json"):
                    case = json.loads(volume.read(name))
                    if int(hashlib.sha256(str(case["id"]).encode()).hexdigest(), 16) % 6 == 0:
                        yield case


def opened(case):
    text = f"{case['name_abbreviation']}, {case['citations'][0]['cite']}\n"
    parts = [Part(id="caption", start=len(text), end=len(text) + len(case["casebody"]["head_matter"]), title="caption")]
    text += case["casebody"]["head_matter"] + "\n"
    for number, opinion in enumerate(case["casebody"]["opinions"]):
        parts.append(
            Part(
                id=f"o{number}",
                start=len(text),
                end=len(text) + len(opinion["text"]),
                title=f"{opinion['type']} opinion",
            )
        )
        text += opinion["text"] + "\n"
    return text, tuple(parts)


@pytest.mark.skipif(not CAP.exists(), reason="real opinions are not in this checkout")
def test_real_opinions_agree_with_their_metadata():
    dates = wrong = facts = 0
    longer = []
    opinion_facts.facts(*opened(next(cases())))  # loads eyecite
    for case in cases():
        text, parts = opened(case)
        found_here = opinion_facts.facts(text, parts)
        facts += len(found_here)
        assert all(text[fact.start : fact.end] == fact.value for fact in found_here)
        for fact in found_here:
            if fact.attribute == "decided_on" and len(case["decision_date"]) == 10:
                dates += 1
                day = value_types.parse_date(fact.value)
                wrong += day is None or str(day.whole()) != case["decision_date"]
        if len(text) > 3000 and "a3d" in str(case["citations"]).lower().replace(".", ""):
            longer.append(len(found_here))
    assert dates > 20
    assert wrong == 0
    assert sum(longer) / len(longer) >= 8
