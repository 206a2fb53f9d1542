"""What was changed in a release is found by `verify`, though the manifest was made to fit again."""

from __future__ import annotations

import json
import shutil
from datetime import datetime, timedelta

import pytest

from microworlds.suites.memorydoc import release
from microworlds.suites.memorydoc.measures.verdict_measures import JUDGES
from microworlds.suites.memorydoc.verify import verify
from microworlds.suites.memorydoc.world import Verdict
from tests import worlds
from tests.releasing import reseal


def verdict(number, judge):
    """A judge who refuses one question of each world, the strict one another than the lenient."""
    pairs = [pair.id for pair in worlds.judged(number).questions.pairs]
    refused = pairs[3 if judge == "strict" else 5]
    return Verdict(
        world=f"w{number:03d}",
        judge=judge,
        persona_consistency=4,
        temporal_coherence=5,
        document_grounding_accuracy=4,
        correctness={pair: pair != refused for pair in pairs},
        category_accuracy=dict.fromkeys(pairs, True),
        flagged=(refused,),
        notes="",
        seeded={f"{pairs[0]}-stale_value": False},
    )


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    folder = tmp_path_factory.mktemp("verify") / "memorydoc"
    folder.mkdir()
    own = [worlds.judged(number) for number in range(3)]
    verdicts = [verdict(number, judge) for number in range(3) for judge in JUDGES]
    measured = folder.parent / "quality.json"
    measured.write_text(worlds.report(3, verdicts))
    release.write(folder, own, verdicts, measured, worlds.SEED, worlds.RULES)
    return folder


class Folder:
    """A release to be changed; ``lines`` and ``json`` give what is written back at the end."""

    def __init__(self, path):
        self.path = path
        self.open = {}

    def lines(self, name):
        return self.open.setdefault(name, [json.loads(line) for line in (self.path / name).read_text().splitlines()])

    def json(self, name):
        return self.open.setdefault(name, json.loads((self.path / name).read_text()))

    def episode(self, split="train"):
        return self.lines(f"{split}.episodes.jsonl")[0]["steps"]

    def world(self):
        """The world of the split train, whose files the changes are made in."""
        return next(world for world in self.lines("worlds.jsonl") if world["split"] == "train")

    def facts(self):
        return next(item for item in self.lines("ledger.jsonl") if item["world"] == self.world()["id"])["facts"]

    def session(self, place=1):
        name = self.world()["sessions"][place]["id"]
        return next(item for item in self.lines("observations.jsonl") if item["id"] == name)

    def document(self):
        name = self.world()["documents"][0]["id"]
        return next(item for item in self.lines("observations.jsonl") if item["id"] == name)

    def pair(self, **wanted):
        """A question of the proofs and its gold: the first with these labels."""
        proofs = self.lines("train.proofs.jsonl")
        pair = next(own for own in proofs if all(own[name] == value for name, value in wanted.items()))
        gold = next(own for own in self.lines("train.gold.jsonl") if own["question"] == pair["id"])
        return pair, gold

    def relabel(self, pair, gold, name, value):
        """Another label in proofs, gold and statistics alike."""
        pair[name] = gold["labels"][name] = value

    def spare(self):
        """A fact of a document that no question rests on, nor counts as a rival of."""
        used = {
            (p["span"]["observation"], p["span"]["start"])
            for own in self.lines("train.proofs.jsonl")
            for p in own["evidence"]
        }
        own = {document["id"] for document in self.world()["documents"]}
        free = [f for f in self.facts() if (f["source"]["observation"], f["source"]["start"]) not in used]
        return next(fact for fact in free if fact["source"]["observation"] in own)

    def close(self):
        for name, content in self.open.items():
            if name.endswith(".jsonl"):
                (self.path / name).write_text("".join(json.dumps(line) + "\n" for line in content))
            else:
                (self.path / name).write_text(json.dumps(content))
        reseal(self.path)


def later(time, **by):
    return (datetime.fromisoformat(time) + timedelta(**by)).isoformat()


def at(steps, kind):
    return [place for place, step in enumerate(steps) if kind in step]


TAMPERED = {}


def tampering(*found):
    """Registers a way to change a release, and the words that must stand in one fault that ``verify`` names."""

    def register(change):
        TAMPERED[change.__name__] = (change, found)
        return change

    return register


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


# ledger


@tampering("statistics.json: facts is", "counted")
def a_fact_deleted(own):
    own.facts().remove(own.spare())


@tampering("distractors; the ledger has")
def rivals_deleted_and_the_statistics_mended(own):
    pair, _ = own.pair(category="single_hop", source="hybrid")
    attribute = pair["query"]["attribute"]
    used = {
        (p["span"]["observation"], p["span"]["start"])
        for each in own.lines("train.proofs.jsonl")
        for p in each["evidence"]
    }
    gone = [
        f
        for f in own.facts()
        if f["attribute"] == attribute and (f["source"]["observation"], f["source"]["start"]) not in used
    ]
    for fact in gone:
        own.facts().remove(fact)
    own.json("statistics.json")["facts"][attribute] -= len(gone)


@tampering("the ledger gives nothing instead of")
def the_fact_of_an_answer_deleted(own):
    pair, _ = own.pair(category="single_hop", source="hybrid")
    own.facts()[:] = [fact for fact in own.facts() if fact["value"] != pair["answer"]]


@tampering("w001: two facts of ledger.jsonl have the same id")
def a_fact_twice(own):
    own.facts().append(own.facts()[-1])


@tampering("but was said at")
def a_fact_that_holds_from_another_day(own):
    fact = next(fact for fact in own.facts() if fact["valid_from"])
    fact["valid_from"] = later(fact["valid_from"], days=3)


@tampering("supersedes w001-c999, which is not in the ledger")
def a_state_that_follows_nothing(own):
    next(fact for fact in own.facts() if fact["supersedes"])["supersedes"] = "w001-c999"


@tampering("which is of something else")
def a_state_that_follows_another_thing(own):
    changed = next(fact for fact in own.facts() if fact["supersedes"])
    changed["supersedes"] = next(f["id"] for f in own.facts() if f["attribute"] != changed["attribute"])


@tampering("supersedes", "which was said later")
def states_the_wrong_way_round(own):
    by_id = {fact["id"]: fact for fact in own.facts()}
    after = next(
        f
        for f in own.facts()
        if f["supersedes"] and by_id[f["supersedes"]]["source"]["observation"] != f["source"]["observation"]
    )
    before = by_id[after["supersedes"]]
    before["supersedes"], after["supersedes"] = after["id"], before["supersedes"]


@tampering("which it speaks of")
def a_fact_of_another_section(own):
    fact = own.spare()
    others = {f["subject"] for f in own.facts() if f["source"]["observation"] == fact["source"]["observation"]}
    fact["subject"] = min(others - {fact["subject"]})


@tampering("in the ledger of w001, but its source")
def a_fact_of_another_world(own):
    own.facts().append({**own.lines("ledger.jsonl")[0]["facts"][0], "id": "w001-c998"})


@tampering("its source is no utterance of")
def a_fact_that_rests_on_half_an_utterance(own):
    next(fact for fact in own.facts() if fact["valid_from"])["source"]["end"] -= 1


@tampering("not by session, then by document")
def facts_in_another_order(own):
    own.facts().reverse()


# questions


@tampering("labelled", "by the points in manifest.json it is")
def another_difficulty(own):
    pair, gold = own.pair(difficulty="hard")
    own.relabel(pair, gold, "difficulty", "easy")


@tampering("train.gold.jsonl has another labels than its proof")
def another_difficulty_in_gold(own):
    own.pair()[1]["labels"]["difficulty"] = "none"


@tampering("distractors; the ledger has")
def another_number_of_distractors(own):
    own.pair(category="single_hop", source="hybrid")[0]["distractors"] += 1


@tampering("questions, not 4 of each category")
def another_category(own):
    own.relabel(*own.pair(category="single_hop"), "category", "multi_hop")


@tampering("but its query asks for what changed")
def two_categories_exchanged(own):
    one, other = own.pair(category="single_hop"), own.pair(category="knowledge_update")
    own.relabel(*one, "category", "knowledge_update")
    own.relabel(*other, "category", "single_hop")


@tampering("but its evidence lies elsewhere")
def another_source(own):
    pair, gold = own.pair(source="hybrid", category="single_hop")
    own.relabel(pair, gold, "source", "doc_only")
    pair["requires_doc_navigation"] = False


@tampering("the ledger gives")
def another_answer_everywhere(own):
    pair, gold = own.pair(category="single_hop")
    pair["answer"] = gold["answer"] = "Nobody"


@tampering("train.gold.jsonl has another answer than its proof")
def another_answer_in_gold(own):
    own.pair(category="multi_hop")[1]["answer"] = "Nobody"


@tampering("train.gold.jsonl has another answerable than its proof")
def answerable_in_gold_alone(own):
    own.pair(category="adversarial")[1]["answerable"] = True


@tampering("its evidence is not what its answer rests on")
def a_piece_of_evidence_left_out(own):
    pair, gold = own.pair(category="multi_hop", source="hybrid")
    pair["evidence"].pop()
    gold["evidence"].pop()
    gold["labels"]["evidence_count"] = str(len(gold["evidence"]))


@tampering("states no fact of the ledger")
def evidence_that_states_nothing(own):
    pair, gold = own.pair(category="adversarial")
    for own_piece in (pair["evidence"][0], gold["evidence"][0]):
        own_piece["span"]["end"] -= 1
        own_piece["text"] = own_piece["text"][:-1]


@tampering("is not of its world")
def evidence_of_another_world(own):
    pair, gold = own.pair(category="adversarial")
    pair["evidence"][0] = gold["evidence"][0] = own.lines("test.proofs.jsonl")[0]["evidence"][0]


@tampering("its targets are")
def another_target(own):
    pair, _ = own.pair(category="single_hop", source="hybrid")
    others = [target["id"] for document in own.world()["documents"] for target in document["targets"]]
    pair["targets"] = [next(name for name in others if name not in pair["targets"])]


@tampering("has a query, though nothing answers it")
def an_adversarial_question_with_a_query(own):
    own.pair(category="adversarial")[0]["query"] = own.pair(category="single_hop")[0]["query"]


@tampering("answerable, but without a query")
def a_question_without_its_proof(own):
    own.pair(category="single_hop")[0]["query"] = None


@tampering("its answer is said to be prose, and is span by its query")
def another_form_of_answer(own):
    own.relabel(*own.pair(answer_form="span"), "answer_form", "prose")


@tampering("requires_doc_navigation does not fit its source")
def another_navigation(own):
    own.pair(source="hybrid")[0]["requires_doc_navigation"] = False


@tampering("do not have the same questions in the same order")
def a_question_left_out_of_gold(own):
    own.lines("train.gold.jsonl").pop()


@tampering("do not have the same questions in the same order")
def a_question_twice(own):
    for kind in ("gold", "proofs"):
        own.lines(f"train.{kind}.jsonl").append(own.lines(f"train.{kind}.jsonl")[-1])


@tampering("asks the same as")
def two_questions_alike(own):
    one, other = own.lines("train.proofs.jsonl")[:2]
    other["question"] = one["question"]
    for place in at(own.episode(), "question"):
        if own.episode()[place]["question"]["id"] == other["id"]:
            own.episode()[place]["question"]["text"] = one["question"]


# what is counted and measured


@tampering("statistics.json: sessions is 99; counted: 15")
def falsified_statistics(own):
    own.json("statistics.json")["sessions"] = 99


@tampering("statistics.json: difficulties is")
def falsified_shares(own):
    own.json("statistics.json")["difficulties"]["hard"]["count"] += 1


@tampering("documents.csv, line 2:", "is not what the worlds say")
def another_licence_in_the_table(own):
    path = own.path / "documents.csv"
    path.write_text(path.read_text().replace("CC0-1.0", "CC-BY-4.0", 1))


@tampering("documents.csv, line 2:", "is not what the worlds say")
def a_document_left_out_of_the_table(own):
    path = own.path / "documents.csv"
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:1] + lines[2:]))


@tampering("worlds.csv, line 3:", "is not what the worlds say")
def another_kappa_in_the_table(own):
    path = own.path / "worlds.csv"
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:2], lines[2].rsplit(",", 2)[0] + ",1.0,1.0", *lines[3:]]) + "\n")


@tampering("quality.json: proof.proven is not what")
def falsified_proofs(own):
    own.json("quality.json")["proof"]["proven"] += 1


@tampering("quality.json: agreement.kappa_median is not what")
def falsified_agreement(own):
    own.json("quality.json")["agreement"]["kappa_median"] = 0.99


@tampering("quality.json: summary: 'judges, raw agreement' is 1.0, measured 0.9")
def a_falsified_summary(own):
    own.json("quality.json")["summary"]["judges, raw agreement"] = 1.0


@tampering("quality.json: summary: 'judges, median AC1 a world' is None")
def a_figure_left_out(own):
    del own.json("quality.json")["summary"]["judges, median AC1 a world"]


@tampering("quality.json: leading", "Field required")
def a_section_left_out(own):
    del own.json("quality.json")["leading"]


@tampering("quality.json: agreement.raw_agreement is not what")
def a_judge_who_changed_his_mind(own):
    said = own.lines("verdicts.jsonl")[0]["correctness"]
    said.update(dict.fromkeys(said, True))


@tampering("quality.json: agreement.missing is not what")
def a_verdict_left_out(own):
    own.lines("verdicts.jsonl").pop()


@tampering("verdicts.jsonl: w000, strict judge is there twice")
def a_verdict_twice(own):
    own.lines("verdicts.jsonl").append(own.lines("verdicts.jsonl")[0])


@tampering("correctness is not about each of its questions once")
def a_question_that_was_not_judged(own):
    own.lines("verdicts.jsonl")[0]["correctness"].popitem()


@tampering("flags w000-q77, which is no question of its world")
def a_flag_on_nothing(own):
    own.lines("verdicts.jsonl")[0]["flagged"] = ["w000-q77"]


@tampering("verdicts.jsonl: w777 is no world of the release")
def a_verdict_on_no_world(own):
    own.lines("verdicts.jsonl")[0]["world"] = "w777"


@tampering("temporal_coherence is 9, not 1 to 5")
def a_score_off_the_scale(own):
    own.lines("verdicts.jsonl")[0]["temporal_coherence"] = 9


@tampering("speaks of a faulty pair w000-q01-typo")
def a_fault_that_is_none(own):
    own.lines("verdicts.jsonl")[0]["seeded"] = {"w000-q01-typo": True}


@tampering("manifest.json: rules: Field required")
def a_manifest_without_rules(own):
    del own.json("manifest.json")["rules"]


def test_what_nobody_changed_is_sound(original):
    assert verify(original) == []


@pytest.mark.parametrize("name", TAMPERED)
def test_what_was_changed_is_found_though_the_hashes_were_mended(original, tmp_path, name):
    change, wanted = TAMPERED[name]
    own = Folder(shutil.copytree(original, tmp_path / "memorydoc"))
    change(own)
    own.close()
    faults = verify(own.path)
    assert any(all(words in fault for words in wanted) for fault in faults), faults[:8]
