r"""Tables that lie beside the code which reads them: plain lines, and regular expressions by name.

    KIND: (?:lease|contract)
    title/i:
      \bthis\s{KIND}
      (?=\sis\b)

Lines that begin with two spaces, which do not count, carry on the text above; they are joined as they are. A name in
capitals in curly brackets stands for the text of that name, which must be further up. After a slash, ``i`` takes any
case, and ``s`` lets a space stand for any white space. A line that begins with # is a comment.
"""

import re
from functools import cache, cached_property
from importlib import resources

_MACRO = re.compile(r"\{([A-Z_]+)\}")


@cache
def lines(package: str, file: str) -> tuple[str, ...]:
    """The lines of a table in the folder of a package, without comments and empty lines."""
    text = resources.files(package).joinpath(file).read_text(encoding="utf-8")
    return tuple(line for line in text.splitlines() if line and not line.startswith("#"))


def entries(package: str, file: str) -> list[tuple[str, str]]:
    """Names, with what follows their slash, and texts in order; macros are put in and left out."""
    found: list[tuple[str, str]] = []
    for line in lines(package, file):
        if line.startswith("  "):
            name, text = found.pop()
            found.append((name, text + line[2:]))
        else:
            name, _, text = line.partition(":")
            found.append((name, text.lstrip()))
    macros: dict[str, str] = {}
    others: list[tuple[str, str]] = []
    for name, text in found:
        whole = _MACRO.sub(lambda match: macros[match[1]], text)
        if name.isupper():
            macros[name] = whole
        else:
            others.append((name, whole))
    return others


def expression(text: str, marks: str) -> re.Pattern[str]:
    """The text as a regular expression; ``marks`` are the letters after a name's slash."""
    return re.compile(text.replace(" ", r"\s+") if "s" in marks else text, re.IGNORECASE if "i" in marks else 0)


class Expressions:
    """The regular expressions of one table, each made when it is first asked for."""

    def __init__(self, package: str, file: str = "patterns.txt") -> None:
        """``file`` lies in the folder of ``package``."""
        self._place = package, file

    @cached_property
    def _texts(self) -> dict[str, tuple[str, str]]:
        found = ((*name.partition("/")[::2], text) for name, text in entries(*self._place))
        return {name: (text, marks) for name, marks, text in found}

    @cache
    def regex(self, name: str) -> re.Pattern[str]:
        """The expression of that name, without its slash."""
        return expression(*self._texts[name])
