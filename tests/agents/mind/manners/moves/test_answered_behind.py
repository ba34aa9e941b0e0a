"""An answer to the agent's own question is met by what is written behind that question."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.mind.voice.retrieval import VoiceIndex
from agents.mind.voice.voice_file import VOICE, VOICE_FOLLOW_UPS, read_voice
from tests.agents.mind.manners.test_going_on import stage_of, talk
from tests.agents.mind.manners.test_manners import list_said
from tests.agents.mind.support import TEXTS

SPOKEN = """## Exchanges

> I sleep badly.

The water knocks, twice. What is it that knocks at yours?

>> Why twice?

It is a polite water.
"""
MORE = """## Asked back

- The water knocks, twice. What is it that knocks at yours?

>> Nothing.

Then sleep.

>> …

It has its own way of knocking.
"""
BEHIND = "It has its own way of knocking."


def write_voice(folder: Path) -> Path:
    (folder / VOICE).write_text(SPOKEN, "utf-8")
    (folder / VOICE_FOLLOW_UPS).write_text(MORE, "utf-8")
    return folder / VOICE


async def list_answers(folder: Path, *lines: str) -> list[str]:
    """Return what Wren says to the last line of a visitor."""
    stage, (wren,) = stage_of(folder, "Wren")
    wren.voice = VoiceIndex(read_voice(write_voice(folder)).voice, "Wren")
    await talk(stage, *lines[:-1])
    before = len(list_said(stage))
    await talk(stage, lines[-1])
    said = [words for _, words in list_said(stage)][before:]
    await stage.close()
    return said


@pytest.mark.parametrize(
    "answer",
    [
        "The clock on the stair.",
        "my brother, mostly. he drinks",
        "I hear the neighbours' wireless.",
    ],
)
async def test_whatever_is_answered_is_met(tmp_path: Path, answer: str) -> None:
    assert BEHIND in await list_answers(tmp_path, "I sleep badly.", answer)


@pytest.mark.parametrize(
    "other", ["Where is the stove?", "Goodbye, Wren.", "Why twice?", "Much obliged to you, Wren."]
)
async def test_what_is_no_answer_is_not(tmp_path: Path, other: str) -> None:
    assert BEHIND not in await list_answers(tmp_path, "I sleep badly.", other)


async def test_it_is_not_said_where_nothing_was_asked(tmp_path: Path) -> None:
    assert BEHIND not in await list_answers(tmp_path, "The road is wet.", "The clock is slow.")


async def test_a_likely_answer_has_its_own_reply(tmp_path: Path) -> None:
    assert "Then sleep." in await list_answers(tmp_path, "I sleep badly.", "Nothing.")


def test_both_files_are_one_voice(tmp_path: Path) -> None:
    path = write_voice(tmp_path)
    voice = read_voice(path).voice
    assert len(voice.exchanges) == 1 and len(voice.unasked) == 1
    (tmp_path / VOICE_FOLLOW_UPS).unlink()
    assert not read_voice(path).voice.unasked


def test_a_second_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    path = write_voice(tmp_path)
    (tmp_path / VOICE_FOLLOW_UPS).write_bytes(b"\xff")
    reading = read_voice(path)
    assert not reading.whole and len(reading.voice.exchanges) == 1
    assert VOICE_FOLLOW_UPS in str(reading.errors[0])


def test_each_reply_of_the_text_stands_behind_a_line_that_is_asked() -> None:
    """A line of the text that was reworded would lose what is said to its answers."""
    begins = ("manners.asks", "manners.told", "manners.recalled")
    keys = [each for each in TEXTS.keys() if each.startswith(begins)]  # noqa: SIM118
    asked = {line.strip() for key in keys for line in TEXTS.raw(key).split("\n")}
    rows = [each for each in TEXTS.raw("manners.answered.lines").split("\n") if each.strip()]
    assert len(rows) > 50
    for row in rows:
        line, _, reply = row.partition("=>")
        assert line.strip() in asked and reply.strip(), row


async def test_what_all_agents_ask_is_met_by_the_text(tmp_path: Path) -> None:
    stage, _ = stage_of(tmp_path, "Wren")
    await talk(stage, "Good day, I have walked for long.", "My sister keeps bees in Leeds.")
    await stage.clock.advance(20)
    asked = [words for _, words in list_said(stage)][-1]
    assert "your sister" in asked
    await talk(stage, "She has forty hives and hardly any patience with me.")
    values = {"name": "Ada", "gist": "your sister"}
    rows = TEXTS.say("manners.answered.lines", **values).split("\n")
    replies = [row.partition("=>")[2].strip() for row in rows if row.startswith(f"{asked} =>")]
    assert replies and set(replies) & {words for _, words in list_said(stage)}
    await stage.close()


async def test_an_answer_with_a_question_behind_it_is_met_before_that_is_answered(
    tmp_path: Path,
) -> None:
    stage, (wren,) = stage_of(tmp_path, "Wren")
    sleeps = "> Where do you sleep?\n\nUnder the lamp.\n\n## Asked back"
    (tmp_path / VOICE).write_text(SPOKEN, "utf-8")
    (tmp_path / VOICE_FOLLOW_UPS).write_text(
        "## Exchanges\n\n" + MORE.replace("## Asked back", sleeps), "utf-8"
    )
    wren.voice = VoiceIndex(read_voice(tmp_path / VOICE).voice, "Wren")
    await talk(stage, "I sleep badly.", "The clock. Where do you sleep?")
    assert f"{BEHIND} Under the lamp." in [words for _, words in list_said(stage)]
    await stage.close()
