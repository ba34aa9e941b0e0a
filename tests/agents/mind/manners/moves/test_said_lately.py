"""What an agent, and others in its hearing, said a while ago is known to it when it is asked."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from agents.memory.core.records import Experience
from agents.mind.manners.said_lately import KEPT, OLDEST, SaidAnswers, SaidLately, find_pronoun
from agents.mind.speech.candidates import Candidate, Origin
from tests.agents.mind.support import TEXTS
from world.nature import Nature

NOW = datetime(2026, 5, 1, 20, tzinfo=UTC)
AGENTS = ("Cobb", "Hester", "Moss", "Wren")
HERE = (*AGENTS, "Ada")


def said(seq: int, speaker: str, words: str, me: str = "Wren", ago: float = 4) -> Experience:
    """A memory of `me`: its own line, or that of somebody else."""
    own, at = speaker == me, NOW - timedelta(minutes=ago) + timedelta(seconds=seq)
    return Experience(
        seq, at, f'You say, "{words}"' if own else f'{speaker} says, "{words}"',
        "action" if own else "observation", line=f"say {words}" if own else "",
        speaker="" if own else speaker, nature=Nature.SPEECH,
        occupants=tuple(each for each in HERE if each != me),
    )  # fmt: skip


def answers(*memories: Experience, me: str = "Wren") -> SaidAnswers:
    lately = SaidLately()
    for each in memories:
        lately.note(each)
    return SaidAnswers(
        lately, TEXTS, me, lambda name: name in AGENTS, find_pronoun={"Cobb": "he"}.get  # type: ignore[arg-type]
    )  # fmt: skip


def answer(found: SaidAnswers, heard: str) -> str:
    told = found.answer(heard, "Ada", NOW)
    return told.words if told else ""


LEAF = said(1, "Wren", "Hester, any sign of the second leaf? The tenth of October, cut close.")
ASKED = said(2, "Hester", "Has it answered since, Wren, from the other shore?")
ONCE = said(3, "Wren", "Once, Hester. Due west, and copper.")
HAT = said(4, "Cobb", "I dropped my hat off the slip, and it was back by Thursday.")
SEEN = said(5, "Wren", "That I believe. I saw the hat go by.")
EVENING = (LEAF, ASKED, ONCE, HAT, SEEN)


@pytest.mark.parametrize(
    ("heard", "told"),
    [
        ("Wren, what is the second leaf you and Hester look for?",
         "The tenth of October, cut close."),
        ("Wren, have you had an answer from the other shore tonight?",
         "Once. Due west, and copper."),
        ("Wren, is that story about the hat true?", "That I believe. I saw the hat go by."),
        ("Wren, what was due west and copper?", "Once. Due west, and copper."),
    ],
)  # fmt: skip
def test_an_agent_knows_what_it_has_said_itself(heard: str, told: str) -> None:
    """As it said it, and without having said so: that is told to who asks what it said."""
    assert answer(answers(*EVENING), heard) == told


def test_who_asks_what_it_said_hears_when() -> None:
    words = answer(answers(*EVENING), "Wren, what did you say about the hat?")
    assert words.startswith("That I believe. I saw the hat go by.")
    assert "a few minutes ago" in words
    assert "'" not in words and "“" not in words and '"' not in words


def test_for_what_one_left_is_not_told_later() -> None:
    """Neither to who asks for it, nor as an answer to something else."""
    leaf = "I should be going to look something up. Book fourteen has three leaves cut out."
    assert not answer(
        answers(said(1, "Wren", leaf)), "Wren, who cut the leaves out of book fourteen?"
    )
    assert answer(
        answers(said(1, "Wren", leaf[40:])), "Wren, who cut the leaves out of book fourteen?"
    )


def test_what_was_said_of_its_hearer_is_not_told_to_others() -> None:
    """Nor is one word that is said after the agent a question for what it said."""
    standing = said(1, "Wren", "There you stand, Tomas, and not a word of news out of you so far!")
    lamp = said(2, "Wren", "There is news of the lamp.")
    assert answer(answers(standing), "Wren, what is the news?") == ""
    assert answer(answers(lamp), "Wren, what is the news?").startswith("There is news of the lamp.")
    assert answer(answers(lamp), "News? All right: my kettle flew out of the window.") == ""


def test_what_another_said_in_its_hearing_is_told_as_theirs() -> None:
    """In the third person, or by whose it is to tell."""
    words = answer(answers(HAT, said(6, "Moss", "Slugs.")), "Wren, what happened to Cobb's hat?")
    assert words.startswith("Cobb dropped his hat off the slip, and it was back by Thursday.")
    hers = said(7, "Hester", "I have my doubts of the middle sounding.")
    words = answer(answers(hers), "Wren, what is it with the middle sounding?")
    assert "Hester" in words and "doubts" not in words


def test_who_is_asked_what_another_said_tells_the_last_of_it() -> None:
    assert answer(answers(*EVENING), "Wren, what did Cobb say?").startswith("Cobb dropped his hat")


def test_it_goes_before_not_knowing_and_before_a_denial() -> None:
    found = answers(*EVENING)
    ignorant = Candidate("No idea. That I do not know.", Origin.VOICE, 0.6)
    denial = Candidate("So far I have not seen it once.", Origin.VOICE, 0.85)
    heard = "Wren, is that story about the hat true?"
    for each in (ignorant, denial):
        first = max(found.complete(heard, "Ada", NOW, [each]), key=lambda one: one.fit)
        assert first.words.startswith("That I believe.")


def test_a_line_of_the_voice_for_just_that_goes_first() -> None:
    """One word that is shared is not enough against it."""
    exact = Candidate("My hat is of felt.", Origin.VOICE, 0.95)
    told = answers(*EVENING).complete("Wren, is your hat of felt?", "Ada", NOW, [exact])
    assert max(told, key=lambda each: each.fit) == exact


@pytest.mark.parametrize(
    "heard",
    [
        "Wren, what do you think of Hester?",
        "Wren, my hat is wet. Should I go back to the shore?",
        "Wren, would you give me the hat?",
        "Wren, how are you?",
        "I saw the hat, Wren.",
        "Wren, why is the leaf the second?",
    ],
)
def test_what_was_said_answers_nothing_else(heard: str) -> None:
    assert answer(answers(*EVENING), heard) == ""


def test_its_answer_to_the_asker_is_no_answer_to_another_question_of_theirs() -> None:
    """Who asks for something else of the same has had that already."""
    deep = said(1, "Ada", "Wren, how deep is the tarn in the middle?")
    feet = said(2, "Wren", "161 feet.")
    assert answer(answers(deep, feet), "Wren, who measured the tarn in the middle?") == ""


def test_an_answer_to_a_visitor_is_told_to_another_only_if_they_ask_what_was_said() -> None:
    """What answers both is found as it was for the first; said again, it answers something else."""
    asked = said(1, "Bob", "Wren, what is your worst joke about hats?")
    found = answers(asked, said(2, "Wren", "I have timed better ones about hats at the Boathouse."))
    assert not answer(found, "Wren, which hats have you got at the Boathouse?")
    assert "timed better ones" in answer(found, "Wren, what did you say of hats at the Boathouse?")


def test_what_the_asker_was_told_is_not_told_to_them_again() -> None:
    """Unless they ask for just that; and how one was woken is told to nobody."""
    words = "Oh, it is you. I was asleep in the chair. A leaf was cut out."
    told = said(0, "Ada", "Wren, I looked in."), said(1, "Wren", words)
    assert answer(answers(*told), "Wren, who cut the leaf out?") == ""
    assert "A leaf was cut out." in answer(answers(*told), "Wren, what did you say of the leaf?")
    others = said(1, "Wren", "What? I was asleep in the chair. A leaf was cut out.")
    heard = answer(answers(others), "Wren, was the leaf cut out?")
    assert heard.startswith("A leaf was cut out.") and "asleep" not in heard


def test_a_retelling_is_not_told_again_and_old_lines_are_forgotten() -> None:
    retold = said(6, "Wren", "I saw the hat go by. I said so just now, Ada.")
    assert not answers(retold).lately.lines
    old = said(1, "Wren", "I saw the hat go by.", ago=OLDEST.total_seconds() / 60 + 1)
    assert answer(answers(old), "Wren, is that story about the hat true?") == ""
    many = answers(*(said(each, "Wren", f"Boat {each} is in.") for each in range(KEPT + 50)))
    assert len(many.lately.lines) == KEPT


def test_what_is_near_in_meaning_is_found_without_a_shared_word() -> None:
    def near(heard: str, lines: Sequence[str]) -> Sequence[float]:
        return [0.7 if "copper" in each else 0.0 for each in lines]

    found = answers(*EVENING)
    asked = "Wren, which way did it shine?"
    assert answer(found, asked) == ""
    meant = SaidAnswers(found.lately, TEXTS, "Wren", found.is_agent, near)
    assert answer(meant, asked).startswith("Once. Due west, and copper.")


def test_the_pronoun_of_somebody_is_that_of_texts_that_name_them() -> None:
    lore = ["I do not believe Cobb. He tells five places.", "Hester counts. She is exact.", "Moss."]
    assert [find_pronoun(each, lore) for each in ("Cobb", "Hester", "Moss")] == ["he", "she", ""]


def test_what_was_said_to_one_is_no_answer_of_somebody() -> None:
    """ "Do you write to him?" shares a word with what was said of labels, and means another."""
    labels = answers(said(1, "Wren", "I write the labels twice, in ink."))
    assert answer(labels, "Do you write to him?") == ""
    assert "labels" in answer(labels, "Do you write the labels?")
