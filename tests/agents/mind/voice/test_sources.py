"""What is written behind a question of the agent's is found for whatever is answered to it."""

from __future__ import annotations

from collections import deque
from pathlib import Path

from agents.mind.voice.sources import VoiceSources
from agents.mind.voice.voice_file import parse_voice

VOICE = parse_voice(
    Path("voice.md"),
    """## Exchanges

### Sleep

> I lie awake.

The water knocks twice, and waits. What knocks at yours?

>> The clock.

Stop it at ten.

>> …

Then it has its own way of knocking.

I should get up and look at it once.

> I came on foot.

By the pass? And your boots?

>> By the pass.

It is steep.

## Asked back

- What is the best thing about

>> ...

The best part is mostly a small one.
""",
).voice
SOURCES = VoiceSources()
deque(SOURCES.take_in(VOICE), maxlen=0)
KNOCKS = "The water knocks twice, and waits. What knocks at yours?"


def list_said(said: str) -> list[str]:
    return [each.text for each in SOURCES.list_for_any_answer(said)]


def test_all_that_is_written_for_any_answer_is_found_behind_the_question() -> None:
    assert list_said(KNOCKS) == [
        "Then it has its own way of knocking.",
        "I should get up and look at it once.",
    ]


def test_a_question_with_a_gap_is_found_by_the_part_that_tells() -> None:
    asked = "What is the best thing about your shop, friend?"
    assert list_said(asked) == ["The best part is mostly a small one."]


def test_of_two_questions_the_last_counts() -> None:
    both = f"{KNOCKS} What is the best thing about it?"
    assert list_said(both) == ["The best part is mostly a small one."]


def test_nothing_is_found_behind_a_question_that_has_nothing_for_any_answer() -> None:
    assert list_said("By the pass? And your boots?") == []
    assert list_said("Who are you?") == []


def test_what_stands_for_any_answer_is_no_wording() -> None:
    source = SOURCES.find(KNOCKS)
    assert source is not None
    assert [each.wordings for each in source.leads_to] == [("The clock.",), ()]
