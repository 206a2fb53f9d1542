"""What documents state of themselves: the facts of opinions (``caselaw``) and of agreements (``contracts``).

It does not know who wrote a document, and nothing here is shared with what invents opinions and agreements.
"""
