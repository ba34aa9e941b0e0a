"""The checks of sentences are counted beside the rules, as a compaction combines them."""

from __future__ import annotations

import random

from agents.memory.summarization.second_reading.checks import SentenceChecks
from benchmarks.truth.second_readings import load_each_once, report_checks
from benchmarks.truth.sentences import PART_OF_ANOTHER
from benchmarks.truth.written import load_held_out, load_written
from tests.agents.memory.summarization.test_sentence_checks import Checker
from tests.benchmarks.truth.test_second_readings import SENTENCES
from tools.asked.learn import ALL_OF_IT, ONE_THING, read_for_all
from tools.asked.visits import FOR_ALL, FOR_ALL_HELD_OUT
from tools.checks.written import BOUNDS, LEARNT, NEAR_WORDS, list_sentences, mix_memories


async def test_what_the_checks_find_stands_beside_what_rules_find() -> None:
    """They alone know that a widow has no husband; rules know figures and months."""
    checks = SentenceChecks(Checker({"her husband at every meal": (0.0, 0.99)}))
    told = await report_checks(checks, SENTENCES)
    (tuned,) = (each for each in told.split("\n\n") if each.strip().startswith("tuned on"))
    rows = {line.split("  ")[0]: line.split() for line in tuned.splitlines()}
    assert "2/3" in rows["rules"] and "1/3" in rows["second reading"] and "3/3" in rows["both"]
    assert "plants_held_out" in told


def test_no_sentence_is_counted_twice_and_none_was_learnt() -> None:
    assert PART_OF_ANOTHER not in load_each_once()
    learnt = {path.stem for path in (*LEARNT, NEAR_WORDS, BOUNDS)}
    assert len(load_held_out()) == 7
    assert not [name for name in load_held_out() if name.rsplit(maxsplit=1)[-1] in learnt]


def test_what_is_learnt_is_read_as_what_is_measured() -> None:
    for path in (BOUNDS, NEAR_WORDS):
        cases, written = load_written(path), list(list_sentences(path))
        assert [each.sentence for each in cases] == [each.sentence for each in written]
        assert [each.label for each in cases] == [each.label for each in written]
        assert [len(each.cited) for each in cases] == [len(each.memories) for each in written]
    assert {each.label for each in list_sentences(NEAR_WORDS)} == {"supports"}


def test_other_memories_change_no_label_beside_a_sentences_own() -> None:
    written = list(list_sentences(BOUNDS))[:400]
    mixed = list(mix_memories(written, random.Random(1)))
    kinds = set()
    for before, after in zip(written, mixed, strict=True):
        own = set(before.memories) <= set(after.memories)
        kinds.add((own, len(after.memories) > len(before.memories)))
        assert after.label == (before.label if own else "cannot tell")
    assert {(True, True), (True, False)} <= kinds and {own for own, _ in kinds} == {True, False}


def test_lines_that_ask_for_all_are_read_by_their_marks() -> None:
    for path in (FOR_ALL, FOR_ALL_HELD_OUT):
        asked = [each.asks for each in read_for_all(path)]
        assert asked.count(ALL_OF_IT) >= 60 and asked.count(ONE_THING) >= 7
