import json
import time
from pathlib import Path

import pytest

from microworlds import kinds
from microworlds.reading import agreements
from microworlds.reading.attributes import AGREEMENT
from microworlds.text import normalized

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
    assert kinds.PATTERNS["percent"].search(found(SUPPLY)["royalty"])
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
    assert several(SUPPLY.replace("Name: Osei Bram\n", ""), "signatory") == []


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


@pytest.mark.parametrize("text", ["", "\n", "AGREEMENT", 'by and between ("A") and ("B")', "By:\nBy:\n" * 40])
def test_scraps_give_nothing_and_do_not_fail(text):
    assert agreements.facts(text) == ()


@pytest.mark.skipif(not CONTRACTS.exists(), reason="real agreements are not in this checkout")
def test_dates_law_and_parties_agree_with_the_experts_labels():
    right = wrong = size = 0
    contracts = [json.loads(line) for line in CONTRACTS.read_text(encoding="utf-8").splitlines()]
    started = time.process_time()
    for contract in contracts:
        size += len(contract["text"])
        for fact in agreements.facts(contract["text"]):
            label = {"effective_on": "Effective Date", "governing_law": "Governing Law", "party": "Parties"}.get(
                fact.attribute
            )
            if label is None or not contract["labels"][label]["answer"]:
                continue
            expert = contract["labels"][label]
            if label == "Effective Date":
                agrees = kinds.parse_date(fact.value) == kinds.parse_date(expert["answer"])
            else:
                agrees = any(
                    normalized(fact.value) in normalized(said)
                    for said in [expert["answer"], *(span["text"] for span in expert["spans"])]
                )
            right, wrong = right + agrees, wrong + (not agrees)
    assert size / (time.process_time() - started) > 1_000_000  # characters a second
    assert right > 30
    assert wrong <= 0.05 * right
