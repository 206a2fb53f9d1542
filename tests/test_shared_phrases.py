"""What the reader's strings share with the phrases of those who write: nothing without a reason."""

from pathlib import Path

import pytest

from tests import shared_phrases

# a run of words, in stems, that stands in a writer's phrase file too: why the reader needs it all the same
# what law reports and contracts themselves say, whoever writes about them
LAW = """
    abus of discret | brought suit | de novo | effect date | expir date | forc majeur | initi payment | initi term |
    make good | matter of law | minimum amount | net sale | non compet | non disclosur | opinion file | set asid |
    standard of review | substanti evid | trial court | wit whereof
    """
# plain English of time, change and comparison
PLAIN = """
    befor or after | came back | came first | day after | day befor | differ between | due date | e mail |
    gave way | give way | go through | last night | nobodi say | put forward | say yes |
    take the place | taken togeth | time limit | two week | walk away
    """
REASONS = {
    run.strip(): reason
    for reason, runs in (("law reports and contracts say it", LAW), ("plain English", PLAIN))
    for run in " ".join(runs.split()).split(" | ")
}


def test_no_string_of_the_reader_stands_in_a_writers_phrase_file_without_a_reason():
    found = shared_phrases.shared(shared_phrases.SOURCE / "reading")
    assert {run: files for run, files in found.items() if run not in REASONS} == {}
    assert set(REASONS) <= set(found), "reasons for what the reader no longer says"


def test_what_phrases_can_say_is_known():
    written = shared_phrases.written()
    assert len(shared_phrases.phrase_files()) > 60
    assert {"lead case", "come back"} <= written


@pytest.mark.parametrize(
    "text",
    [
        'ROLE = "the lead case"',
        'ROLE = re.compile(r"\\b(?:main|lead(?:ing)?)\\s(?:case|paper)")',
        'ROLE = re.compile(r"""\\b(?:lead|chief)\\s+ # words\n  (?:case|papers?)""", re.VERBOSE)',
        'ROLE = re.compile(rf"{START}[Ll]ead[\\s-]cases?{END}")',
    ],
)
def test_a_phrase_is_found_in_a_string_and_in_any_expression(tmp_path: Path, text: str):
    (tmp_path / "roles.py").write_text(f'"""A lead case in a docstring is nothing."""\nimport re\n{text}\n')
    assert shared_phrases.shared(tmp_path)["lead case"] == ["roles.py"]
    (tmp_path / "roles.py").write_text('"""The lead case."""\nROLE = "lead", "case"\n')
    assert shared_phrases.shared(tmp_path) == {}


def test_a_phrase_is_found_in_a_table(tmp_path: Path):
    (tmp_path / "synonyms.txt").write_text("first, initial\nlead case: main case\n")
    assert set(shared_phrases.shared(tmp_path)) == {"lead case", "main case"}


def test_slots_and_wildcards_part_what_stands_on_both_sides():
    assert shared_phrases.runs(r"lead\s\w+\sauthority") == set()
    assert shared_phrases.runs(r"lead [^.]{0,30} authority") == set()
    assert shared_phrases.runs(r"(?:lead|main)\s(?:case|text)s?") == {
        "lead case",
        "lead text",
        "main case",
        "main text",
    }
