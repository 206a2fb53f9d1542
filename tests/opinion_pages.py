"""What opinions look like on paper: the same facts, laid out in lines, pages and columns."""

from textwrap import wrap

FACTS = (
    "The plaintiff ran a small ferry across the Esk from the landing at Dunforth until the spring of 2001. In April of that "
    "year the harbour board closed the landing without notice, and the ferry lay idle for the whole of the season.",
    "She brought this action for the loss of her takings. The board answered that a permit to land may be withdrawn at any "
    "time, and that nobody who holds one has a right to rely upon it. The case was tried without a jury over three days.",
    "The trial judge found that the board had let the ferry land for eleven years, that it had taken a yearly fee, and that "
    "it gave no reason for what it did. He nevertheless entered judgment for the board, since the permit named no term.",
    "A permit that is renewed each year for a fee is more than a favour. Whoever grants it must give such notice as lets the "
    "holder look for another landing before the season begins, and a closing on the first day of the season is none.",
    "The board says that notice would have been pointless because no other landing was to be had. That was for it to show, "
    "and it called no witness on the point. What might have been found in March cannot be known now.",
)
NOTE = "The fee was forty dollars until 1996 and fifty-five thereafter; nobody suggests that the sum matters to the outcome."


def body(end, *, width=66, indent=6, double=False, note=False):
    """The lines of the five paragraphs and how the court disposes of the case; a note's mark on the first if wanted."""
    told = [FACTS[0] + "1" * note, *FACTS[1:], end]
    gap = "\n\n" if double else "\n"
    set_in = " " * indent
    paragraphs = [gap.join(wrap(paragraph, width, initial_indent=set_in)) for paragraph in told]
    return ("\n\n" if double or not indent else "\n").join(paragraphs).split("\n")


def centred(*lines, width=66):
    """Lines in the middle of the page, with an empty line for an empty text."""
    return [line.center(width).rstrip() for line in lines]


def paged(lines, foot, *, rows=20, head=None):
    """Pages of so many lines, each with its foot and, from the second on, its head; the foot knows its number."""
    made = []
    for number, start in enumerate(range(0, len(lines), rows), start=1):
        top = [head(number), ""] if head and number > 1 else []
        made += [
            ("\f" if number > 1 else "") + line if not at else line
            for at, line in enumerate(top + lines[start : start + rows])
        ]
        made += ["", *foot(number)]
    return made


def numbered(lines, rows=24):
    """Pleading paper: a number before each line, from one again on each page."""
    return [f"{at % rows + 1:>3}  {line}".rstrip() for at, line in enumerate(lines)]


def columns(left, right, sign):
    """A caption in two columns with a sign between them."""
    rows = max(len(left), len(right))
    cells = [[*side, *[""] * (rows - len(side))] for side in (left, right)]
    return [f"{one:<38}{sign}    {other}".rstrip() for one, other in zip(*cells, strict=True)]


def divided(lines, width=66):
    """The lines with long words divided at their ends where there is room for three letters or more."""
    made = list(lines)
    for at in range(len(made) - 1):
        word, room = (made[at + 1].split() or [""])[0], width - len(made[at]) - 2
        if made[at] and word.isalpha() and room >= 3 and len(word) - room >= 3 and not made[at + 1].startswith(" "):
            made[at] += f" {word[:room]}-"
            made[at + 1] = made[at + 1].replace(word, word[room:], 1)
    return made


AFFIRMED = "For these reasons the judgment of the trial court is affirmed."
REVERSED = "The judgment of the trial court is reversed."
