"""Stage release: each log as an episode, a session an entry, and a question on each ship."""

from collections.abc import Iterator
from datetime import UTC, datetime

from harbour.logs import Log

from microworlds.core import jsonl, stage
from microworlds.core.errors import run
from microworlds.core.records import Gold, Part, Question
from microworlds.suites.imported.importing import ImportedEpisode, evidence, session, write


def episodes(logs: Iterator[Log]) -> Iterator[ImportedEpisode]:
    """The episodes, in order."""
    for log in logs:
        days, questions, golds = [], [], []
        for number, own in enumerate(log.berths):
            name = f"{log.id}-s{number}"
            turn = Part(
                id=f"{name}-1", start=0, end=0, speaker="Harbour master", time=datetime(2026, 5, own.come, tzinfo=UTC)
            )
            said = f"The {own.ship} lies at berth {own.berth} until May {own.gone}."
            days.append(session(name, f"Day {own.come}", [turn], [said]))
            asked = Question(
                id=f"{log.id}-q{number}",
                text=f"Until which day did the {own.ship} lie at berth {own.berth}?",
                asked_at=datetime(2026, 6, 1, tzinfo=UTC),
            )
            questions.append(asked)
            golds.append(Gold(
                question=asked.id, answer=f"May {own.gone}", answerable=True,
                evidence=(evidence(days[-1], days[-1].parts[0]),),
                labels={"world": log.id, "split": "test", "category": "arrival" if number % 2 else "stay"},
            ))  # fmt: skip
        yield ImportedEpisode(
            id=log.id, observations=tuple(days), questions=tuple(questions), gold=tuple(golds), faults={}
        )


def main() -> None:
    """Logs in, a release out."""
    logs, out = stage.paths("logs", "release")
    jsonl.write(out / "logs.jsonl", jsonl.read(logs, Log))
    write("harbour", out, episodes(jsonl.read(logs, Log)))


if __name__ == "__main__":
    run(main)
