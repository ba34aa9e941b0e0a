"""Which exchanges of a voice answer words that they were not written for."""

from __future__ import annotations

import pytest

from agents.mind.scene import voice_answers
from agents.mind.scene.voice_answers import answer_by_voice
from agents.mind.voice.retrieval import NearExchange
from agents.mind.voice.voice import VoiceExchange, VoiceLine

WORDING = "Do you light the lamp?"
LAMP = VoiceExchange((WORDING,), (VoiceLine("Each evening."),))


@pytest.mark.parametrize(
    ("heard", "likeness", "answered"),
    [
        ("Do you light the lamp at night?", 0.42, True),
        ("Do you get lonely with the lamp?", 0.42, False),
        ("Could a boat see your lamp?", 0.42, False),
        ("Why do you light the lamp?", 0.42, False),
        ("Do you get lonely with the lamp?", 0.6, True),
    ],
)
def test_a_line_for_near_words_needs_most_of_what_is_asked(
    heard: str, likeness: float, answered: bool
) -> None:
    """One word in common is no answer, unless the two lines are close otherwise."""
    near = [NearExchange(LAMP, WORDING, likeness)]
    assert bool(list(answer_by_voice(near, heard))) is answered


def test_exchanges_that_are_not_near_enough_are_not_looked_into(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Hundreds share a word with a question: each was read in full, some 40 ms of the loop."""
    looked_into: list[float] = []

    def note(heard: str, near: NearExchange) -> bool:
        looked_into.append(near.score)
        return True

    monkeypatch.setattr(voice_answers, "_is_covered", note)
    near = [NearExchange(LAMP, WORDING, score) for score in (0.42, 0.39, 0.2, 0.1)]
    assert len(list(answer_by_voice(near, "Is the lamp lit?"))) == 1
    assert looked_into == [0.42]


def test_whose_thing_it_is_brings_no_portrait_of_them() -> None:
    """A line for the thing itself stays."""
    hester = "What do you think of Hester?"
    portrait = VoiceExchange((hester,), (VoiceLine("The surveyor."),))
    asked = "What do you think of Hester's map?"
    assert not list(answer_by_voice([NearExchange(portrait, hester, 0.85, by_meaning=True)], asked))
    assert list(answer_by_voice([NearExchange(portrait, hester, 0.85, by_meaning=True)], hester))
    of_map = "Do you like the map of Hester?"
    near = [NearExchange(VoiceExchange((of_map,), portrait.answers), of_map, 0.85, by_meaning=True)]
    assert list(answer_by_voice(near, asked))


@pytest.mark.parametrize(
    ("heard", "answered"),
    [("I am ill.", True), ("Not me. I am not ill.", False), ("i'm not ill, friend", False)],
)
def test_who_denies_a_state_is_not_answered_as_one_who_is_in_it(heard: str, answered: bool) -> None:
    ill = "I feel ill."
    exchange = VoiceExchange((ill,), (VoiceLine("How long have you had it?"),))
    near = [NearExchange(exchange, ill, 0.8, by_meaning=True)]
    assert bool(list(answer_by_voice(near, heard))) is answered


def test_who_tells_of_a_sister_is_not_answered_about_a_child() -> None:
    """An answer that speaks of nobody, or of whom the words name, stays."""
    ill, sister = "My child has been ill for weeks.", "My sister has been ill since spring."
    answers = (VoiceLine("I am sorry. Who is with the child?"), VoiceLine("How long is it now?"))
    near = [NearExchange(VoiceExchange((ill,), answers), ill, 0.8, by_meaning=True)]
    assert [each.words for each in answer_by_voice(near, sister)] == ["How long is it now?"]
    assert len(list(answer_by_voice(near, ill))) == 2


def test_who_takes_leave_is_answered_for_that() -> None:
    """What they speak of besides is not gone into."""
    bees = NearExchange(
        VoiceExchange(("I keep bees.",), (VoiceLine("Straw?"),)), "I keep bees.", 0.67
    )
    leave = NearExchange(VoiceExchange(("Bye.",), (VoiceLine("Go dry."),)), "Bye.", 0.65)
    found = answer_by_voice([bees, leave], "Goodbye. Keep an eye on the bees.")
    assert [each.words for each in found] == ["Go dry."]
