"""Changes of what is counted and measured of a release."""

from __future__ import annotations

from tests.tampering import tampering

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


@tampering("quality.json: cohesion.taken_up is not what")
def falsified_cohesion(own):
    own.json("quality.json")["cohesion"]["taken_up"] = 0.6


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
