"""What the reader finds in an opinion."""

from microworlds.corpora.extraction import opinion_facts

MODERN = """Halden Feed Co. v. Orrin, 12 Q.R. 210
HALDEN FEED COMPANY, Petitioner v. BOARD OF GRAIN CLAIMS, Respondent.
No. 418, 2009.
Commonwealth Court of Quarland.
Argued Feb. 3, 2010.
Decided May 18, 2010.
Reargument Denied June 30, 2010.
Lena T. Marsh, Camp Hill, for petitioner.
Owen P. Reddick, Asst. Counsel and Ida M. Bello, Chief Counsel, Harnsburg, for respondent.
BEFORE: STURGIS, President Judge, and COHN BRANNIGAN, Judge, and McDOOLEY, Senior Judge.
OPINION BY
Judge COHN BRANNIGAN.
Halden Feed Company (Halden) petitions for review of the September 14, 2009, order of the Board of Grain Claims (Board), which dismissed its claim under Section 31(b) of the Grain Warehouse Act. The sole issue on appeal is whether a warehouse must weigh grain twice before it issues a receipt. We reverse.
On March 2, 2007, a fire destroyed the elevator at Dunmore. Two experts were heard on the point.
On July 9, 2008, Halden filed a complaint against the warehouse, in which it sought damages in the amount of $41,250. In Pell v. Varga, 9 Q.R. 4, 101 A.2d 77 (1954), the plaintiff was injured on May 1, 1949, and the jury awarded him $900. If a buyer had paid more, he could recover $77,000.
Section 31(b) is silent on reweighing. Section 31(b) must be read as a whole. Cf. Section 8 of the Grain Warehouse Act. We said in another case that “the court holds that a warehouse is an insurer of every bushel that it has received.” See Lorn v. Tiller, 300 Q.R. 18, 640 A.2d 9 (1994). Our review is de novo.
Accordingly, we hold that a warehouse need not weigh grain twice where the first weighing was certified.
For these reasons, the order of the Board of Grain Claims is reversed.
ORDER
AND NOW, this 18th day of May, 2010, the order of the Board of Grain Claims dated September 14, 2009, is hereby REVERSED.
. The Board has since moved to Ansel Street.
DISSENTING OPINION BY
Senior Judge McDOOLEY.
I respectfully dissent. We hold that nothing of the kind is so.
"""


def found(text, parts=()):
    return {fact.attribute: fact.value for fact in opinion_facts.facts(text, parts)}
