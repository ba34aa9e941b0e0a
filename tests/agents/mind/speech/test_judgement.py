"""Of several things to say, the judgement takes the one that fits, and says why."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from agents.mind.speech.candidates import Candidate, Origin, SpeechMoment
from agents.mind.speech.judgement import judge_candidate, rank_candidates

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


def test_the_samples_of_the_shipped_model_are_judged_as_a_reader_does() -> None:
    """The samples are those that a visitor's questions got from the model."""
    answer = "I don't know. I'm afraid of a night with no answer."
    assert best_of("What are you afraid of?", "Coldness.", "I can see you.", answer) == answer
    answer = "There are no ghost lights. The lamp is the only light in the lake."
    copied = "He says it's a ghost. He says it's a ghost."
    long_ago = "He had been here for a long time."
    assert best_of("Cobb told me the light is a ghost.", answer, long_ago, copied) == answer


def test_nothing_good_enough_is_nothing() -> None:
    assert best_of("How far is it?", "Only 190 feet.", "I see it.", "I know. I know.") == ""


def test_an_answer_to_what_was_asked_comes_before_one_that_is_beside_it() -> None:
    beside, fitting = "I count boats and steps.", "The lamp is across the lake, over there."
    assert best_of("Where is the lamp?", beside, fitting) == fitting


def test_a_line_of_the_voice_counts_by_its_fit_and_not_by_its_words() -> None:
    """A person wrote it: whether it names a number that nothing supports is their affair."""
    moment = replace(MOMENT, heard="How are you?")
    near = judge_candidate(Candidate("Ninety nights in a row.", Origin.VOICE, 0.6), moment)
    far = judge_candidate(Candidate("Ninety nights in a row.", Origin.VOICE, 0.2), moment)
    assert near.is_certain
    assert not far.is_good


def test_what_was_said_lately_is_not_said_again() -> None:
    """But what the agent is about is true however often it is asked."""
    moment = replace(MOMENT, heard="How are you?", own=("Ninety nights in a row.",))
    about = Candidate("Ninety nights in a row.", Origin.INTENTION, 1.0)
    assert judge_candidate(about, moment).is_certain
    for origin in set(Origin) - {Origin.INTENTION}:
        judged = judge_candidate(Candidate("Ninety nights in a row.", origin, 1.0), moment)
        assert "said before" in judged.faults
        assert not judged.is_good


def test_a_watcher_reads_origin_score_words_and_reasons() -> None:
    moment = replace(MOMENT, heard="Where is the lamp?")
    told = judge_candidate(Candidate("The lamp is over the lake.", Origin.MODEL), moment).describe()
    assert told.startswith("[model 3.2]")
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
