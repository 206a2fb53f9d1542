"""Facts of agreements: what only resembles them, and how they are laid out."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from microworlds.core import value_types
from microworlds.core.text import normalized
from microworlds.corpora.extraction import agreement_facts
from tests.agreement_texts import SUPPLY, found, several

CONTRACTS = Path("/work/shared/data/contracts/contracts.jsonl")


@pytest.mark.parametrize(
    ("clause", "attribute"),
    [
        ("Lark is a corporation organized under the laws of the State of Ohio and may enter into this Agreement.", "governing_law"),
        ("The parties shall ask JAMS to name a mediator.", "arbitration_body"),
        ("Any dispute goes to arbitration, and the arbitrator shall be appointed by the American Arbitration Association.", "arbitration_body"),
        ("FG shall deliver, within ten (10) days of receipt of an order, an invoice for the goods.", "delivery_period"),
        ("The Committee shall be comprised of an equal number of members from each party.", "committee_seats"),
        ("Contractor counts individuals who work at least thirty (30) hours per week.", "minimum_hours"),
        ("The committee shall meet in person at least once per year.", "meeting_frequency"),
        ("The Indemnifying Party may assume the defense of the claim within ten (10) days after notice.", "claim_notice"),
        ("Notices are deemed given one (1) day after deposit with an overnight courier or on mailing.", "notice_delay"),
        ("8.3 Termination for Cause. Either party may terminate this Agreement at any time after providing sixty (60) days written notice and an opportunity to cure.", "convenience_notice"),
        ("Supplier shall retain its records for the three (3) years preceding the audit.", "records_retention"),
        ("Such cure must have occurred within one hundred twenty (120) days after written notice of the breach, or Buyer may terminate.", "cure_period"),
        ("The work order shall continue for a period of two (2) years.", "term"),
        ("Sums not paid when due bear interest at the prime rate plus two percent (2%) per annum.", "late_interest"),
    ],
)  # fmt: skip
def test_a_sentence_that_only_resembles_a_clause_is_passed_over(clause, attribute):
    assert attribute not in found("MASTER AGREEMENT\n\n" + clause + "\n")


def test_a_saint_or_a_point_of_the_compass_in_the_name_of_a_town_is_no_street():
    notices = NOTICES.replace("Dayton, OH 45402", "St. Louis, MO 63101").replace(
        "12 Mill Street Dayton", "12 Mill Street St. Louis"
    )
    assert "St. Louis" in several(notices, "notice_city")
    clause = "The arbitration shall be held in St. Louis, Missouri."
    assert found("MASTER AGREEMENT\n\n" + clause + "\n")["forum"] == "St. Louis"


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
    assert agreement_facts.facts(text) == ()


@pytest.mark.parametrize("text", ["notice " + " " * 150_000, "until June 3, 2011 and " * 7000, "LICENSE AND " * 13_000])
def test_long_runs_without_an_end_do_not_hang(text):
    script = "import sys; from microworlds.corpora.extraction import agreement_facts; agreement_facts.facts(sys.stdin.read())"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    # what a pattern that tries every way to part a text needs is hours; a minute is only there to end it
    subprocess.run([sys.executable, "-c", script], input=text, text=True, env=environment, timeout=60, check=True)


@pytest.mark.skipif(not CONTRACTS.exists(), reason="real agreements are not in this checkout")
def test_dates_law_and_parties_agree_with_the_experts_labels():
    right = wrong = 0
    contracts = [json.loads(line) for line in CONTRACTS.read_text(encoding="utf-8").splitlines()]
    for contract in contracts:
        for fact in agreement_facts.facts(contract["text"]):
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
