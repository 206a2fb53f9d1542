"""What documents state of themselves: the facts of opinions (``caselaw``) and of agreements (``contracts``).

It does not know who wrote a document, and nothing here is shared with what invents opinions and agreements. The
expressions are in ``patterns.txt``, under the name of the module that asks for them.
"""

from microworlds.core.text_tables import Expressions

regex = Expressions("microworlds.corpora.extraction").regex
"""The expression of a name: ``regex("judges.listed")``."""
