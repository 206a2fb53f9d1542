"""Facts of the body of an opinion: what was argued, found, ruled and quoted, and who and how much it was about."""

import pytest

from microworlds.corpora.attributes import OPINION
from microworlds.corpora.extraction import opinion_facts, regex
from microworlds.corpora.extraction.caselaw.bodies import FINDERS
from tests.opinion_texts import found

CAPTION = """Ruth Garnet v. Tolland Mills, 31 Q.R. 402
Ruth GARNET, Appellant v. TOLLAND MILLS, INC., Appellee.
No. 77, 2009.
Commonwealth Court of Quarland.
Decided May 18, 2010.
OPINION BY
Judge STURGIS.
Ruth Garnet (Claimant) appeals from an order of the Board of Grain Claims.
"""


def body(*paragraphs):
    """The facts of an opinion with these paragraphs."""
    return found(CAPTION + "\n".join(paragraphs) + "\n")


def several(attribute, *paragraphs):
    facts = opinion_facts.facts(CAPTION + "\n".join(paragraphs) + "\n")
    return [fact.value for fact in facts if fact.attribute == attribute]


STATED = {
    "alleged": (
        "In March she filed a complaint alleging that the mill had kept her last pay without cause.",
        "the mill had kept her last pay without cause",
    ),
    "appellant_argument": (
        "On appeal, Claimant argues that the notice was a day late, but we need not decide it.",
        "the notice was a day late",
    ),
    "appellee_argument": (
        "Tolland responds that it mailed the notice in good time.",
        "it mailed the notice in good time",
    ),
    "found_below": (
        "The Board found as a fact that the scale had been sealed in May, and dismissed her claim.",
        "the scale had been sealed in May",
    ),
    "ruling_below": (
        "The Board denied Claimant’s request for a second weighing because it came too late.",
        "denied Claimant’s request for a second weighing",
    ),
    "motion": (
        "The trial court granted the mill’s motion to strike the second affidavit on June 3.",
        "motion to strike the second affidavit",
    ),
    "verdict": ("The jury returned a verdict in favor of the mill.", "in favor of the mill"),
    "rule": (
        "It is well settled that a receipt binds the house that issued it. Pell v. Varga, 9 Q.R. 4 (1954).",
        "a receipt binds the house that issued it",
    ),
    "burden": (
        "The claimant has the burden of proving that the scale was false.",
        "The claimant has the burden of proving that the scale was false",
    ),
    "conceded": (
        "Claimant concedes that she signed the ticket before the second load arrived.",
        "she signed the ticket before the second load arrived",
    ),
    "stipulated": (
        "The parties stipulated that the elevator held nine cars of barley that day.",
        "the elevator held nine cars of barley that day",
    ),
    "testimony": (
        "Her brother testified that the clerk had read the dial from across the yard.",
        "the clerk had read the dial from across the yard",
    ),
    "rejected": (
        "We reject the mill’s contention that a clerk may waive the second weighing.",
        "a clerk may waive the second weighing",
    ),
    "reason": (
        "Because the ticket names no second weighing at all, we reverse.",
        "the ticket names no second weighing at all",
    ),
    "remanded_for": (
        "The order is reversed and the matter is remanded for a new weighing of the ninth car.",
        "a new weighing of the ninth car",
    ),
    "offense": (
        "Claimant was later convicted of theft by deception and sentenced to probation.",
        "theft by deception",
    ),
    "issues_raised": ("Claimant raises three issues.", "three"),
    "injury": ("She sustained an injury to her left wrist at the hopper.", "an injury to her left wrist"),
    "sought": ("Claimant sought damages for the spoiled barley of two seasons.", "damages for the spoiled barley of two seasons"),
    "employer": ("Her husband had been employed by Harrow Freight as a driver.", "Harrow Freight"),
    "occupation": ("Her husband had been employed by Harrow Freight as a night driver.", "a night driver"),
    "age": ("At the time she was forty-one years old.", "forty-one"),
    "acreage": ("The mill stands on a tract of 62.5 acres by the river.", "62.5"),
    "hired_on": ("She was hired on April 3, 2001, to keep the books.", "April 3, 2001"),
    "agreement_on": ("On May 9, 2003, the parties entered into a storage agreement.", "May 9, 2003"),
    "arrested_on": ("She was arrested on June 7, 2004, at the mill.", "June 7, 2004"),
    "died_on": ("Her husband died on July 1, 2005.", "July 1, 2005"),
    "hearing_on": ("The Board held a hearing on August 8, 2008.", "August 8, 2008"),
    "appealed_on": ("On October 2, 2008, Claimant filed a notice of appeal.", "October 2, 2008"),
    "loan": ("To build it she signed a promissory note in the amount of $85,000.", "$85,000"),
    "rent": ("The monthly rent was $640.", "$640"),
    "wage": ("She had an average weekly wage of $512.40 then.", "$512.40"),
    "expenses": ("She had medical expenses of $7,310 that year.", "$7,310"),
    "policy_limit": ("Its policy limits were $100,000.", "$100,000"),
    "offered": ("The mill offered to settle for $2,500.", "$2,500"),
    "paid": ("She paid the mill $1,200 on account.", "$1,200"),
    "tax": ("The county assessed the tract at $48,000.", "$48,000"),
    "relied_on": ("Claimant relies on Pell v. Varga, 9 Q.R. 4, 101 A.2d 77 (1954).", "Pell v. Varga"),
    "followed": ("Pell v. Varga, 9 Q.R. 4, 101 A.2d 77 (1954), controls this appeal.", "Pell v. Varga"),
    "distinguished": ("Unlike Pell v. Varga, 9 Q.R. 4, 101 A.2d 77 (1954), no grain was lost here.", "Pell v. Varga"),
    "quoted_case": (
        "A receipt is “a promise to give back what was weighed.” Pell v. Varga, 9 Q.R. 4, 101 A.2d 77 (1954).",
        "Pell v. Varga",
    ),
    "precedent_held": (
        "In Pell v. Varga, we held that a receipt need not name the car. We cited Pell v. Varga often.",
        "a receipt need not name the car",
    ),
    "quoted_statute": ("Section 12 of the Scales Act provides: “Every scale shall be sealed.”", "Section 12 of the Scales Act"),
}  # fmt: skip


@pytest.mark.parametrize("attribute", STATED)
def test_what_the_body_states_is_found(attribute):
    paragraph, value = STATED[attribute]
    assert body(paragraph).get(attribute) == value


NOT_STATED = {
    "no party's own word": ("appellant_argument", "The witness claims the bag and argues with the clerk."),
    "an argument not made": ("appellant_argument", "Claimant does not argue that the notice was late."),
    "a claim, a noun": ("appellee_argument", "The mill’s claim that it was late fails."),
    "what another case found": ("found_below", "In Pell v. Varga, 9 Q.R. 4 (1954), the Board found that the scale was false."),
    "what is still of another case": (
        "found_below",
        "Pell v. Varga, 9 Q.R. 4 (1954), was such a case. The Board found that the scale was false and short.",
    ),
    "a contention about a ruling": ("ruling_below", "She contends that the Board denied the mill’s request for costs."),
    "a ruling on nothing named": ("ruling_below", "The Board denied the motion."),
    "a ruling cut at its object": ("ruling_below", "The Board granted the petitions filed against both the mill and its carter."),
    "a ruling with an exception": (
        "ruling_below",
        "The Board affirmed all findings of the examiner, with the exception of the second weighing.",
    ),
    "a ruling in another suit": (
        "ruling_below",
        "She had brought a separate action against the carter. The trial court dismissed the complaint about the sacks.",
    ),
    "a ruling that was feared": ("ruling_below", "It asked for a stay in the event that the court denied reconsideration."),
    "a party's words on a case": (
        "precedent_held",
        "The mill argues that in Pell v. Varga, 9 Q.R. 4 (1954), we held that a receipt need not name the car.",
    ),
    "two pieces of land": ("acreage", "It is one parcel of 33.5 acres and one parcel of 91 acres."),
    "a home": ("acreage", "She resided at her 800-acre estate."),
    "two arrests": ("arrested_on", "On June 7, 2004, she was arrested. On May 2, 2005, she was also arrested."),
    "a person worked for": ("employer", "Her brother, a broker, had worked for Harrow as a clerk."),
    "a price to be paid": ("paid", "In consideration for payment of $1,200 the mill was to deliver the car."),
    "a debt discharged": ("paid", "She paid the $1,200 due under the judgment."),
    "a passage set off": ("holding", "The Board wrote:\nWe hold that the clerk may waive the second weighing."),
    "a clause that points back": ("rule", "It is well settled that this provision of it binds the house."),
    "a clause that is cut": ("found_below", "The Board found that where a scale is false, and that the clerk knew, it binds."),
    "a supposed burden": ("burden", "On that view the mill would bear the burden of proving that the scale was true."),
    "a list of crimes cut short": ("offense", "He was convicted of theft by deception, Conspiracy, and Arson."),
    "a list of counts cut at a bracket": (
        "offense",
        "Claimant was convicted of theft by deception (Class D), and two counts of fraud (Class E).",
    ),
    "somebody else's crime": ("offense", "At the trial below, Harlan pleaded guilty to theft by deception."),
    "one crime of two": ("verdict", "The jury found Claimant guilty of fraud at the scale and tampering with a seal."),
    "an appeal to a lower court": ("appealed_on", "On October 2, 2008, Claimant appealed the fine to the trial court."),
    "a case that says the like": (
        "quoted_case",
        "He called it “the plainest promise that a mill can make.” Cf. Pell v. Varga, 9 Q.R. 4, 101 A.2d 77 (1954).",
    ),
    "an expert of the case relied on": (
        "expert",
        "She relies on the Harrow Mills case. The mill in Harrow Mills called a surveyor, Donna Kulp, Ph.D., as well.",
    ),
    "an argument of another case": ("appellant_argument", "In the Pell case, Claimant argues that the notice was a day late."),
    "a hearing on a side issue": ("hearing_on", "The Board held a suppression hearing on August 8, 2008."),
    "a section of nothing named": (
        "statute",
        "Section 31 is short. The clerk cited Section 31(a) of the Scales Act. Section 31(b) is longer. We read Section 31.",
    ),
    "what anyone may be charged with": ("offense", "Any person may be charged with theft by deception."),
    "a verb that is no loan": ("loan", "We note that in May the price was of $40."),
    "two ages": ("age", "She was forty-one years old, and he was thirty years old. Claimant was fifty years old."),
    "the land of a statute": ("acreage", "Congress reduced the claim to 20 acres."),
    "a job that is none": ("occupation", "He worked as a general rule in the yard."),
    "work with somebody": ("employer", "Both parties worked with Harrow Freight."),
    "a remand that is not ordered": ("remanded_for", "A remand for a new weighing would serve no useful purpose."),
    "what was announced": ("agreement_on", "On May 9, 2003, the mill announced that it had signed a lease."),
    "a case that controls nothing": ("followed", "We do not agree that Pell v. Varga, 9 Q.R. 4 (1954), controls."),
    "a likeness on one point": ("followed", "We note that, as in Pell v. Varga, 9 Q.R. 4 (1954), the grain was dry."),
    "a case that is told apart, too": (
        "followed",
        "Here, as in Pell v. Varga, the grain was dry. Unlike Pell v. Varga, 9 Q.R. 4 (1954), it was sold.",
    ),
    "what the court below followed": (
        "followed",
        "The ruling of the Board was that the weight is controlled by Pell v. Varga, 9 Q.R. 4 (1954).",
    ),
    "an argument that says nothing": ("appellant_argument", "Claimant insists that the ticket supports her argument."),
    "a motion of another case": ("motion", "The court has granted the mill’s motion to strike in the Harrow Freight case."),
    "what somebody else sought": ("sought", "In that year Harrow Freight sought damages for the spoiled barley."),
    "a list without its end": (
        "holding",
        "We hold that the bill was paid in May, that the note was void, and that the clerk may keep the second ticket.",
    ),
    "a number cut short": ("quoted_statute", "Under that Act, 53 Q.R.S. § 12 provides: “Every scale shall be sealed.”"),
    "the argument of a side that appeals as well": (
        "appellee_argument",
        "Tolland cross-appeals. Tolland contends that the scale was sealed in May.",
    ),
    "a name that is no case": ("distinguished", "Unlike Harrow Freight, the mill kept books."),
    "an argument of the parties'": ("distinguished", "Claimant argues that Pell v. Varga, 9 Q.R. 4 (1954), is distinguishable."),
}  # fmt: skip


@pytest.mark.parametrize("case", NOT_STATED)
def test_what_is_not_of_this_case_or_no_answer_is_passed_over(case):
    attribute, paragraph = NOT_STATED[case]
    assert attribute not in body(*paragraph.split("\n"))


def test_a_ruling_goes_on_to_its_end_and_a_firm_has_a_name():
    assert body("The court granted an order for protection from abuse and set a day.")["ruling_below"] == (
        "granted an order for protection from abuse"
    )
    assert body("She worked for HFC as a clerk.")["employer"] == "HFC"


def test_the_first_of_several_arguments_counts_and_its_tail_does_not():
    facts = body(
        "Claimant first argues that: (1) the seal was broken in June; and (2) the clerk was not sworn.",
        "Claimant also argues that the ninth car was never weighed.",
    )
    assert facts["appellant_argument"] == "the seal was broken in June"


WHOLE = {
    "what follows a note's number": (
        "stipulated",
        "The parties agree that the scale was sealed in May.3 So framed, the question is who broke the seal.",
        "the scale was sealed in May",
    ),
    "the one after not the other": (
        "testimony",
        "Quill testified that she sent the ticket not to the mill, but rather to the clerk.",
        "she sent the ticket not to the mill, but rather to the clerk",
    ),
    "a verb after a motion": (
        "motion",
        "The orders denying the motion to strike and weigh again are affirmed.",
        "motion to strike and weigh again",
    ),
}


@pytest.mark.parametrize("case", WHOLE)
def test_a_value_ends_where_its_thought_does(case):
    attribute, paragraph, value = WHOLE[case]
    assert body(paragraph).get(attribute) == value


def test_a_provision_may_stand_with_its_place_in_the_code():
    said = " provides: “Every scale shall be sealed.”"
    assert several("quoted_statute", f"Section 12 of the Scales Act, 53 Q.S. § 912{said}") == [
        "Section 12 of the Scales Act"
    ]
    assert several("quoted_statute", f"Specifically, 53 Q.S. § 912{said}") == ["53 Q.S. § 912"]


def test_witnesses_are_named_once_and_are_people():
    text = (
        "Dr. Lena Marsh, a chemist, testified for the mill. Marsh testified at length.",
        "The testimony of Owen P. Reddick was brief. Without the testimony of Ida Bello nothing was shown.",
        "Claimant testified. Her Mother testified. Lena Quill examined the sacks, and Quill testified on them.",
    )
    assert several("witness", *text) == ["Dr. Lena Marsh", "Owen P. Reddick", "Quill"]
    assert (
        several("witness", "The Bureau of Scale Safety testified.", "Scale Safety, Dr. Anne-Marie Oyl, testified.")
        == []
    )
    assert several("expert", "Rolf Quint, M.D., saw her twice. Ada Holm, a surveyor, drew the plan.") == [
        "Rolf Quint",
        "Ada Holm",
    ]


def test_a_dissent_says_what_it_would_have_done():
    text = (
        "DISSENTING OPINION BY\nSenior Judge McDOOLEY.\nI respectfully dissent. I would affirm the order of the Board."
    )
    filler = "The scale stood by the river, and the clerk read it each morning before the first car came in. " * 4
    assert body(filler, text)["dissent_view"] == "affirm the order of the Board"


def test_what_a_dissent_would_do_were_it_otherwise_is_not_its_view():
    text = "DISSENTING OPINION BY\nSenior Judge McDOOLEY.\nWere the scale true, I would affirm the order of the Board."
    filler = "The scale stood by the river, and the clerk read it each morning before the first car came in. " * 4
    assert "dissent_view" not in body(filler, text)


def test_a_crime_is_the_partys_own_and_an_appeal_is_to_this_court():
    assert body("Garnet pleaded guilty to theft by deception.")["offense"] == "theft by deception"
    assert body("On May 4, 2009, she appealed to this Court.")["appealed_on"] == "May 4, 2009"


def test_a_section_is_named_with_the_title_or_article_that_it_is_of():
    section = "Title 11, Section 35 of the Quarland Code"
    assert body(f"{section} is plain. Section 35 binds a clerk. Section 35 stands.")["statute"] == section


def test_a_bare_remand_is_no_outcome_and_a_heading_names_no_judge():
    assert "outcome" not in body("We remand this matter.")
    assert "judge_below" not in body("The Trial Judge Abused His Discretion By Relying On The Ticket.")


def test_a_sentence_of_probation_or_of_somebody_else_is_no_sentence():
    assert "sentence" not in body("Claimant was convicted and sentenced to two years of probation in jail matters.")
    assert "sentence" not in body("Her co-defendant was sentenced to five years in prison, as Claimant knew.")


def test_every_finder_has_its_attribute_and_expressions():
    for finder in FINDERS:
        kind = "argument" if finder.attribute.endswith("_argument") else finder.attribute
        assert finder.attribute in OPINION
        assert regex(f"body.{kind}")
        assert regex(f"body.no_{kind}")
