"""A seed that nobody else has, and the commitment to it that everybody may see.

Whoever knows the settings of a public release can make it again, and more of its kind. Worlds to be held out come from
a private seed: settings, dvc.lock, manifest and logs have the commitment alone. Once the seed is revealed, anyone can
check that it is the one committed to, and make the same bytes from it.

Source: issue 5, section 2. A commitment is the SHA-256 of a random salt and the seed, so it can neither be guessed
from (both are random and secret) nor be opened to another seed.
"""

import os
import secrets
from pathlib import Path

from pydantic import Field, ValidationError

from microworlds.core import formats, seeds
from microworlds.core.errors import UserError
from microworlds.core.records import Record

VARIABLE = "MICROWORLDS_SEED"
BITS = 128  # nobody tries so many seeds until the public documents come out


class PrivateSeed(Record):
    """The secret: never in the repository, a log or a message."""

    format: int = formats.VERSIONS["private seed"]
    seed: int = Field(ge=0)
    salt: str = Field(min_length=32)

    @property
    def commitment(self) -> str:
        """What may be published, and is in the settings."""
        return seeds.digest("microworlds seed", self.salt, self.seed)


def new(path: Path) -> PrivateSeed:
    """A fresh secret, written to a file that only its owner can read.

    Raises:
        UserError: the file is there already, lies in a git repository, or cannot be written.
    """
    _outside(path)
    made = PrivateSeed(seed=secrets.randbits(BITS), salt=secrets.token_hex(32))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(made.model_dump_json() + "\n")
    except FileExistsError as error:
        raise UserError(f"{path} is there already. It may be the only copy of a seed: name another file.") from error
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror}. Name another file.") from error
    return made


def read(text_or_path: str) -> PrivateSeed:
    """The secret in a file, or the text of such a file itself (as a CI system hands it over).

    Raises:
        UserError: no such file, a file in a git repository, or no secret in it. The message never holds the secret.
    """
    text, where = text_or_path, VARIABLE
    if not text_or_path.lstrip().startswith("{"):
        path = Path(text_or_path)
        _outside(path)
        where = str(path)
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise UserError(f"cannot read the private seed in {path}: {type(error).__name__}.") from error
    try:
        return PrivateSeed.model_validate_json(formats.checked("private seed", text, where))
    except ValidationError:
        # from None: the error quotes what it was given
        raise UserError(f"{where} holds no private seed: `microworlds seed new FILE` makes one.") from None


def opened(commitment: str) -> PrivateSeed:
    """The secret that ``$MICROWORLDS_SEED`` holds or names, once it is known to be the one committed to.

    Raises:
        UserError: it is not set, or is another one.
    """
    given = os.environ.get(VARIABLE)
    if not given:
        raise UserError(
            f"the seed is private (its commitment is {commitment[:12]}...): set {VARIABLE} to the file that holds it."
        )
    own = read(given)
    if own.commitment != commitment:
        raise UserError(
            f"{VARIABLE} holds another seed than the one committed to: its commitment is {own.commitment}, and "
            f"seed.commitment is {commitment}. Name the right file, or commit to this one."
        )
    return own


def _outside(path: Path) -> None:
    for folder in path.absolute().parents:
        if (folder / ".git").exists():
            raise UserError(
                f"{path} lies in the git repository {folder}, where a private seed is soon committed or pushed. "
                "Keep it outside, such as in ~/.config/microworlds/."
            )
