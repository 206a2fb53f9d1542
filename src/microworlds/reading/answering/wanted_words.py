"""The words by which a question asks for a kind of value: head nouns, and question words with what goes with them."""

from __future__ import annotations

import re

from microworlds.reading.answering import wording

Kinds = tuple[str, ...]

_NOUNS: dict[Kinds, str] = {
    ("date",): "date day deadline year birthday anniversary due_date time moment month",
    ("percent", "amount"): "rate interest commission royalty share percentage fraction proportion",
    ("amount",): """
        amount sum price fee cost rent damages award fine penalty budget salary payment bill limit cap ceiling
        compensation bid restitution deposit wage invoice money liability value verdict retainer quote refund allowance
        figure offer charge charges insurance cover coverage maximum minimum lowest highest least most
        premium deductible surcharge discount rebate subsidy
        """,
    ("duration",): "period term length duration notice sentence warranty tenure lifespan spell probation suspension",
    ("number",): "count number age quantity size total",
    ("docket",): "docket",
    ("citation",): "citation cite reporter",
    ("statute",): "statute section provision act code paragraph rule",
    ("court",): "court tribunal bench",
    ("person",): """
        judge justice lawyer attorney counsel author dissenter advocate solicitor barrister colleague signatory expert
        witness mediator arbitrator partner associate chairman magistrate person name foreman officer speaker member
        player actor actress artist singer musician
        """,
    ("person", "organisation"): "party plaintiff defendant appellant appellee petitioner respondent claimant",
    ("organisation",): """
        company firm supplier vendor provider organisation organization agency bank insurer contractor customer buyer
        seller printer publisher body institution carrier manufacturer bidder employer band
        """,
    ("place",): """
        place city town county state country village venue location district region site province room jurisdiction
        forum address restaurant area
        """,
    ("outcome",): "outcome result disposition fate",
    ("title",): "case opinion ruling decision judgment precedent agreement contract document paper authority",
    ("holding",): "holding conclusion",
    ("issue",): "issue",
    ("standard",): "standard",
    ("law",): "law laws",
    ("reason",): "reason motive cause explanation",
}
NOUNS = {noun: kinds for kinds, nouns in _NOUNS.items() for noun in nouns.split()}
"""Kinds of value by the noun asked for."""
_SUMS = "fine|penalty|award|sum|amount|fee|price|rent|deposit|budget|cap|ceiling|salary|claim|verdict|bill"
_DOCUMENTS = "case|opinion|ruling|decision|judgment|precedent|agreement|contract|document|paper"
_DISPOSED = (
    "rule|ruled|decide|decided|dispose|disposed|come out|came out|end|ended|resolved|turn out|turned out|fare|fared|"
    "conclude"
)
_ORDERS = "judgment|order|appeal|conviction|decision|ruling|award|verdict|decree|case|sentence|claim|petition|motion"
PATTERNS: tuple[tuple[re.Pattern[str], Kinds], ...] = tuple(
    (wording.words(pattern), kinds)
    for pattern, kinds in (
        ("how many (?:days?|weeks?|months?|years?|hours?)", ("duration",)),
        ("how many", ("number",)),
        ("how much (?:notice|time|advance notice|warning|longer)", ("duration",)),
        ("how much | at what price | what price | how (?:expensive|costly)", ("amount", "percent", "number")),
        (
            "how (?:long|soon|quickly|late|early) | within what | how far (?:in advance|ahead|beforehand|before)",
            ("duration",),
        ),
        (
            rf"how (?:large|big|high|great|heavy|steep|small|low) (?:an? |is |was |are |were |the )*(?:{_SUMS})",
            ("amount",),
        ),
        ("what (?:is|was|are|were) .*(?:worth|valued at|priced at|going for|sold for|bought for)", ("amount", "open")),
        (
            r"what (?:is|was) the (?:most|least|highest|lowest|maximum|minimum|top|best)\b.*\b(?:pay|spend|approve|"
            r"charge|offer|accept|bid|cost|allow)\w*",
            ("amount", "open"),
        ),
        (r"what did .*\b(?:offer|bid|quote|counter)\b(?! to)(?: with| in return| back)?$", ("amount", "open")),
        ("what (?:is|was|becomes|falls) (?:payable|due|owed|owing)", ("amount", "percent")),
        (
            r"what did (?:the )?(?:jury|court|board|tribunal|commission)\b.*\b(?:give|award|grant|allow)",
            ("amount", "open"),
        ),
        (r"(?:which|what|whose) (?:court|tribunal|board)['’]s", ("court",)),
        (r"how (?:did|does|do)\b.*\breview", ("standard",)),
        (
            r"(?:what|which) (?:rule|principle|proposition|point of law)\b.*"
            r"\b(?:lay|laid|establish|announce|stand|adopt|state|set)\w*",
            ("holding",),
        ),
        (r"(?:what|which) numbers?\b.*\b(?:clerk|appeal|docket|case|file|court)", ("docket",)),
        (rf"(?:name|title) of the (?:{_DOCUMENTS})", ("title",)),
        ("how old", ("number", "duration")),
        ("how often | how frequently", ("frequency",)),
        ("(?:when|(?:what|which) (?:date|day)) (?:did|was|were|had|has|have)", ("date", "saying")),
        ("when", ("date",)),
        ("where(?:abouts)? | whither", ("place", "choice", "open")),
        ("whose laws?", ("law",)),
        ("whose rules", ("organisation",)),
        ("who(?:m|se)?", ("person", "organisation", "open")),
        ("why | what for | for what reason | how come", ("reason",)),
        (
            "(?:docket|case|file|cause|action|appeal) numbers? | number of the (?:case|docket|file|appeal) | docketed",
            ("docket",),
        ),
        (r"where .*\breported | what citation | how is .* cited", ("citation",)),
        ("what(?:'s| is| was)? the standard of review | what standard", ("standard",)),
        (
            r"what (?:became|happened|was done|did .{3,60}\bdo (?:with|to|about)|was the (?:fate|outcome|result|"
            rf"disposition))\b.*\b(?:{_ORDERS})",
            ("outcome",),
        ),
        (rf"how (?:did|does|was|were|is|has)\b.*\b(?:{_DISPOSED})", ("outcome",)),
        (
            r"what did (?:the |that |this )?(?:\w+ ){0,2}(?:court|judges?|justices|panel) (?:\w+ly )?(?:do|order)\b",
            ("outcome",),
        ),
        (r"what (?:was|is) (?:it|that) (?:the )?.*\b(?:held|hold|holds)", ("holding",)),
        (
            r"what (?:did|does|do|has|was|were|is|had)\b.*\b(?:hold|held|holding|holds|conclude|concluded|lay down)",
            ("holding",),
        ),
        (
            "(?:what|which) (?:is |was |were )?(?:the )?(?:legal |precise |main |central )?(?:issue|question)",
            ("issue",),
        ),
    )
)
"""Kinds of value by what a question says; the first that matches counts."""
DATE_NOUNS = wording.words(r"(?:what|which) (?:\w+ )?(?:date|day|month|year|deadline|due date|time|week)")
