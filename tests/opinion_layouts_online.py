"""Layouts of opinions, the second half: web pages, vendors, consolidated and stamped ones."""

from tests.opinion_pages import AFFIRMED, FACTS, REVERSED, body, centred, divided, paged


def markdown():
    top = [
        "# Ostrey v. Dunforth Harbor Board",
        "",
        "Supreme Court of Quarland",
        "",
        "No. 2003-118",
        "",
        "Decided August 1, 2003",
        "",
    ]
    top += ["## Opinion", "", "Justice HALVERN delivered the opinion of the court.", ""]
    return [*top, *(line for paragraph in (*FACTS, REVERSED) for line in (paragraph, ""))]


def web_page():
    top = [
        "Court of Appeals of Quarland.",
        "",
        "",
        "Margit OSTREY, Appellant,",
        "",
        "v.",
        "",
        "DUNFORTH HARBOR BOARD, Appellee.",
        "",
        "",
        "No. A-03-44.",
        "",
        "",
    ]
    top += [
        "Dec. 9, 2003.",
        "",
        "",
        "Before TESSIER, Chief Judge, and PELL and QUILL, Judges.",
        "",
        "",
        "PELL, Judge.",
        "",
        "",
    ]
    return [
        *top,
        *(line for paragraph in (*FACTS, AFFIRMED) for line in (paragraph.replace("’", "&#8217;"), "", "", "")),
    ]


def commonwealth():
    top = [
        "COMMONWEALTH vs. MARGIT OSTREY.",
        "",
        "No. 02-P-771.",
        "",
        "Appeals Court of Esk, Dunforth.",
        "",
        "March 3, 2004.",
        "",
    ]
    top += ["Present: GREEN, TESSIER, & QUILL, JJ.", "", "QUILL, J.", ""]
    return [*top, *body("Judgment affirmed.", indent=4)]


def vendor():
    top = [
        "      OSTREY v. DUNFORTH HARBOR BOARD",
        "      Supreme Court of Eskland",
        "      No. 00-119",
        "      Decided November 14, 2000",
        "",
        "PELL, C.J.",
        "",
    ]
    lines = [*top, *body(REVERSED, width=72, indent=5)]
    return paged(lines, lambda number: [f"Page {number}"], rows=16)


def consolidated():
    top = centred(
        "United States Court of Appeals",
        "For the Thirteenth Circuit",
        "",
        "No. 02-1301",
        "",
        "MARGIT OSTREY,",
        "Plaintiff, Appellant,",
        "v.",
    )
    top += centred(
        "DUNFORTH HARBOR BOARD,",
        "Defendant, Appellee.",
        "",
        "No. 02-1302",
        "",
        "PIET OSTREY,",
        "Plaintiff, Appellant,",
        "v.",
        "TOWN OF ESK,",
        "Defendant, Appellee.",
        "",
        "June 2, 2003",
        "",
    )
    own = body(AFFIRMED)
    own[0] = "      MARLOWE, Chief Judge.  " + own[0].strip()
    return [*top, *own]


def in_re():
    top = centred(
        "IN THE SUPREME COURT OF ESKLAND",
        "",
        "IN RE ESTATE OF MARGIT OSTREY",
        "",
        "No. 99-S-12",
        "",
        "FILED",
        "October 4, 1999",
        "",
    )
    return [*top, "HALVERN, J.:", "", *body("The order of the circuit court is reversed.", width=70, indent=0)]


def hyphens():
    top = centred(
        "STATE OF ESKLAND",
        "COURT OF APPEALS",
        "",
        "MARGIT OSTREY,",
        "Plaintiff-Appellant,",
        "v",
        "DUNFORTH HARBOR BOARD,",
        "Defendant-Appellee.",
        "",
        "No. 254417",
        "",
    )
    return [*top, "Before: Quill, P.J., and Pell and Tessier, JJ.", "", "PELL, J.", "", *divided(body(AFFIRMED))]


def stamped():
    top = [
        "February 11, 2002    UNITED STATES COURT OF APPEALS",
        "                     FOR THE THIRTEENTH CIRCUIT",
        "",
        "No. 01-1944",
        "",
    ]
    top += centred(
        "MARGIT OSTREY,",
        "",
        "Petitioner,",
        "",
        "v.",
        "",
        "NATIONAL FERRY BOARD,",
        "",
        "Respondent.",
        "",
        "ON PETITION FOR REVIEW OF AN ORDER OF",
        "THE NATIONAL FERRY BOARD",
        "",
    )
    own = body("The petition for review is denied.", double=True)
    own[0] = "      MARLOWE, Chief Judge.  " + own[0].strip()
    return [*top, own[0], "      MARLOWE, Chief Judge.", *own[1:]]
