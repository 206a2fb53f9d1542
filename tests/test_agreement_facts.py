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


@pytest.mark.parametrize(
    ("clause", "attribute", "value"),
    [
        ("An entity controls another if it owns, directly or indirectly, at least forty percent (40%) of the voting stock of it.", "control_share", "forty percent (40%)"),
        ("Neither party may assign this Agreement or any right under it without the express written consent of the other.", "assignment_consent", "express written consent"),
        ("Lark may terminate this Agreement within ninety (90) days after any Change of Control of Wren.", "control_change_period", "ninety (90) days"),
        ("Either party may terminate if a petition in bankruptcy is filed against the other and is not dismissed within seventy-five (75) days.", "insolvency_grace", "seventy-five (75) days"),
        ("Upon termination Supplier shall give transition assistance for a period of up to four (4) months.", "transition_period", "four (4) months"),
        ("The Joint Committee shall meet at least twice per calendar year.", "meeting_frequency", "at least twice per calendar year"),
        ("The Committee shall consist of two (2) representatives from each party.", "committee_seats", "two (2)"),
        ("Lark may inspect the books and records of Wren, but not more than once per calendar year.", "audit_frequency", "once per calendar year"),
        ("If the audit reveals an underpayment of more than six percent (6%), Wren shall bear the cost of the audit.", "audit_threshold", "six percent (6%)"),
        ("Within twenty (20) days after the end of each calendar quarter Wren shall provide Lark with a written report of its sales.", "report_due", "twenty (20) days"),
        ("If the parties cannot resolve a dispute within forty (40) days, either may go to arbitration.", "negotiation_period", "forty (40) days"),
        ("The arbitration shall be conducted by a panel of three (3) arbitrators.", "arbitrators", "three (3)"),
        ("The Indemnified Party shall notify the Indemnifying Party of any claim within fifteen (15) days of its receipt.", "claim_notice", "fifteen (15) days"),
        ("Wren shall notify Lark within 36 hours of any recall of a Product.", "incident_notice", "36 hours"),
        ("Notices are deemed received upon delivery or four (4) days after mailing.", "notice_delay", "four (4) days"),
        ("Supplier shall deliver the goods within twelve (12) weeks of receipt of each order.", "delivery_period", "twelve (12) weeks"),
        ("All Products shall be delivered DAP at the mill of Buyer.", "delivery_term", "DAP"),
        ("Buyer may reject any Products that do not conform within eight (8) days after delivery.", "inspection_period", "eight (8) days"),
        ("Supplier shall respond to each request for support within six (6) hours of its receipt.", "response_time", "six (6) hours"),
        ("Supplier guarantees an availability of at least 99.2%.", "guaranteed_level", "99.2%"),
        ("Supplier may adjust its prices once a year, but no increase shall exceed four percent (4%).", "price_increase", "four percent (4%)"),
        ("Buyer shall pay a price of $14.50 per litre of primer.", "unit_price", "$14.50"),
        ("Upon signing Buyer shall pay a security deposit of $80,000.", "deposit", "$80,000"),
        ("Contractor shall work a minimum of thirty (30) hours per week.", "minimum_hours", "thirty (30) hours"),
        ("Supplier shall carry general liability insurance of $1,000,000 per occurrence and $2,500,000 in the aggregate.", "insurance_aggregate", "$2,500,000"),
    ],
)  # fmt: skip
def test_what_the_parties_do_for_each_other_is_read(clause, attribute, value):
    assert found("MASTER AGREEMENT\n\n" + clause + "\n").get(attribute) == value


@pytest.mark.parametrize(
    ("opening", "expected"),
    [
        (
            'AGENCY AGREEMENT\n\nLadies and Gentlemen:\n\nLark  Bancorp,  Inc. (the "Company") and Wren Savings Bank, a savings bank ("Bank"), with its deposits '
            'insured by the Deposit Fund ("DF"), hereby confirm their agreement with Finch & Sons, Inc. (the "Agent") as follows:\n',
            ["Lark  Bancorp,  Inc.", "Wren Savings Bank", "Finch & Sons, Inc."],
        ),
        (
            'OUTSOURCING AGREEMENT\n\nLark, Inc. and Lark Holder, Inc. (collectively "Lark") and Wren Media of Peoria, L.L.C. ("Wren") hereby enter into this Agreement.\n',
            ["Lark, Inc.", "Lark Holder, Inc.", "Wren Media of Peoria, L.L.C."],
        ),
        (
            'LICENSE AGREEMENT\n\nThis License Agreement is made by and between LARK LICENSING & TOYS, a division of Lark Group, Inc. ("Lark"), as Agent for '
            'Lark Films ("Owner"), and Wren, Inc. ("Licensee").\n',
            ["LARK LICENSING & TOYS", "Wren, Inc."],
        ),
        (
            'LICENSE AGREEMENT\n\nCompany Name:  Wren, Inc.\n\nThis License Agreement is made by and between Lark Bank, N.A. ("Lark"), a bank, and the above-named '
            'Supplier, a corporation ("Supplier").\n',
            ["Wren, Inc.", "Lark Bank, N.A."],
        ),
    ],
)  # fmt: skip
def test_parties_are_read_from_letters_forms_and_joint_names(opening, expected):
    assert several(opening, "party") == expected
