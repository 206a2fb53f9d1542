"""How much of real agreements the fact extractor finds, and how much of it the experts of CUAD confirm.

    python benchmarks/agreement_facts.py /work/shared/data/contracts/contracts.jsonl [--half held-out] [--show 60]

A fact is confirmed if the experts' label of its kind says the same: the same day, a name within the label, a value
within a sentence that they marked. Recall counts the agreements whose label holds a value of the right shape. Labels
of clauses (liability, audit ...) mark sentences rather than values, so an unconfirmed fact need not be wrong: read it.
The rows were first written with three quarters of the agreements in view (``develop``); the misses among the others
(``held-out``) were read after they had been measured once, and a few rows mended: a fresh measure needs fresh texts.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from microworlds.core import value_types
from microworlds.core.text import normalized
from microworlds.corpora.attributes import AGREEMENT
from microworlds.corpora.extraction import agreement_facts
from microworlds.corpora.extraction.document_facts import DocumentFact

LABELS: dict[str, tuple[str, ...]] = {
    "name": ("Document Name",),
    "party": ("Parties",),
    "signed_on": ("Agreement Date",),
    "effective_on": ("Effective Date",),
    "expires_on": ("Expiration Date",),
    "term": ("Expiration Date",),
    "renewal_term": ("Renewal Term",),
    "renewal_notice": ("Notice Period To Terminate Renewal", "Renewal Term"),
    "governing_law": ("Governing Law",),
    "convenience_notice": ("Termination For Convenience",),
    "liability_cap": ("Cap On Liability",),
    "insurance_minimum": ("Insurance",),
    "royalty": ("Revenue/Profit Sharing",),
    "minimum_purchase": ("Minimum Commitment",),
    "warranty_period": ("Warranty Duration",),
    "audit_notice": ("Audit Rights",),
    "non_compete": ("Non-Compete", "No-Solicit Of Employees", "No-Solicit Of Customers"),
}
"""The labels that can tell of an attribute; the other attributes have none."""


def half(contract: Mapping[str, Any]) -> str:
    """``develop`` or ``held-out``, by a hash of the name: three quarters and one quarter."""
    bits = int(hashlib.sha256(contract["filename"].encode()).hexdigest(), 16)
    return "held-out" if bits % 2 and not (bits >> 1) % 2 else "develop"


def said(contract: Mapping[str, Any], attribute: str) -> list[str]:
    """What the experts marked for an attribute, and their own form of it."""
    labels = [contract["labels"][label] for label in LABELS.get(attribute, ())]
    return [text for label in labels for text in (label["answer"], *(span["text"] for span in label["spans"])) if text]


def confirmed(contract: Mapping[str, Any], fact: DocumentFact) -> bool | None:
    """Whether the experts say the same; None where they say nothing."""
    sayings = [text for text in said(contract, fact.attribute) if text not in ("Yes", "No")]
    if not sayings:
        return None
    if AGREEMENT[fact.attribute].kind == "date":
        day = value_types.parse_date(fact.value)
        return any(value_types.parse_date(text) == day for text in sayings)
    if fact.attribute == "name":  # a title may be marked in part
        return any(normalized(text) in normalized(fact.value) for text in sayings) or _within(fact.value, sayings)
    return _within(fact.value, sayings)


def _within(value: str, sayings: list[str]) -> bool:
    return any(normalized(value) in normalized(text) for text in sayings)


def tellable(contract: Mapping[str, Any], attribute: str) -> bool:
    """True if the label holds a value of the attribute's shape, so that a fact could have been found."""
    pattern = value_types.PATTERNS.get(AGREEMENT[attribute].kind)
    return any(
        pattern is None or pattern.search(text) for text in said(contract, attribute) if text not in ("Yes", "No")
    )


def measured(contracts: list[dict[str, Any]]) -> Iterator[str]:
    """A line for each attribute, and one for all."""
    found: Counter[str] = Counter()
    verdicts: Counter[tuple[str, bool | None]] = Counter()
    stated: Counter[str] = Counter()
    recalled: Counter[str] = Counter()
    for contract in contracts:
        facts = agreement_facts.facts(contract["text"])
        found.update({fact.attribute for fact in facts})
        verdicts.update((fact.attribute, confirmed(contract, fact)) for fact in facts)
        for attribute in LABELS:
            if tellable(contract, attribute):
                stated[attribute] += 1
                recalled[attribute] += any(fact.attribute == attribute and confirmed(contract, fact) for fact in facts)
    yield f"{'attribute':26}{'agreements':>11}{'confirmed':>11}{'not':>5}{'precision':>11}{'recall':>16}"
    for attribute in AGREEMENT:
        right, wrong = verdicts[attribute, True], verdicts[attribute, False]
        precision = f"{right / (right + wrong):.0%}" if right + wrong else "-"
        recall = f"{recalled[attribute]}/{stated[attribute]}" if stated[attribute] else "-"
        yield f"{attribute:26}{found[attribute]:>11}{right:>11}{wrong:>5}{precision:>11}{recall:>16}"
    right, wrong = (sum(count for (_, told), count in verdicts.items() if told is side) for side in (True, False))
    share = right / max(1, right + wrong)
    yield f"{'all':26}{found.total() / len(contracts):>11.2f}{right:>11}{wrong:>5}{share:>11.1%}"


def sample(contracts: list[dict[str, Any]], number: int) -> Iterator[str]:
    """Facts at random with the words around them, to be read one by one."""
    pairs = [(contract, fact) for contract in contracts for fact in agreement_facts.facts(contract["text"])]
    for contract, fact in random.Random(0).sample(pairs, min(number, len(pairs))):
        text = contract["text"]
        around = f"{text[max(0, fact.start - 160) : fact.start]}[[{fact.value}]]{text[fact.end : fact.end + 90]}"
        verdict = {True: "+", False: "-", None: "?"}[confirmed(contract, fact)]
        yield f"{verdict} {fact.attribute}: {' '.join(around.split())}"


def main() -> None:
    """Prints the table, and the facts asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("contracts", type=Path)
    parser.add_argument("--half", choices=("develop", "held-out"), help="only these agreements")
    parser.add_argument("--show", type=int, default=0, help="how many facts to print, chosen at random")
    options = parser.parse_args()
    contracts = [json.loads(line) for line in options.contracts.read_text(encoding="utf-8").splitlines()]
    contracts = [contract for contract in contracts if options.half in (None, half(contract))]
    print("\n".join(measured(contracts)))
    for line in sample(contracts, options.show):
        print(line)


if __name__ == "__main__":
    main()
