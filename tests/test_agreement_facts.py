"""Facts of agreements, in many wordings."""

import pytest

from microworlds.core import value_types
from microworlds.corpora.attributes import AGREEMENT
from microworlds.corpora.extraction import agreement_facts
from tests.agreement_texts import SUPPLY, found, several


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
    facts = agreement_facts.facts(SUPPLY)
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
