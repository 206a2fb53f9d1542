"""The table of clauses: one row for each way in which agreements state an attribute that has a shape of its own.

Source: the clause categories of CUAD v1 (The Atticus Project) and commercial practice; wording is our own.
"""

from __future__ import annotations

from microworlds.reading.documents.duty_clauses import DUTIES
from microworlds.reading.documents.ending_clauses import ENDING
from microworlds.reading.documents.life_clauses import LIFE
from microworlds.reading.documents.money_clauses import MONEY

CLAUSES = (*LIFE, *ENDING, *MONEY, *DUTIES)
