"""Who tells otherwise what they told before hears that it is taken so, and from what."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.memory.summarization.second_reading.checks import SentenceChecks
from agents.mind.manners.told_matters import ToldMatters
from agents.mind.speech.candidates import Candidate
from agents.mind.speech.kinds import found_by
from agents.mind.speech.told.acts import SpokenActs
from agents.mind.speech.told.told_otherwise import MOST_BESIDE, SURELY_OTHERWISE
from agents.mind.turn.taking_in import may_follow_answer
from agents.mind.voice.sentence_likeness import NO_SENTENCE_MEANINGS
from tests.agents.memory.summarization.test_sentence_checks import Checker
from tests.agents.mind.manners.test_company import Moments
from tests.agents.mind.manners.test_going_on import stage_of
from tests.agents.mind.speech.tellings.test_caring import hear
from tests.agents.mind.support import TEXTS, Stage

EXAM, LOFT = "My exam is on the third.", "I sleep in a loft over the fish shop."
MOVED = "They moved the exam, it is on the fourth."
OTHERWISE = {("third", "moved"): 0.95}


def open_matters(checker: Checker, *lines: str) -> ToldMatters:
    life = Moments()
    for each in lines:
        life.hears("Ada", each)
    acts = SpokenActs(TEXTS, NO_SENTENCE_MEANINGS)
    checks = SentenceChecks(checker, lambda line: None)
    return ToldMatters(life.company, TEXTS, NO_SENTENCE_MEANINGS, acts, checks=checks)


async def say(matters: ToldMatters, words: str) -> Candidate | None:
    await matters.listen(words, "Ada", ["Ada"])
    return matters.answer(words, "Ada", ["Ada"])


async def test_what_was_told_before_is_named_and_put_right() -> None:
    checker = Checker({}, outdated=OTHERWISE)
    said = await say(open_matters(checker, EXAM, LOFT), MOVED)
    assert said is not None and said.found == found_by.TOLD_OTHERWISE
    assert "your exam is on the third" in said.words and "loft" not in said.words
    assert (f"Ada: {EXAM}", f"Ada: {MOVED}") in checker.pairs
    assert may_follow_answer(said, MOVED), "also where the words answer the agent's own question"


async def test_what_was_told_otherwise_answers_no_question_any_more() -> None:
    """Of both the later one answers, whichever is nearer to the question."""
    for chance in (0.95, SURELY_OTHERWISE):
        checks = SentenceChecks(Checker({}, outdated={("third", "moved"): chance}))
        life = Moments().hears("Ada", EXAM).hears("Ada", LOFT)
        acts = SpokenActs(TEXTS, NO_SENTENCE_MEANINGS)
        matters = ToldMatters(life.company, TEXTS, NO_SENTENCE_MEANINGS, acts, checks=checks)
        assert await say(matters, MOVED) is not None
        after = await say(matters, "When is my exam?")
        assert after is None or "third" not in after.words


async def test_what_is_not_sure_is_heard_as_any_other_line() -> None:
    unsure = Checker({}, outdated={("third", "moved"): SURELY_OTHERWISE - 0.01})
    assert await say(open_matters(unsure, EXAM, LOFT), MOVED) is None
    assert unsure.pairs


@pytest.mark.parametrize("words", ["Is my exam moved?", "Moved, yes.", "Moved"])
async def test_a_question_or_a_word_puts_nothing_right(words: str) -> None:
    checker = Checker({}, outdated=OTHERWISE)
    found = await say(open_matters(checker, EXAM), words)
    assert found is None or found.found != found_by.TOLD_OTHERWISE
    assert not checker.pairs


async def test_it_is_said_to_these_words_alone() -> None:
    matters = open_matters(Checker({}, outdated=OTHERWISE), EXAM)
    assert await say(matters, MOVED) is not None
    assert matters.answer("The geese fly over.", "Ada", ["Ada"]) is None
    assert await say(matters, "The geese fly over.") is None


async def test_a_long_sentence_is_not_told_back() -> None:
    long = "My exam, of which I told nobody but my aunt and two of her neighbours, is on the third."
    said = await say(open_matters(Checker({}, outdated=OTHERWISE), long), MOVED)
    assert said is not None and "aunt" not in said.words


async def test_what_was_told_in_confidence_is_not_said_before_others() -> None:
    """It is heard all the same."""
    confided = "Nobody knows it, but my exam is on the third."
    for present, told in ((["Ada"], True), (["Ada", "Bren"], False)):
        matters = open_matters(Checker({}, outdated=OTHERWISE), confided)
        await matters.listen(MOVED, "Ada", present)
        said = matters.answer(MOVED, "Ada", present)
        assert said is not None and said.found == found_by.TOLD_OTHERWISE
        assert ("third" in said.words) is told


async def test_of_much_that_was_told_the_nearest_is_read() -> None:
    """What has most words in common, then the newest; nothing that has none."""
    told = [f"I own a spoon for exam number {number}." for number in range(12)]
    checker = Checker({}, outdated=OTHERWISE)
    words = "My exam on the third, it was moved."
    assert await say(open_matters(checker, EXAM, LOFT, *told), words) is not None
    assert len(checker.pairs) == MOST_BESIDE
    assert checker.pairs[0][0] == f"Ada: {EXAM}" and checker.pairs[1][0].endswith("11.")
    assert await say(open_matters(checker, LOFT), MOVED) is None
    assert not any("loft" in note for note, _ in checker.pairs)


async def test_without_a_model_nothing_is_put_right() -> None:
    assert await say(open_matters(Checker({}, fails=True), EXAM), MOVED) is None


async def test_a_person_hears_it_in_a_talk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Through the agent's whole turn, with the checks of its context."""
    checks = SentenceChecks(Checker({}, outdated=OTHERWISE))
    monkeypatch.setattr(Stage, "checks", checks)
    stage, _ = stage_of(tmp_path, "Wren")
    await hear(stage, f"Wren, {EXAM}")
    said = await hear(stage, f"Wren, {MOVED}")
    assert "your exam is on the third" in said
    assert said in {
        each.format(name="Ada", clause="your exam is on the third")
        for each in TEXTS.raw("speech.told-otherwise.from").split("\n")
    }
    await stage.close()
