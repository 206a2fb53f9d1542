"""Facts of opinions: captions, people, courts and days."""

import os
import subprocess
import sys

import pytest

from microworlds.core.records import Part
from microworlds.corpora.attributes import OPINION
from microworlds.corpora.extraction import opinion_facts
from microworlds.corpora.extraction.caselaw import court_judges
from microworlds.corpora.extraction.caselaw.opinion_layout import layout
from microworlds.corpora.extraction.document_facts import DocumentFact, legible, settle
from tests.opinion_texts import MODERN, found

OLD = """Harker v. Dell, 74 Quar. 118
HARKER v. DELL et al.
(Second Division. Port Anson.
June 9, 1901.)
No. 211.
1. Sales — Warranty.
A warranty of a horse runs to the buyer alone, and an appeal from an order of the County Court does not lie.
Motion for a new trial.
Denied.
T. R. Moss, for plaintiff.
Hale & Pruitt, for defendants.
MASONER, District Judge.
This suit was begun May 4, 1900, to recover the sum of $1,175, the price of a team. The plaintiff sold the team to Dell for $1,175. I am of the opinion that the warranty was waived by the long use of the team. The motion is therefore denied.
"""


def several(text, attribute):
    return [fact.value for fact in opinion_facts.facts(text) if fact.attribute == attribute]


@pytest.mark.parametrize(
    ("attribute", "value"),
    [
        ("appellant", "HALDEN FEED COMPANY"),
        ("appellee", "BOARD OF GRAIN CLAIMS"),
        ("docket", "No. 418, 2009"),
        ("court", "Commonwealth Court of Quarland"),
        ("argued_on", "Feb. 3, 2010"),
        ("decided_on", "May 18, 2010"),
        ("author", "COHN BRANNIGAN"),
        ("counsel_city", "Camp Hill"),
        ("tribunal_below", "Board of Grain Claims"),
        ("ruled_below_on", "September 14, 2009"),
        ("filed_on", "July 9, 2008"),
        ("incident_on", "March 2, 2007"),
        ("claimed", "$41,250"),
        ("issue", "whether a warehouse must weigh grain twice before it issues a receipt"),
        ("holding", "a warehouse need not weigh grain twice where the first weighing was certified"),
        ("standard", "de novo"),
        ("outcome", "REVERSED"),
        ("statute", "Section 31(b) of the Grain Warehouse Act"),
        ("earliest_precedent", "Pell v. Varga"),
    ],
)
def test_a_modern_opinion_gives_each_of_its_facts(attribute, value):
    assert found(MODERN)[attribute] == value


def test_lists_of_judges_and_lawyers_are_whole():
    assert several(MODERN, "panel") == ["STURGIS", "COHN BRANNIGAN", "McDOOLEY"]
    assert several(MODERN, "dissenter") == ["McDOOLEY"]
    assert several(MODERN, "counsel_appellant") == ["Lena T. Marsh"]
    assert several(MODERN, "counsel_appellee") == ["Owen P. Reddick", "Ida M. Bello"]


def test_what_is_said_of_a_precedent_or_supposed_is_no_fact_of_the_case():
    facts = found(MODERN)
    assert "award" not in facts
    assert "May 1, 1949" not in facts.values()
    assert "$77,000" not in facts.values()
    assert not any("insurer of every bushel" in value for value in facts.values())


@pytest.mark.parametrize(
    ("attribute", "value"),
    [
        ("plaintiff", "HARKER"),
        ("defendant", "DELL et al."),
        ("decided_on", "June 9, 1901"),
        ("docket", "No. 211"),
        ("author", "MASONER"),
        ("outcome", "denied"),
        ("filed_on", "May 4, 1900"),
        ("claimed", "$1,175"),
        ("price", "$1,175"),
        ("holding", "the warranty was waived by the long use of the team"),
    ],
)
def test_a_report_of_1901_gives_its_facts(attribute, value):
    assert found(OLD)[attribute] == value


def test_headnotes_about_appeals_name_no_tribunal_below():
    assert "tribunal_below" not in found(OLD)


CAPTIONS = {
    "western, with the court and date in brackets": (
        "JOHN HARKER v. SILAS DELL.\n(Supreme Court of Quarland. June 9, 1906.)\nNo. 14,211.\n"
        "Appeal from District Court, Shell County; A. W. Daner, Judge.\nJudgment for plaintiff. Affirmed.\n"
        "MASONER, J.\nThe judgment is affirmed.\nAll the Justices concurring.\n",
        {"court": "Supreme Court of Quarland", "decided_on": "June 9, 1906", "tribunal_below": "District Court, Shell County",
         "county": "Shell County", "judge_below": "A. W. Daner", "author": "MASONER", "outcome": "affirmed"},
        {"concurrer"},
    ),
    "federal, with doubled roles": (
        "UNITED STATES of America, Plaintiff-Appellee, v. Peter ORLOV, Defendant-Appellant.\nNo. 83-1234.\n"
        "United States Court of Appeals, Twelfth Circuit.\nArgued and Submitted Nov. 3, 1983.\nDecided March 4, 1984.\n"
        "Nora Field, San Francisco, Cal., for defendant-appellant.\n"
        "Before DUNWAY, Senior Circuit Judge, and KENT and ALARCO, Circuit Judges.\nDUNWAY, Senior Circuit Judge:\n"
        "Orlov appeals from his conviction. We affirm.\nAFFIRMED.\n",
        {"appellant": "Peter ORLOV", "defendant": "Peter ORLOV", "appellee": "UNITED STATES of America",
         "argued_on": "Nov. 3, 1983", "submitted_on": "Nov. 3, 1983", "author": "DUNWAY", "counsel_city": "San Francisco",
         "court": "United States Court of Appeals, Twelfth Circuit"},
        {"concurrer", "dissenter"},
    ),
    "Illinois, with a justice who delivers": (
        "THE PEOPLE OF THE STATE OF QUARLAND, Plaintiff-Appellee, v. JOHN DORAN, Defendant-Appellant.\n"
        "First District (3rd Division) No. 1-04-1234\nOpinion filed May 3, 2005.\n"
        "JUSTICE THEISSEN delivered the opinion of the court:\nThe judgment is affirmed.\nHOFFER, P.J., and KARN, J., concur.\n",
        {"author": "THEISSEN", "decided_on": "May 3, 2005", "appellant": "JOHN DORAN"},
        {"concurrer"},
    ),
    "Carolina, with the filing in brackets": (
        "STATE OF NORTH QUARLAND v. JOHN PRUDEN\nNo. COA01-123\n(Filed 5 March 2002)\nHUDSPETH, Judge.\n"
        "Defendant appeals from judgment entered upon his conviction.\nNo error.\nJudges WYNN and TYSEN concur.\n",
        {"docket": "No. COA01-123", "decided_on": "5 March 2002", "author": "HUDSPETH"},
        {"concurrer"},
    ),
    "Texas, with the opinion by a justice": (
        "John DOBIE, Appellant v. The STATE of Quarland, Appellee.\nNo. 05-09-00123-CR.\n"
        "Court of Appeals of Quarland, Dallam.\nAug. 3, 2010.\nRena Cole, Dallam, for Appellant.\n"
        "Before Justices MOSEY, MURPHREE, and MYERSON.\nOPINION\nOpinion By Justice MYERSON.\n"
        "John Dobie was convicted of robbery and sentenced to ten years in prison. On June 4, 2008, Dobie was arrested in Dallam.\n",
        {"author": "MYERSON", "decided_on": "Aug. 3, 2010", "sentence": "ten years", "incident_on": "June 4, 2008"},
        set(),
    ),
    "Massachusetts, with vs. and Present": (
        "COMMONWEALTH vs. John DOLE.\nNo. 09-P-123.\nAppeals Court of Quarland, Middlefield.\nArgued Jan. 5, 2010.\n"
        "Decided March 3, 2010.\nPresent: GREENE, GRASSI, & COHAN, JJ.\nJon Smythe, Boston, for the defendant.\nGREENE, J.\n"
        "A jury convicted the defendant of larceny.\nJudgment affirmed.\n",
        {"author": "GREENE", "defendant": "John DOLE", "outcome": "affirmed"},
        set(),
    ),
    "Ohio, with all dates in one bracket": (
        "THE STATE OF QUARLAND, APPELLEE, v. DEEDS, APPELLANT.\n"
        "(No. 2003-0123 — Submitted March 1, 2004 — Decided May 4, 2004.)\n"
        "APPEAL from the Court of Appeals for Hamlin County, No. C-123.\nPFIEFER, J.\nJudgment reversed.\n",
        {"submitted_on": "March 1, 2004", "decided_on": "May 4, 2004", "author": "PFIEFER", "appellant": "DEEDS",
         "tribunal_below": "Court of Appeals for Hamlin County"},
        set(),
    ),
    "New York, with v and no stop": (
        "The People of the State of New Quarland, Respondent, v John Dane, Appellant.\n"
        "Argued March 3, 2010; decided April 1, 2010\nOPINION OF THE COURT\nLIPPARD, Ch. J.\nThe order should be reversed.\n",
        {"argued_on": "March 3, 2010", "decided_on": "April 1, 2010", "author": "LIPPARD", "appellant": "John Dane"},
        set(),
    ),
    "Maine, where the opinion says who appeals": (
        "2010 QE 70\nSTATE of Quarland v. Rodney C. RACKHAM.\nSupreme Judicial Court of Quarland.\n"
        "Submitted on Briefs: July 7, 2010.\nDecided: July 27, 2010.\nPanel: SAWLEY, C.J., and ALDER, LEWY, and GORMEN, JJ.\n"
        "ALDER, J.\n[¶ 1] Rodney C. Rackham appeals from a judgment entered in the Superior Court (Androscog County, Delanty, J.). "
        "We affirm the judgment.\nThe entry is:\nJudgment affirmed.\n",
        {"appellant": "Rodney C. Rackham", "appellee": "STATE of Quarland", "tribunal_below": "Superior Court",
         "county": "Androscog County", "judge_below": "Delanty", "submitted_on": "July 7, 2010", "outcome": "affirmed"},
        set(),
    ),
}  # fmt: skip


@pytest.mark.parametrize("style", CAPTIONS)
def test_captions_of_other_courts_are_read(style):
    body, expected, absent = CAPTIONS[style]
    facts = found("X v. Y, 1 Q.R. 1\n" + body)
    assert {key: facts.get(key) for key in expected} == expected
    assert not absent & set(facts)


def test_parts_and_no_parts_give_the_same_facts():
    caption = MODERN.index("HALDEN FEED"), MODERN.index("OPINION BY")
    dissent = MODERN.index("DISSENTING")
    parts = (
        Part(id="c", start=caption[0], end=caption[1], title="caption"),
        Part(id="o1", start=caption[1], end=dissent, title="majority opinion by Judge COHN BRANNIGAN."),
        Part(id="o2", start=dissent, end=len(MODERN), title="dissent by Senior Judge McDOOLEY."),
    )
    assert opinion_facts.facts(MODERN, parts) == opinion_facts.facts(MODERN)


def test_a_dissent_inside_the_majoritys_part_is_told_apart():
    parts = (Part(id="o", start=MODERN.index("OPINION BY"), end=len(MODERN), title="majority opinion"),)
    assert [writing.role for writing in layout(MODERN, parts).writings] == ["main", "dissent"]


def test_every_fact_is_verbatim_and_known():
    for text in (MODERN, OLD):
        facts = opinion_facts.facts(text)
        assert all(text[fact.start : fact.end] == fact.value for fact in facts)
        assert all(fact.attribute in OPINION for fact in facts)
        assert list(facts) == sorted(facts, key=lambda fact: (fact.start, fact.end, fact.attribute))


def test_two_different_values_are_dropped_and_the_same_twice_is_one():
    same = [DocumentFact("decided_on", "May 3, 2005", 0, 11), DocumentFact("decided_on", "3 May 2005", 20, 30)]
    other = DocumentFact("decided_on", "May 4, 2005", 40, 51)
    text = " " * 60
    assert settle(text, same, OPINION) == (same[0],)
    assert settle(text, [*same, other], OPINION) == ()


def test_an_attribute_that_may_have_several_keeps_them_all():
    judged = [DocumentFact("panel", name, place, place + 5) for place, name in enumerate(("ABELL", "BAKER", "COLES"))]
    assert settle(" " * 60, judged, OPINION) == tuple(judged)


def test_consolidated_captions_and_several_dockets_yield_no_party_and_no_docket():
    text = MODERN.replace(
        "BOARD OF GRAIN CLAIMS, Respondent.",
        "BOARD OF GRAIN CLAIMS, Respondent. Ann Orr, Petitioner v. Board, Respondent.",
    ).replace("No. 418, 2009.", "Nos. 418, 2009 and 419, 2009.")
    assert not {"appellant", "appellee", "docket"} & set(found(text))


def test_a_judge_who_took_no_part_spoils_the_bench():
    note = "Judge STURGIS did not participate in the decision of this case.\nOPINION BY"
    assert several(MODERN.replace("OPINION BY", note, 1), "panel") == []


def test_an_unsigned_opinion_has_no_author():
    text = MODERN.replace("OPINION BY\nJudge COHN BRANNIGAN.", "PER CURIAM.", 1)
    assert "author" not in found(text)


@pytest.mark.parametrize(
    ("note", "names"),
    [
        ("Judge STURGIS files a dissenting opinion in which P.J. McDOOLEY joins.", ["STURGIS", "McDOOLEY"]),
        ("Judge STURGIS files a dissenting opinion in which nobody, as 2 clerks say, joins.", []),
        ("Judge STURGIS filed a dissenting opinion then. " + "In that case the grain was weighed once. " * 6, []),
    ],
)
def test_judges_who_join_a_dissent_are_named_with_it_or_nobody_is(note, names):
    text = MODERN[: MODERN.index("DISSENTING")] + note + "\n"
    assert several(text, "dissenter") == names


def test_a_bench_in_the_wrong_order_is_not_read():
    bench = "BEFORE: STURGIS, P.J., COHN, JUDGE, JR., and McDOOLEY, JJ."
    assert several(MODERN.replace(MODERN[MODERN.index("BEFORE:") : MODERN.index("\nOPINION BY")], bench), "panel") == []


@pytest.mark.parametrize(
    ("citation", "value"),
    [
        ("In Pell v. Varga, 9 Q.R. 4, 101 A.2d 77 (1954),", "Pell v. Varga"),
        ("So said the Claims Court. Pell v. Varga, 9 Q.R. 4, 101 A.2d 77 (1954),", "Pell v. Varga"),
        ("In Pell v. Varga, 109 Q.R. 4, 901 A.2d 77 (2004) (quoting Appeal of Lund, 1 A.2d 7 (1954)),", None),
        ("In Pell v. Varga, 9 Q.R. 4, 101 A.2d 77 (1954) (as in Lund v. Esk, 90 F. 4 (2d Cir. 1940)),", "Lund v. Esk"),
        ("In Pell v. Varga, 9 Q.R. 4, 101 A.2d 77 (1954) (as in Appeal of Lund, 1950 ME 127, 1 A.2d 7),", None),
        ("In Pell v. Varga, 9 Q.R. 4, 101 A.2d 77 (1954) (as in Appeal of Lund, 1 I. & N. Dec. 9 (BIA 1950)),", None),
    ],
)
def test_the_earliest_precedent_is_the_case_of_that_year(citation, value):
    text = MODERN.replace("In Pell v. Varga, 9 Q.R. 4, 101 A.2d 77 (1954),", citation)
    assert found(text).get("earliest_precedent") == value


def test_two_orders_below_give_no_day_of_the_ruling():
    text = MODERN.replace("the September 14, 2009, order", "the September 14, 2009, and October 2, 2009, orders")
    assert "ruled_below_on" not in found(text)


def test_an_interveners_complaint_does_not_begin_the_suit():
    text = MODERN.replace("filed a complaint against the warehouse", "filed a complaint in intervention")
    assert "filed_on" not in found(text)


def test_a_lawyers_line_with_an_unknown_piece_names_nobody_on_that_side():
    text = MODERN.replace(
        "Lena T. Marsh, Camp Hill, for petitioner.", "Lena T. Marsh, Quill Vance, x9, for petitioner."
    )
    assert several(text, "counsel_appellant") == []
    assert several(text, "counsel_appellee") == ["Owen P. Reddick", "Ida M. Bello"]


def test_notes_with_numbers_after_an_opinion_are_no_part_of_it():
    notes = "\n1. See the report of the harbor master.\n2. Id.\n3. Motion denied.\n"
    text = OLD.strip() + notes
    assert found(text)["outcome"] == found(OLD)["outcome"] == "denied"
    assert layout(text, ()).main.body == len(OLD.strip())
    paragraphs = "DOE, J.\n" + "".join(f"{place}. The facts are as follows.\n" for place in range(1, 9))
    numbered = "X v. Y, 1 Q.R. 1\nX v. Y.\n" + paragraphs + "9. Order reversed.\n"
    assert found(numbered)["outcome"] == "reversed"


def test_a_code_is_cited_without_the_word_that_points_to_it():
    sentence = "See Quar. Code § 4-11. By Quar. Code § 4-11 a weigher is bound. Quar. Code § 4-11 is plain."
    text = OLD.replace("The motion is therefore denied.", f"{sentence} The motion is therefore denied.")
    assert found(text)["statute"] == "Quar. Code § 4-11"


def test_the_town_of_counsel_stands_before_a_state_that_no_list_has():
    text = MODERN.replace(
        "Lena T. Marsh, Camp Hill, for petitioner.",
        "Lena T. Marsh and Rolf Quint, Esquires, of Marsh & Ord, Port Anson, Quarland, for petitioner.",
    )
    assert found(text)["counsel_city"] == "Port Anson"


def test_who_appeals_is_named_without_the_line_of_the_judge_above():
    text = OLD.replace("This suit was begun", "Abner Dell appeals from an order. This suit was begun").replace(
        "HARKER v. DELL et al.", "Ruth HARKER v. Abner DELL."
    )
    assert found(text.replace("MASONER, District Judge.", "MASONER, J."))["appellant"] == "Abner Dell"


def test_misread_names_are_passed_over():
    assert not court_judges.is_name("KFATUFY")
    assert not court_judges.is_name("PER CURIAM")
    assert court_judges.is_name("ORIE MELVIN")
    assert not legible("ap-pellee", "The appellee")
    assert legible("self-defense", "The appellee")


@pytest.mark.parametrize("text", ["", "\n", "x", "A v. B, 1 Q.R. 2", "PER CURIAM.", "v. v. v.\n\n(\n“" * 50])
def test_scraps_give_nothing_and_do_not_fail(text):
    assert opinion_facts.facts(text) == ()


def test_the_facts_do_not_depend_on_the_hash_seed():
    code = "import sys; from microworlds.corpora.extraction import opinion_facts; print(opinion_facts.facts(sys.stdin.read()))"
    shown = {
        subprocess.run(
            [sys.executable, "-c", code], input=MODERN, capture_output=True, text=True, check=True,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(shown) == 1
