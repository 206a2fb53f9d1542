"""A memory system in any language: it retrieves the utterances and sections that share most words with a question.

It says no "text", so the configured answerer answers from what it retrieved. See docs/systems.md.
"""

import json
import re
import sys


def words(text):
    """The different words of a text."""
    return set(re.findall(r"[a-z0-9]+", text.lower()))


places = []  # words and span of each part observed
for line in sys.stdin:
    kind, given = next(iter(json.loads(line).items()))
    if kind == "observe":
        for part in given["parts"]:
            span = {"observation": given["id"], "start": part["start"], "end": part["end"]}
            places.append((words(given["text"][part["start"] : part["end"]]), span))
        reply = {"ok": True}
    else:
        asked = words(given if kind == "find" else given["text"])
        ranked = sorted(places, key=lambda place: -len(asked & place[0]) / (1 + len(place[0])) ** 0.2)
        reply = {"retrieved": [span for _, span in ranked[:5]]}
    print(json.dumps(reply), flush=True)
