"""Changes of the episodes, observations and worlds of a release."""

from __future__ import annotations

from tests.tampering import at, later, tampering

# episodes


@tampering("train.episodes.jsonl asks", "in step")
def questions_before_observations(own):
    steps = own.episode()
    steps.insert(0, steps.pop())


@tampering("train.episodes.jsonl asks", "observes w001-s05 there")
def a_session_dropped_from_a_tape(own):
    steps = own.episode()
    del steps[at(steps, "observation")[-1]]


@tampering("train.episodes.jsonl", "does nothing", "there")
def a_question_dropped_from_a_tape(own):
    own.episode().pop()


@tampering("train.episodes.jsonl observes d-0-00 in step 1")
def a_foreign_document_in_a_tape(own):
    own.episode().insert(0, {"observation": own.lines("worlds.jsonl")[0]["documents"][0]["id"]})


@tampering("train.episodes.jsonl observes w001-s02 in step", "observes w001-s01 there")
def sessions_out_of_order_in_a_tape(own):
    steps = own.episode()
    place = next(number for number, step in enumerate(steps) if step.get("observation") == "w001-s01")
    steps[place], steps[place + 1] = steps[place + 1], steps[place]


@tampering("asked_at is")
def asked_before_the_sessions(own):
    for place in at(own.episode(), "question"):
        own.episode()[place]["question"]["asked_at"] = later(own.session(0)["time"], days=-1)


@tampering("asks", "something else than its proof: text is")
def another_wording_in_a_tape(own):
    own.episode()[-1]["question"]["text"] = "What is all of this about?"


@tampering("template is")
def a_template_that_gives_the_question_away(own):
    own.episode()[-1]["question"]["template"] = "{adversarial}"


@tampering("train.episodes.jsonl: not the worlds of this split")
def a_world_dropped_from_its_split(own):
    own.lines("train.episodes.jsonl").clear()


# observations


@tampering("w001-s02: its time in observations.jsonl")
def a_session_out_of_time(own):
    own.session()["time"] = later(own.session()["time"], days=400)


@tampering("w001-s02: at", "but its event")
def a_session_out_of_time_everywhere(own):
    time = own.world()["sessions"][1]["time"] = own.session()["time"] = later(own.session()["time"], hours=5)
    for part in own.session()["parts"]:
        part["time"] = time


@tampering("w001-s02-u03 has another id, place, speaker or time")
def an_utterance_out_of_time(own):
    part = own.session()["parts"][2]
    part["time"] = later(part["time"], minutes=3)


@tampering("w001-s02: Eve Stranger speaks, who does not take part")
def an_unknown_speaker(own):
    own.session()["parts"][2]["speaker"] = "Eve Stranger"


@tampering("w001-s02-u03 has another id, place, speaker or time")
def another_of_them_speaks(own):
    parts = own.session()["parts"]
    parts[2]["speaker"] = next(part["speaker"] for part in parts if part["speaker"] != parts[2]["speaker"])


@tampering("w001-s02: its text in observations.jsonl")
def a_line_that_nobody_speaks(own):
    own.session()["text"] += "\nAnd then they left."


@tampering("w001-s02: its title in observations.jsonl")
def another_title_of_a_session(own):
    own.session()["title"] = "Lunch"


@tampering("w001-s02: called 'Lunch'")
def another_title_of_a_session_everywhere(own):
    own.session()["title"] = own.world()["sessions"][1]["title"] = "Lunch"


@tampering("w001: observation w001-s02 is missing")
def an_observation_left_out(own):
    own.lines("observations.jsonl").remove(own.session())


@tampering("observations.jsonl or worlds.jsonl: w001-s02 is there twice")
def an_observation_twice(own):
    own.lines("observations.jsonl").append(own.session())


@tampering("observations.jsonl or worlds.jsonl: w001-s02 is there twice")
def a_session_twice_in_its_world(own):
    own.world()["sessions"].append(own.world()["sessions"][1])


@tampering("observations.jsonl: w009-s01 is of no world")
def an_observation_of_no_world(own):
    own.lines("observations.jsonl").append({**own.session(), "id": "w009-s01"})


@tampering("observations.jsonl has another kind, title or time than worlds.jsonl")
def another_title_of_a_document(own):
    own.document()["title"] = "Collected letters"


@tampering("is not the part of that id in observations.jsonl")
def a_section_moved(own):
    own.document()["parts"][0]["end"] -= 3


@tampering("has a speaker or a time")
def a_section_that_somebody_speaks(own):
    own.document()["parts"][0]["speaker"] = "Eve Stranger"


@tampering("a part lies outside its text")
def a_part_outside_its_text(own):
    own.document()["parts"][-1]["end"] += 9999


@tampering("does not stand in its source")
def a_word_of_a_document_changed(own):
    fact = own.spare()
    text, source = own.document()["text"], fact["source"]
    where = next(item for item in own.lines("observations.jsonl") if item["id"] == source["observation"])
    text = where["text"]
    where["text"] = text[: source["start"]] + "x" * (source["end"] - source["start"]) + text[source["end"] :]


# worlds


@tampering("w001: in val; the shares in manifest.json put world 1 in train")
def a_world_in_another_split(own):
    own.world()["split"] = "val"


@tampering("w001: in val; the shares in manifest.json put world 1 in train")
def a_world_in_another_split_everywhere(own):
    for kind in ("episodes", "gold", "proofs"):
        moved = own.lines(f"train.{kind}.jsonl")
        own.lines(f"val.{kind}.jsonl")[:0] = moved
        moved.clear()
    for gold in own.lines("val.gold.jsonl"):
        gold["labels"]["split"] = "val"
    own.world()["split"] = "val"


@tampering("w001: its number is 4; its id would be w004")
def another_number_of_a_world(own):
    own.world()["number"] = 4


@tampering("worlds.jsonl: w001 is there twice")
def a_world_twice(own):
    own.lines("worlds.jsonl").append(own.world())
    own.lines("ledger.jsonl").append({"world": "w001", "facts": own.facts()})
    own.json("manifest.json")["worlds"] = 4


@tampering("manifest.json names 4 worlds")
def another_number_of_worlds(own):
    own.json("manifest.json")["worlds"] = 4


@tampering("has other people or documents than its event")
def someone_who_was_not_there(own):
    own.world()["sessions"][1]["personas"].append("Eve Stranger")


@tampering("w001: 2 personas, not 3 to 5")
def a_persona_left_out(own):
    own.world()["personas"].pop()


@tampering("w001: its sessions are not in topological order")
def sessions_in_another_order(own):
    sessions = own.world()["sessions"]
    sessions[1]["event"], sessions[2]["event"] = sessions[2]["event"], sessions[1]["event"]


@tampering("12 tokens, not 20,000 to 50,000")
def a_document_too_short(own):
    own.world()["documents"][0]["tokens"] = 12


@tampering("documents.csv, line", "is not what the worlds say")
def the_size_of_a_document(own):
    own.world()["documents"][0]["tokens"] += 1
