"""A short answer to the agent's own question comes back to a question for the same."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from agents.memory.core.records import Experience
from agents.mind.speech.remembered import Asked
from agents.mind.speech.statements.short_answers import recall_short_answers
from tests.texts import shipped_texts
from world.nature import Nature

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def speech(seq: int, text: str, *, own: bool = False) -> Experience:
    return Experience(
        seq, NOON + timedelta(seconds=seq), text, "action" if own else "observation",
        line="say x" if own else "", speaker="" if own else "Ada",
        nature=Nature.SPEECH, occupants=("Ada",),
    )  # fmt: skip


def ask(heard: str, *memories: Experience) -> list[str]:
    found = recall_short_answers(Asked("Moss", "Ada", heard), memories, shipped_texts())
    return [each.words for each in found]


OWN = speech(1, '~Moss> say x\nYou say, "How old is your daughter, Ada?"', own=True)
SAID = speech(2, 'Ada says, "Moss, twelve."')


def test_a_short_answer_is_kept_with_what_was_asked() -> None:
    assert ask("How old is my daughter?", OWN, SAID) == ["Twelve, you said, Ada, when I asked you."]
    assert ask("How old did I say my daughter is?", OWN, SAID)


def test_other_questions_and_other_words_are_no_matter_of_it() -> None:
    assert not ask("How deep is the tarn?", OWN, SAID)
    assert not ask("How old is your daughter?", OWN, SAID)
    assert not ask("How old is my daughter?", SAID, OWN)
    longer = speech(2, 'Ada says, "I left her with the miller of Quern in spring."')
    assert not ask("How old is my daughter?", OWN, longer)
