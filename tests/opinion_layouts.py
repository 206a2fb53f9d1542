"""One invented opinion after another, each laid out as some court, agency or web page lays out its own."""

from textwrap import wrap

from tests.opinion_layouts_online import commonwealth, consolidated, hyphens, in_re, markdown, stamped, vendor, web_page
from tests.opinion_pages import AFFIRMED, NOTE, REVERSED, body, centred, columns, numbered, paged


def _federal():
    top = centred(
        "United States Court of Appeals", "For the Thirteenth Circuit", "", "No. 02-1188", "", "MARGIT OSTREY,", "",
        "Plaintiff, Appellant,", "", "v.", "", "DUNFORTH HARBOR BOARD,", "", "Defendant, Appellee.", "", "",
        "APPEAL FROM THE UNITED STATES DISTRICT COURT", "FOR THE DISTRICT OF QUARLAND", "",
        "[Hon. Piet Sandoval, U.S. District Judge]", "", "Before", "", "Marlowe, Chief Judge,",
        "Tessier and Quill, Circuit Judges.", "", "", "March 4, 2003",
    )  # fmt: skip
    own = body(AFFIRMED, double=True)
    own[0] = "      TESSIER, Circuit Judge.  " + own[0].strip()
    return paged([*top, "", *own], lambda number: [f"-{number}-".center(66)], rows=44)


def _signs():
    top = centred("IN THE SUPREME COURT OF QUARLAND", "", "NO. 03-0451", "")
    top += columns(["MARGIT OSTREY, PETITIONER", "", "v.", "", "DUNFORTH HARBOR BOARD, RESPONDENT"], [], "§")
    top += ["", *centred("ON PETITION FOR REVIEW FROM THE", "COURT OF APPEALS FOR THE THIRD DISTRICT OF QUARLAND"), ""]
    top += ["    Argued October 7, 2003", "", "    JUSTICE HALVERN delivered the opinion of the Court.", ""]
    return top + body(REVERSED)


def _slip():
    head = centred(
        "(Slip Opinion)", "", "SUPREME COURT OF ESKLAND", "", "No. 98-77", "", "OSTREY v. DUNFORTH HARBOR BOARD", ""
    )
    head += ["Decided June 8, 1999", "", "    Justice PELL delivered the opinion of the Court.", ""]
    lines = head + body(AFFIRMED)
    return paged(
        lines, lambda number: [str(number).center(66)], rows=24,
        head=lambda number: "Opinion of the Court" if number % 2 else "OSTREY v. DUNFORTH HARBOR BOARD",
    )  # fmt: skip


def _pleading():
    top = centred("COURT OF APPEAL, SECOND DISTRICT", "STATE OF ESKLAND", "")
    top += [
        "No. B164422",
        "",
        "MARGIT OSTREY, Plaintiff and Appellant,",
        "v.",
        "DUNFORTH HARBOR BOARD, Defendant and Respondent.",
        "",
    ]
    return numbered([*top, "Filed May 6, 2004", "", "HALVERN, P.J.", "", *body(REVERSED)])


def _two_columns():
    left = [
        "MARGIT OSTREY,",
        "",
        "          Plaintiff,",
        "",
        "     v.",
        "",
        "DUNFORTH HARBOR BOARD,",
        "",
        "          Defendant.",
    ]
    top = centred("UNITED STATES DISTRICT COURT", "FOR THE DISTRICT OF QUARLAND", "")
    top += columns(left, ["", "", "Civil Action No. 02-1187 (PS)"], ")")
    return [
        *top,
        "",
        *centred("MEMORANDUM OPINION"),
        "",
        *body("The defendant’s motion for summary judgment is denied."),
    ]


def _filing_heads():
    top = [
        "UNITED STATES DISTRICT COURT",
        "NORTHERN DISTRICT OF QUARLAND",
        "",
        "MARGIT OSTREY,",
        "          Plaintiff,",
        "",
    ]
    top += ["     -against-", "", "DUNFORTH HARBOR BOARD,", "          Defendant.", "", "No. 02 Civ. 1187", ""]
    lines = [*top, "OPINION AND ORDER", "", "SANDOVAL, District Judge:", "", *body("The motion to dismiss is granted.")]
    pages = [lines[start : start + 18] for start in range(0, len(lines), 18)]
    heads = [
        f"Case 1:02-cv-01187 Document 45 Filed 03/04/2003 Page {n} of {len(pages)}" for n in range(1, len(pages) + 1)
    ]
    return [line for head, page in zip(heads, pages, strict=True) for line in (head, "", *page, "")]


def _syllabus():
    top = centred("SUPREME COURT OF ESKLAND", "", "Syllabus", "")
    top += wrap(
        "A permit renewed each year for a fee may be withdrawn only upon notice given before the season begins. " * 3,
        66,
    )
    top += [
        "",
        "MARGIT OSTREY v. DUNFORTH HARBOR BOARD",
        "",
        "No. SC 18022",
        "",
        "Argued January 9 - officially released April 2, 2002",
        "",
    ]
    return [*top, *centred("Opinion"), "", "TESSIER, J.", "", *body(REVERSED)]


def _per_curiam():
    top = centred(
        "NOT FOR PUBLICATION", "", "UNITED STATES COURT OF APPEALS", "FOR THE THIRTEENTH CIRCUIT", "", "No. 02-1190", ""
    )
    top += centred("MARGIT OSTREY,", "Plaintiff-Appellant,", "v.", "DUNFORTH HARBOR BOARD,", "Defendant-Appellee.", "")
    top += [
        "Submitted February 3, 2003",
        "Decided March 5, 2003",
        "",
        "Before: MARLOWE, TESSIER, and QUILL, Circuit Judges.",
        "",
        "PER CURIAM:",
        "",
    ]
    return [*top, *body("AFFIRMED.")]


def _agency():
    top = [
        "QUARLAND PUBLIC UTILITIES COMMISSION",
        "",
        "Docket No. 01-F-0144",
        "",
        "In the Matter of the Complaint of Margit Ostrey",
        "",
    ]
    top += ["against the Dunforth Harbor Board", "", "Decision", "", "Issued: September 12, 2001", ""]
    return [*top, *body("The complaint is dismissed.")]


def _neutral():
    top = [
        "Neutral Citation Number: [2004] ESKCA Civ 212",
        "",
        "Case No: B2/2003/1188",
        "",
        "IN THE COURT OF APPEAL (CIVIL DIVISION)",
    ]
    top += [
        "ON APPEAL FROM DUNFORTH COUNTY COURT",
        "",
        "Date: 18 March 2004",
        "",
        "Before:",
        "",
        "LORD JUSTICE QUILL",
        "and",
    ]
    top += [
        "LORD JUSTICE MARLOWE",
        "",
        "Between:",
        "",
        "MARGIT OSTREY",
        "Appellant",
        "- and -",
        "DUNFORTH HARBOUR BOARD",
        "Respondent",
        "",
    ]
    return [*top, "Lord Justice Quill:", "", *body("I would allow the appeal.")]


def _notes():
    top = centred(
        "United States Court of Appeals",
        "For the Thirteenth Circuit",
        "",
        "No. 01-2210",
        "",
        "MARGIT OSTREY,",
        "Plaintiff, Appellee,",
        "v.",
    )
    top += centred("DUNFORTH HARBOR BOARD,", "Defendant, Appellant.", "", "July 9, 2002", "")
    own = body(AFFIRMED, double=True, note=True)
    own[0] = "      QUILL, Circuit Judge.  " + own[0].strip()
    first, rest = own[:8], own[8:]
    return [
        *top,
        *first,
        "",
        "",
        "1",
        *wrap(NOTE, 60, initial_indent="   "),
        "",
        "-1-".center(66),
        "\f" + rest[0],
        *rest[1:],
        "",
        "-2-".center(66),
    ]


def _capitals():
    top = [
        "MARGIT OSTREY, APPELLANT, v. DUNFORTH HARBOR BOARD, APPELLEE.",
        "",
        "COURT OF APPEALS OF ESKLAND.",
        "",
        "NO. 4417.",
        "",
    ]
    return [*top, "FILED MAY 7, 1931.", "", "PELL, JUDGE.", "", *body(AFFIRMED, indent=3)]


_OSTREY, _BOARD = "MARGIT OSTREY", "DUNFORTH HARBOR BOARD"
_THIRTEENTH = "United States Court of Appeals For the Thirteenth Circuit"
LAYOUTS = {
    "federal slip opinion": (_federal, {"court": _THIRTEENTH, "docket": "No. 02-1188", "decided_on": "March 4, 2003", "author": "TESSIER", "appellant": _OSTREY, "plaintiff": _OSTREY, "appellee": _BOARD, "defendant": _BOARD, "outcome": "affirmed"}),
    "section signs": (_signs, {"court": "SUPREME COURT OF QUARLAND", "docket": "NO. 03-0451", "author": "HALVERN", "appellant": _OSTREY, "appellee": _BOARD, "outcome": "reversed"}),
    "running heads": (_slip, {"court": "SUPREME COURT OF ESKLAND", "docket": "No. 98-77", "decided_on": "June 8, 1999", "author": "PELL", "outcome": "affirmed"}),
    "numbered lines": (_pleading, {"court": "COURT OF APPEAL, SECOND DISTRICT", "docket": "No. B164422", "decided_on": "May 6, 2004", "author": "HALVERN", "appellant": _OSTREY, "plaintiff": _OSTREY, "appellee": _BOARD, "defendant": _BOARD, "outcome": "reversed"}),
    "two columns": (_two_columns, {"court": "UNITED STATES DISTRICT COURT FOR THE DISTRICT OF QUARLAND", "docket": "Civil Action No. 02-1187", "plaintiff": _OSTREY, "defendant": _BOARD, "outcome": "denied"}),
    "filing heads": (_filing_heads, {"court": "UNITED STATES DISTRICT COURT NORTHERN DISTRICT OF QUARLAND", "docket": "No. 02 Civ. 1187", "author": "SANDOVAL", "plaintiff": _OSTREY, "defendant": _BOARD, "outcome": "granted"}),
    "syllabus": (_syllabus, {"court": "SUPREME COURT OF ESKLAND", "docket": "No. SC 18022", "decided_on": "April 2, 2002", "author": "TESSIER", "outcome": "reversed"}),
    "per curiam": (_per_curiam, {"court": "UNITED STATES COURT OF APPEALS FOR THE THIRTEENTH CIRCUIT", "docket": "No. 02-1190", "decided_on": "March 5, 2003", "appellant": _OSTREY, "plaintiff": _OSTREY, "appellee": _BOARD, "defendant": _BOARD, "outcome": "AFFIRMED"}),
    "agency": (_agency, {"court": "QUARLAND PUBLIC UTILITIES COMMISSION", "docket": "Docket No. 01-F-0144", "decided_on": "September 12, 2001", "outcome": "dismissed"}),
    "neutral citation": (_neutral, {"court": "COURT OF APPEAL", "docket": "Case No: B2/2003/1188", "decided_on": "18 March 2004", "author": "Quill", "appellant": _OSTREY, "appellee": "DUNFORTH HARBOUR BOARD"}),
    "notes at page ends": (_notes, {"court": _THIRTEENTH, "docket": "No. 01-2210", "decided_on": "July 9, 2002", "author": "QUILL", "appellant": _BOARD, "plaintiff": _OSTREY, "appellee": _OSTREY, "defendant": _BOARD, "outcome": "affirmed"}),
    "all capitals": (_capitals, {"court": "COURT OF APPEALS OF ESKLAND", "docket": "NO. 4417", "decided_on": "MAY 7, 1931", "author": "PELL", "appellant": _OSTREY, "appellee": _BOARD, "outcome": "affirmed"}),
    "Markdown": (markdown, {"court": "Supreme Court of Quarland", "docket": "No. 2003-118", "decided_on": "August 1, 2003", "author": "HALVERN", "outcome": "reversed"}),
    "web page": (web_page, {"court": "Court of Appeals of Quarland", "docket": "No. A-03-44", "decided_on": "Dec. 9, 2003", "author": "PELL", "appellant": "Margit OSTREY", "appellee": _BOARD, "outcome": "affirmed"}),
    "vs.": (commonwealth, {"court": "Appeals Court of Esk, Dunforth", "docket": "No. 02-P-771", "decided_on": "March 3, 2004", "author": "QUILL", "defendant": _OSTREY, "outcome": "affirmed"}),
    "page words": (vendor, {"court": "Supreme Court of Eskland", "docket": "No. 00-119", "decided_on": "November 14, 2000", "author": "PELL", "outcome": "reversed"}),
    "consolidated": (consolidated, {"court": _THIRTEENTH, "decided_on": "June 2, 2003", "author": "MARLOWE", "outcome": "affirmed"}),
    "in re": (in_re, {"court": "SUPREME COURT OF ESKLAND", "docket": "No. 99-S-12", "decided_on": "October 4, 1999", "author": "HALVERN", "outcome": "reversed"}),
    "divided words": (hyphens, {"court": "COURT OF APPEALS", "docket": "No. 254417", "author": "PELL", "appellant": _OSTREY, "plaintiff": _OSTREY, "appellee": _BOARD, "defendant": _BOARD, "outcome": "affirmed"}),
    "day beside the court": (stamped, {"court": "UNITED STATES COURT OF APPEALS FOR THE THIRTEENTH CIRCUIT", "docket": "No. 01-1944", "decided_on": "February 11, 2002", "author": "MARLOWE", "appellant": _OSTREY, "appellee": "NATIONAL FERRY BOARD", "outcome": "denied"}),
}  # fmt: skip
"""For each layout how it is laid out, and what is in it."""
