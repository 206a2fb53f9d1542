"""Changes of the ledger and the questions of a release."""

from __future__ import annotations

from tests.tampering import at, later, tampering

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


@tampering("its source is no utterances of")
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


@tampering("train.gold.jsonl has another aliases than its proof")
def another_value_among_the_forms_of_an_answer(own):
    _, gold = own.pair(answer_kind="date")
    gold["aliases"].append("May 1, 1901")


@tampering("train.gold.jsonl has another aliases than its proof")
def the_other_forms_of_an_answer_left_out(own):
    del own.pair(answer_kind="date")[1]["aliases"]


@tampering("train.gold.jsonl has another answerable than its proof")
def answerable_in_gold_alone(own):
    own.pair(category="adversarial")[1]["answerable"] = True


@tampering("its evidence is not what its answer rests on")
def a_piece_of_evidence_left_out(own):
    pair, gold = own.pair(category="single_hop", source="hybrid")
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
