import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from microworlds.core import value_types
from microworlds.core.text import normalized
from microworlds.reading import agreements
from microworlds.reading.attributes import AGREEMENT

CONTRACTS = Path("/work/shared/data/contracts/contracts.jsonl")

SUPPLY = """Exhibit 10.4

RESIN SUPPLY AGREEMENT

This Resin Supply Agreement (this "Agreement"), dated as of March 3, 2014 (the "Effective Date"), is made by and between Torvald Resins, Inc., a Delaware corporation having its office at 9 Quay Street ("Supplier"), and Bram & Lisle Coatings LLC, a limited liability company ("Buyer").

RECITALS

WHEREAS, Buyer coats hulls under a License Agreement dated July 1, 2009 with another company.

1. Term. The initial term of this Agreement shall be three (3) years. It shall automatically renew for successive terms of one (1) year each unless either party gives written notice of non-renewal at least ninety (90) days prior to the end of the then current term.
2. Termination. Buyer may terminate this Agreement for convenience upon sixty (60) days' prior written notice to Supplier. If a party breaches a material provision and fails to cure such breach within thirty (30) days after written notice of it, the other may terminate.
3. Payment. Buyer shall pay all undisputed sums within forty-five (45) days after receipt of the invoice. Overdue sums bear interest at the rate of 1.5% per month.
4. Royalty. Buyer shall pay a royalty of four percent (4%) of net sales of Licensed Primer. On signing Buyer shall pay a non-refundable upfront fee of $250,000.
5. Volumes. Buyer shall purchase in each year a minimum of $2,000,000 of resin.
6. Secrecy. Each party shall keep the Confidential Information of the other in confidence for five (5) years after termination.
7. Warranty. Supplier warrants the resin against defects for twelve (12) months from delivery.
8. Records. Supplier shall maintain complete books and records for at least six (6) years. Buyer may audit them upon ten (10) business days' prior written notice.
9. Liability. In no event shall the aggregate liability of Supplier under this Agreement exceed $5,000,000. Supplier shall carry commercial general liability insurance of not less than $1,000,000 per occurrence.
10. Competition. Supplier shall not compete with Buyer in hull primers for two (2) years following termination.
11. Force majeure. If a Force Majeure event continues for more than one hundred twenty (120) days, either party may terminate this Agreement.
12. Law. This Agreement shall be governed by the laws of the State of Vermont. Any dispute shall be settled by arbitration under the rules of the American Arbitration Association, and the arbitration shall be held in Burlington, Vermont.

TORVALD RESINS, INC.

By: /s/ Ines Torvald

Name: Ines Torvald

Title: President

BRAM & LISLE COATINGS LLC

By: /s/ Osei Bram

Name: Osei Bram

Title: Manager
"""


def found(text):
    return {fact.attribute: fact.value for fact in agreements.facts(text)}


def several(text, attribute):
    return [fact.value for fact in agreements.facts(text) if fact.attribute == attribute]


@pytest.mark.parametrize(
    ("attribute", "value"),
    [
        ("name", "RESIN SUPPLY AGREEMENT"),
        ("effective_on", "March 3, 2014"),
        ("signed_on", "March 3, 2014"),
        ("term", "three (3) years"),
        ("renewal_term", "one (1) year"),
        ("renewal_notice", "ninety (90) days"),
        ("convenience_notice", "sixty (60) days"),
        ("cure_period", "thirty (30) days"),
        ("payment_period", "forty-five (45) days"),
        ("late_interest", "1.5%"),
        ("upfront_payment", "$250,000"),
        ("minimum_purchase", "$2,000,000"),
        ("confidentiality_survival", "five (5) years"),
        ("warranty_period", "twelve (12) months"),
        ("records_retention", "six (6) years"),
        ("audit_notice", "ten (10) business days"),
        ("liability_cap", "$5,000,000"),
        ("insurance_minimum", "$1,000,000"),
        ("non_compete", "two (2) years"),
        ("force_majeure_limit", "one hundred twenty (120) days"),
        ("governing_law", "Vermont"),
        ("forum", "Burlington"),
        ("arbitration_body", "American Arbitration Association"),
    ],
)
def test_an_agreement_gives_each_of_its_facts(attribute, value):
    assert found(SUPPLY)[attribute] == value


def test_the_royalty_is_a_share_of_sales():
    assert value_types.PATTERNS["percent"].search(found(SUPPLY)["royalty"])
    assert "4%" in found(SUPPLY)["royalty"]


def test_parties_and_signatories_are_whole():
    assert several(SUPPLY, "party") == ["Torvald Resins, Inc.", "Bram & Lisle Coatings LLC"]
    assert several(SUPPLY, "signatory") == ["Ines Torvald", "Osei Bram"]


def test_every_fact_is_verbatim_and_known():
    facts = agreements.facts(SUPPLY)
    assert all(SUPPLY[fact.start : fact.end] == fact.value for fact in facts)
    assert all(fact.attribute in AGREEMENT for fact in facts)


def test_the_date_of_another_agreement_is_not_this_ones():
    assert "July 1, 2009" not in found(SUPPLY).values()


def test_a_party_that_cannot_be_read_leaves_the_parties_out():
    assert (
        several(SUPPLY.replace("Bram & Lisle Coatings LLC, a limited", "the buyer named below, a limited"), "party")
        == []
    )


def test_a_signature_without_a_name_leaves_the_signatories_out():
    assert several(SUPPLY.replace("Name: Osei Bram\n", "").replace("/s/ Osei Bram", "______"), "signatory") == []


def test_a_signature_mark_without_a_name_leaves_the_signatories_out():
    assert several(SUPPLY + "/s/ O. Bram /s/ I. Torvald /s/ A. Lund\n", "signatory") == []


@pytest.mark.parametrize(
    ("old", "new", "attribute"),
    [
        (
            "three (3) years. It",
            "three (3) years. The initial term of this Agreement shall be four (4) years. It",
            "term",
        ),
        ("fails to cure such breach", "fails to pay or to cure such breach", "cure_period"),
        ("for convenience upon", "for breach, and at any time after a default, upon", "convenience_notice"),
        (
            "within forty-five (45) days after",
            "at a discount of 2% if within forty-five (45) days after",
            "payment_period",
        ),
        ("interest at the rate of 1.5% per month", "interest at the prime rate", "late_interest"),
        ("exceed $5,000,000", "exceed the greater of fees paid and $5,000,000", "liability_cap"),
        ("governed by the laws of the State of Vermont", "governed by applicable law", "governing_law"),
        ("shall not compete", "shall not disclose", "non_compete"),
    ],
)
def test_a_clause_that_says_something_else_is_passed_over(old, new, attribute):
    assert old in SUPPLY
    assert attribute not in found(SUPPLY.replace(old, new))


@pytest.mark.parametrize(
    ("opening", "expected"),
    [
        (
            'This Co-Branding Agreement ("Agreement") is entered into as of the 16th day of February, 2000 ("Effective Date"), by and '
            'between Lark Home Corporation ("Lark"), located at 4 Elm Street, and Wren Media, Inc. ("Wren").\n',
            {"effective_on": "16th day of February, 2000", "signed_on": "16th day of February, 2000"},
        ),
        ("OUTSOURCING AGREEMENT\n\nBetween\n\nLark AG\n\nand\n\nWren Inc.\n\nDate\n\n30 December 2016\n\n", {"signed_on": "30 December 2016"}),
        ("LICENSE AGREEMENT\n\nEffective Date:  11/4/10\n\nCompany Name: Lark, Inc.\n", {"effective_on": "11/4/10"}),
        (
            "MASTER AGREEMENT\n\nThe term of this Agreement shall commence on the Effective Date and end on November 30, 2014.\n",
            {"expires_on": "November 30, 2014"},
        ),
        (
            "MASTER AGREEMENT\n\nThis Agreement is governed by   the internal laws, and not by the laws regarding conflicts of laws, of   the "
            "State of North Carolina.\n",
            {"governing_law": "North Carolina"},
        ),
    ],
)  # fmt: skip
def test_openings_and_clauses_in_other_words_are_read(opening, expected):
    facts = found(opening)
    assert {key: facts.get(key) for key in expected} == expected


@pytest.mark.parametrize(
    ("clause", "attribute", "value"),
    [
        ("9. Law. The laws of the State of Oregon shall apply to all matters arising from this Agreement.", "governing_law", "Oregon"),
        ("9.2 Governing Law. Utah law shall govern.", "governing_law", "Utah"),
        ("This Agreement is subject to, and shall be construed under, the laws of Ontario.", "governing_law", "Ontario"),
        ("The laws of the State of Maine (but not its rules on conflicts) govern this Agreement.", "governing_law", "Maine"),
        ("Any suit under this Agreement shall be brought in the courts of the State of Idaho.", "forum", "Idaho"),
        ("The seat of the arbitration shall be Geneva, Switzerland.", "forum", "Geneva"),
        ("The Parties submit to the exclusive jurisdiction of the United States District Court for the Southern District of Iowa in any action hereunder.", "forum", "Iowa"),
        ("The term of this Agreement shall begin on the Effective Date and continue in full force and effect for a period of seven (7) years.", "term", "seven (7) years"),
        ('This Agreement shall run for six (6) years from the Effective Date (the "Initial Term").', "term", "six (6) years"),
        ('"Term" means the period of eight (8) years that begins on the Effective Date.', "term", "eight (8) years"),
        ("This Agreement shall have a term of thirty months.", "term", "thirty months"),
        ("The Term shall be extended for up to two (2) additional periods of eighteen (18) months each.", "renewal_term", "eighteen (18) months"),
        ("Either party may terminate this Agreement at any time, without cause, on forty (40) days written notice.", "convenience_notice", "forty (40) days"),
        ("This Agreement may be terminated by either party upon ninety (90) days' prior notice.", "convenience_notice", "ninety (90) days"),
        ("8.4 Termination at Will. Buyer has the right of cancellation of the Agreement, exercisable with at least four (4) months' notice.", "convenience_notice", "four (4) months"),
        ("If such breach is not remedied within twenty (20) days after the receipt of notice of it, the other party may terminate.", "cure_period", "twenty (20) days"),
        ("The Breaching Party shall have thirty (30) days (ten (10) days for sums of money) after notice of the default to cure it.", "cure_period", "thirty (30) days"),
        ("A party may terminate for material breach upon sixty (60) days' notice, unless the breach is cured within such period.", "cure_period", "sixty (60) days"),
        ("Payment is due thirty (30) days following the date of the invoice.", "payment_period", "thirty (30) days"),
        ("All invoices shall be paid within fifty (50) days of receipt.", "payment_period", "fifty (50) days"),
        ("Sums not paid when due bear interest at the lesser of one and one-half percent (1.5%) per month or the highest lawful rate.", "late_interest", "1.5%"),
        ("Royalty Fee: six percent (6%) of gross revenue.", "royalty", "six percent (6%)"),
        ("Licensee shall, within ten (10) days after the Effective Date, pay Licensor a fee of $75,000.", "upfront_payment", "$75,000"),
        ("Commercial general liability insurance with a combined single limit of $2,000,000 per occurrence and $4,000,000 in the aggregate.", "insurance_minimum", "$2,000,000"),
        ("10. Confidentiality. 10.1 Survival. The duties of this Article 10 shall survive the end of this Agreement for a period of nine (9) years.", "confidentiality_survival", "nine (9) years"),
        ("Licensee shall keep for five (5) years proper books of account.", "records_retention", "five (5) years"),
        ("Such records shall be retained by Supplier for at least four (4) years after the year they concern.", "records_retention", "four (4) years"),
        ("Licensor may have its auditors inspect such books on notice of not less than fifteen (15) days.", "audit_notice", "fifteen (15) days"),
        ("7.2 Non-Solicitation. For a period of two (2) years following termination, neither party shall hire any employee of the other.", "non_compete", "two (2) years"),
        ("If a Force Majeure event prevents performance for a continuous period of at least ninety (90) days, the other party may terminate.", "force_majeure_limit", "ninety (90) days"),
    ],
)  # fmt: skip
def test_each_clause_is_read_in_many_wordings(clause, attribute, value):
    assert found("MASTER AGREEMENT\n\n" + clause + "\n").get(attribute) == value


@pytest.mark.parametrize(
    ("clause", "attribute"),
    [
        ("Lark is a corporation organized under the laws of the State of Ohio and may enter into this Agreement.", "governing_law"),
        ("The parties shall ask JAMS to name a mediator.", "arbitration_body"),
        ("8.3 Termination for Cause. Either party may terminate this Agreement at any time after providing sixty (60) days written notice and an opportunity to cure.", "convenience_notice"),
        ("Supplier shall retain its records for the three (3) years preceding the audit.", "records_retention"),
        ("Such cure must have occurred within one hundred twenty (120) days after written notice of the breach, or Buyer may terminate.", "cure_period"),
        ("The work order shall continue for a period of two (2) years.", "term"),
        ("Sums not paid when due bear interest at the prime rate plus two percent (2%) per annum.", "late_interest"),
    ],
)  # fmt: skip
def test_a_sentence_that_only_resembles_a_clause_is_passed_over(clause, attribute):
    assert attribute not in found("MASTER AGREEMENT\n\n" + clause + "\n")


NOTICES = """MASTER AGREEMENT

16. Notices. Notices shall be sent to the following addresses:

If to Lark: Lark Resins, Inc. 12 Mill Street Dayton, OH 45402 Attention: President

With a copy to: Moss & Reed LLP 1 Court Square Toledo, OH 43604

If to Wren: Wren Coatings GmbH Hafenweg 3 20457 Hamburg Germany Attention: Legal
"""


@pytest.mark.parametrize(
    "amendment",
    [
        "From May 1, 2011, the time to pay is forty (40) days in place of twenty-five (25) days.",
        "The time to pay, stated in Section 4 as 25 days, is hereby changed to 40 days.",
        "Section 4 is amended by replacing “twenty-five (25) days” with “40 days”.",
        "In Section 4, the words “twenty-five (25) days” are deleted and “40 days” put there.",
        "The time to pay is extended from 25 days to 40 days.",
    ],
)
def test_a_value_that_an_amendment_replaces_is_no_fact_of_the_agreement(amendment):
    clause = "All invoices shall be paid within twenty-five (25) days of receipt."
    text = f"MASTER AGREEMENT\n\n{clause}\n"
    assert found(text)["payment_period"] == "twenty-five (25) days"
    after = found(f"{text}Amendment No. 1\n{amendment}\n").get("payment_period")
    assert after in (None, "40 days", "forty (40) days")


@pytest.mark.parametrize(
    ("clause", "attribute"),
    [
        ("The site may be audited by the Port Office on six (6) days notice.", "audit_notice"),
        ("Notes of trials are open to the other on four (4) days notice.", "audit_notice"),
        ("Vendor shall see to badges at the gate and to records of visits kept for nine (9) months.", "records_retention"),
    ],
)  # fmt: skip
def test_audits_and_records_of_other_things_than_books_are_passed_over(clause, attribute):
    assert attribute not in found(f"MASTER AGREEMENT\n\n{clause}\n")


def test_towns_of_addresses_for_notices_are_the_parties_own():
    assert several(NOTICES, "notice_city") == ["Dayton", "Hamburg"]


def test_an_address_without_a_town_leaves_the_towns_out():
    assert several(NOTICES.replace("Dayton, OH 45402", "[***]"), "notice_city") == []


def test_addresses_may_stand_after_the_names_of_the_parties():
    text = NOTICES.replace("If to Lark: ", "Lark: ").replace("If to Wren: ", "Wren: ")
    assert several(text, "notice_city") == ["Dayton", "Hamburg"]


def test_a_sentence_goes_on_over_the_foot_of_a_sheet():
    text = (
        "MASTER AGREEMENT\n\nEach party agrees that any action under this Agreement shall be brought\n\n41\n\n"
        "in the courts of the State of Kansas.\n"
    )
    assert found(text)["forum"] == "Kansas"


def test_the_seat_of_arbitration_goes_before_courts_that_are_not_exclusive():
    text = (
        "MASTER AGREEMENT\n\nThe place of arbitration shall be Hartford, Connecticut. The parties submit to the jurisdiction "
        "of the courts of the State of Vermont in any suit for interim relief.\n"
    )
    assert found(text)["forum"] == "Hartford"
    assert "forum" not in found(text.replace("submit to the", "submit to the exclusive"))


def test_the_main_cure_period_is_not_upset_by_the_one_for_payments():
    text = SUPPLY.replace(
        "8. Records.", "Upon a failure to pay, it may be remedied within ten (10) days of notice. 8. Records."
    )
    assert found(text)["cure_period"] == "thirty (30) days"


def test_parties_of_a_cover_stand_in_for_a_preamble_that_cannot_be_read():
    cover = "OUTSOURCING AGREEMENT\n\nBetween\n\nLark Resins, Inc.\n\nand\n\nWren AG\n\nDate\n\n30 December 2016\n"
    assert several(cover, "party") == ["Lark Resins, Inc.", "Wren AG"]


def test_one_of_several_parties_that_cannot_be_read_leaves_all_out():
    text = SUPPLY.replace(
        '("Supplier"), and', '("Supplier"), the crew ("Crew" and together with Supplier, "Makers"), and'
    )
    assert several(text, "party") == []


def test_a_name_signed_and_printed_on_one_line_is_read_once():
    text = SUPPLY.split("TORVALD RESINS, INC.")[0] + (
        "IN WITNESS WHEREOF, the parties have executed this Agreement.\n\n/s/ Ines M. Torvald Ines M. Torvald President\n"
        "/s/ Osei Bram Name: Osei Bram\n"
    )
    assert several(text, "signatory") == ["Ines M. Torvald", "Osei Bram"]


@pytest.mark.parametrize("text", ["", "\n", "AGREEMENT", 'by and between ("A") and ("B")', "By:\nBy:\n" * 40])
def test_scraps_give_nothing_and_do_not_fail(text):
    assert agreements.facts(text) == ()


@pytest.mark.parametrize("text", ["notice " + " " * 150_000, "until June 3, 2011 and " * 7000, "LICENSE AND " * 13_000])
def test_long_runs_without_an_end_do_not_hang(text):
    script = "import sys; from microworlds.reading import agreements; agreements.facts(sys.stdin.read())"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    # what a pattern that tries every way to part a text needs is hours; a minute is only there to end it
    subprocess.run([sys.executable, "-c", script], input=text, text=True, env=environment, timeout=60, check=True)


@pytest.mark.skipif(not CONTRACTS.exists(), reason="real agreements are not in this checkout")
def test_dates_law_and_parties_agree_with_the_experts_labels():
    right = wrong = 0
    contracts = [json.loads(line) for line in CONTRACTS.read_text(encoding="utf-8").splitlines()]
    for contract in contracts:
        for fact in agreements.facts(contract["text"]):
            label = {"effective_on": "Effective Date", "governing_law": "Governing Law", "party": "Parties"}.get(
                fact.attribute
            )
            if label is None or not contract["labels"][label]["answer"]:
                continue
            expert = contract["labels"][label]
            if label == "Effective Date":
                agrees = value_types.parse_date(fact.value) == value_types.parse_date(expert["answer"])
            else:
                agrees = any(
                    normalized(fact.value) in normalized(said)
                    for said in [expert["answer"], *(span["text"] for span in expert["spans"])]
                )
            right, wrong = right + agrees, wrong + (not agrees)
    assert right > 60
    assert wrong <= 0.05 * right
