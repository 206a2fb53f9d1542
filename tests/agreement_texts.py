"""An agreement, and what the reader finds in it."""

from microworlds.corpora.extraction import agreement_facts

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
    return {fact.attribute: fact.value for fact in agreement_facts.facts(text)}


def several(text, attribute):
    return [fact.value for fact in agreement_facts.facts(text) if fact.attribute == attribute]
