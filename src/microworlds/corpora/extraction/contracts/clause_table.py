"""The table of clauses: one row for each way in which agreements state an attribute that has a shape of its own.

Source: the clause categories of CUAD v1 (The Atticus Project) and commercial practice; wording is our own.
"""

from __future__ import annotations

from microworlds.corpora.extraction.contracts.duty_clauses import DUTIES
from microworlds.corpora.extraction.contracts.ending_clauses import ENDING
from microworlds.corpora.extraction.contracts.life_clauses import LIFE
from microworlds.corpora.extraction.contracts.money_clauses import MONEY

CLAUSES = (*LIFE, *ENDING, *MONEY, *DUTIES)
