"""Of several things to say, the judgement takes the one that fits, and says why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from agents.mind.speech.candidates import Candidate, Origin, SpeechMoment
from agents.mind.speech.judgement import judge_candidate, rank_candidates
from agents.mind.speech.questions import wants_to_know

MOMENT = SpeechMoment(
    me="Wren",
    partner="Ada",
    names=("Ada", "Moss", "Cobb", "Hester"),
    about=(
        "I am Wren, the keeper of the lamp.",
        "I am afraid of a night with no answer from the far shore.",
        "I count steps, boats and minutes.",
    ),
    known=("The Lamp House", "The lamp is the only light on the lake."),
)


def best_of(heard: str, *words: str) -> str:
    """Return the best words of a model that are good enough; empty if none are."""
    moment = replace(MOMENT, heard=heard)
    best = rank_candidates([Candidate(each, Origin.MODEL) for each in words], moment)[0]
    return best.candidate.words if best.is_good else ""


def read_labelled() -> Iterator[tuple[bool, SpeechMoment, str]]:
    """Yield whether a sample made sense to a reader, its moment and the sample."""
    text = (Path(__file__).parent / "labelled_samples.txt").read_text("utf-8")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            sense, me, heard, words = line.split(" | ")
            yield sense == "1", SpeechMoment(me, "Ada", heard, ("Ada",)), words


def test_of_the_shipped_models_samples_most_that_pass_make_sense_to_a_reader() -> None:
    """The limits were set on these samples; what the model says to statements is not asked for."""
    rated = [
        (sense, moment.heard, judge_candidate(Candidate(words, Origin.MODEL), moment))
        for sense, moment, words in read_labelled()
        if wants_to_know(moment.heard)
    ]
    passed = [sense for sense, _, each in rated if each.is_good]
    best = {
        heard: max((each.score, sense) for sense, other, each in rated if other == heard)
        for _, heard, each in rated
        if each.is_good
    }
    assert sum(passed) / len(passed) >= 0.68
    assert sum(sense for _, sense in best.values()) / len(best) >= 0.75 and len(best) >= 18


def test_nothing_good_enough_is_nothing() -> None:
    rambling = "I saw a fish, and the fish was the one that I had."
    assert best_of("How far is it?", "Only 190 feet.", "I know. I know.", rambling) == ""


def test_an_answer_to_what_was_asked_comes_before_one_that_is_beside_it() -> None:
    beside, fitting = "I count boats and steps.", "Across the lake, over there."
    assert best_of("Where is the lamp?", beside, fitting) == fitting


def test_the_shorter_of_two_answers_comes_first() -> None:
    """A small model knows what it answers for a few words."""
    long_one = "I would not go there by night, if I were you."
    assert best_of("Is it safe?", long_one, "Not by night.") == "Not by night."


def test_a_line_of_the_voice_counts_by_its_fit_and_not_by_its_words() -> None:
    """A person wrote it: whether it names a number that nothing supports is their affair."""
    moment = replace(MOMENT, heard="How are you?")
    near = judge_candidate(Candidate("Ninety nights in a row.", Origin.VOICE, 0.6), moment)
    far = judge_candidate(Candidate("Ninety nights in a row.", Origin.VOICE, 0.2), moment)
    assert near.is_certain
    assert not far.is_good


def test_what_was_said_lately_is_not_said_again() -> None:
    """But what the agent is about, and what it was told, is true however often it is asked."""
    moment = replace(MOMENT, heard="How are you?", own=("Ninety nights in a row.",))
    truths = {Origin.INTENTION, Origin.MEMORY, Origin.PLAIN}
    for origin in truths:
        about = Candidate("Ninety nights in a row.", origin, 1.0)
        assert judge_candidate(about, moment).is_certain
    for origin in set(Origin) - truths:
        judged = judge_candidate(Candidate("Ninety nights in a row.", origin, 1.0), moment)
        assert "said before" in judged.faults
        assert not judged.is_good


def test_a_watcher_reads_origin_score_words_and_reasons() -> None:
    moment = replace(MOMENT, heard="Where is the lamp?")
    told = judge_candidate(Candidate("The lamp is over the lake.", Origin.MODEL), moment).describe()
    assert told.startswith("[model 2.8]")
    assert '"The lamp is over the lake."' in told
    assert "answers what was asked" in told


@given(st.lists(st.text(max_size=60), max_size=5), st.text(max_size=40))
def test_any_texts_are_judged_and_the_faultless_come_first(words: list[str], heard: str) -> None:
    moment = replace(MOMENT, heard=heard)
    judged = rank_candidates([Candidate(each, Origin.MODEL) for each in words], moment)
    assert len(judged) == len(words)
    keys = [(bool(each.faults), -each.score) for each in judged]
    assert keys == sorted(keys)
    assert judged == rank_candidates([each.candidate for each in judged], moment)


def test_just_the_words_for_a_question_may_be_said_to_the_next_who_asks() -> None:
    """Who has told one visitor a name tells it to another, and not something else instead."""
    exact = Candidate("Hester. I am a surveyor.", Origin.VOICE, 1.0)
    near = Candidate("It begins with a V.", Origin.VOICE, 0.6)
    before = SpeechMoment(me="Hester", heard="What is your name?", own=(exact.words, "Good day."))
    assert rank_candidates([near, exact], before)[0].candidate is exact
    again = SpeechMoment(me="Hester", heard="What is your name?", own=(exact.words,))
    assert rank_candidates([near, exact], again)[0].candidate is near


def test_what_was_read_scores_by_its_worth_and_not_by_how_it_fits() -> None:
    worth = [
        Candidate(f"Number {n}.", Origin.VOICE, 0.9 - n / 10, worth=each)
        for n, each in enumerate((0.1, 0.2, 0.7))
    ]
    best, second, last = rank_candidates(worth, MOMENT)
    assert [each.candidate.worth for each in (best, second, last)] == [0.7, 0.2, 0.1]
    assert best.score < 4 and second.is_good and not last.is_good
    assert best.is_certain and not second.is_certain
    assert "worth 0.70" in best.describe()
