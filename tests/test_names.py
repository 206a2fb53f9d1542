"""What is called alike is alike: module names that stand more than once, each with the reason."""

from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[1] / "src/microworlds"
# what they have in common
ONE_THING = {
    "__main__": "Python's own name of what runs with -m",
    "abstention": "the metric, and the category of a suite whose questions nothing answers",
    "base": "what each plug-in of its folder is",
    "categories": "the kinds of question of a suite",
    "check_question": "the task and its offline author",
    "check_session": "the task and its offline author",
    "conversations": "the stage of each suite that makes them",
    "convomem": "the suite, and as a format to export to",
    "dynamicmem": "the suite, and as a format to export to",
    "event_graph": "the graph, the task that asks for one, and its offline author",
    "evidence_core": "the task and its offline author",
    "facts": "the stage, its task and its offline author",
    "files": "what a suite's releases have besides what all have",
    "grade": "the offline author of the task, and what it goes by",
    "judge": "the task, and what its offline author goes by",
    "llm": "the calls to language models, and the author that makes them",
    "locomo": "the benchmark, imported and as a format to export to",
    "longmemeval": "the benchmark, imported and as a format to export to",
    "mem0": "the system, and the offline author of its task",
    "message": "the task and its offline author",
    "offline": "the author without a model, and what it writes by, beside each set of tasks",
    "parameters": "a suite's sections of params.yaml",
    "persona": "the task and its offline author",
    "personas": "the task and its offline author",
    "quality": "the measures, and the stage that takes them",
    "question": "the task and its offline author",
    "question_categories": "the kinds of question of a suite, by name",
    "questions": "the stage of each suite that asks them",
    "records": "the records of a room or a suite",
    "release": "the stage of each suite that releases it",
    "session": "the task and its offline author",
    "shortcuts": "the audit, and the measure of a release that has it",
    "suite": "the plug-in of each suite",
    "tasks": "what a suite, or the systems, ask an author for",
    "verify": "the checks of a suite's releases",
}


def test_no_name_stands_for_two_things():
    found = defaultdict(list)
    for path in sorted(ROOT.rglob("*.py")):
        found[path.parent.name if path.stem == "__init__" else path.stem].append(str(path.relative_to(ROOT)))
    assert {name: places for name, places in found.items() if len(places) > 1 and name not in ONE_THING} == {}
    assert [name for name in ONE_THING if len(found[name]) < 2] == []


def test_no_name_says_nothing():
    empty = {"utils", "util", "helpers", "helper", "common", "misc", "manager", "service"}
    assert [str(path.relative_to(ROOT)) for path in ROOT.rglob("*.py") if path.stem in empty] == []
