"""Stage logs: the log of each harbour, drawn from the seed."""

from harbour.parameters import LogsParams

from microworlds.core import jsonl, params, seeds, stage
from microworlds.core.errors import run
from microworlds.core.records import Record

_NAMES = ("Alma", "Bertha", "Clio", "Dora", "Elsa", "Frieda", "Gesine", "Hedda")


class Berth(Record):
    """Which ship lay where, from which day of May to which."""

    ship: str
    berth: int
    come: int
    gone: int


class Log(Record):
    """The log of one harbour."""

    id: str
    berths: tuple[Berth, ...]


def log(number: int, ships: int, seed: int) -> Log:
    """The log of harbour ``number``: it is the same however many there are."""
    rng = seeds.generator(seed, "logs", number)
    names = rng.sample(_NAMES, ships)
    berths = (
        Berth(ship=ship, berth=at + 1, come=rng.randint(1, 9), gone=rng.randint(10, 28))
        for at, ship in enumerate(names)
    )
    return Log(id=f"h{number}", berths=tuple(berths))


def main() -> None:
    """Parameters in, logs out."""
    (out,) = stage.paths("logs")
    own = params.section(LogsParams, "harbour.logs")
    jsonl.write(out, (log(number, own.ships, params.seed()) for number in range(own.worlds)))


if __name__ == "__main__":
    run(main)
