"""Reading what a chat model replies: always one line for the door, or a fault that says why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.boundaries import Completion
from agents.mind.reply.reply_parser import LINE_LIMIT, NO_LINE
from agents.mind.turn.chat_reading import AS_AN_ASSISTANT, STILL_THINKING, ChatReader
from agents.mind.vocabulary import Vocabulary
from tests.agents.mind.support import Stage
from world.boundaries import Perception
from world.nature import Nature
from world.verbs.rows import WORLD_COMMANDS

ASKED = Perception("say", 'Ada says, "Who are you?"', "The Hall", actor="Ada", nature=Nature.SPEECH)
WHISPERED = replace(ASKED, nature=Nature.PRIVATE_SPEECH)


def read(text: str, finish: str = "stop", **values: object) -> str:
    """Return the line of a reply, or the fault in brackets."""
    reader = ChatReader("Wren", Vocabulary(WORLD_COMMANDS), ("@my-description",), ("bridge",))
    found = replace(reader, **values).read(Completion(text, 1, 1, finish))  # type: ignore[arg-type]
    assert bool(found.line) != bool(found.fault)
    return found.line or f"[{found.fault}]"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("say Two of them.", "say Two of them."),
        ("~Wren> say Two of them.", "say Two of them."),
        ("Sure! Here is it:\n\nsay Two of them.", "say Two of them."),
        ("Command: `say Two of them.`", "say Two of them."),
        ("<think>\nsay what?\n</think>\n\nsay Two of them.", "say Two of them."),
        ("bridge", "bridge"),
        ("go bridge\nsay I go.", "go bridge"),
        ("@my-description", "@my-description"),
        ("I light the lamp.", f"[{NO_LINE}]"),
        ("@shutdown now", f"[{NO_LINE}]"),
        ("quit", f"[{NO_LINE}]"),
        ("", f"[{NO_LINE}]"),
        ("<think>I should", f"[{STILL_THINKING}]"),
        ("say As an AI I have no lamp.", f"[{AS_AN_ASSISTANT}]"),
    ],
)
def test_the_first_command_of_a_reply_counts(text: str, line: str) -> None:
    """Whatever stands before it; without a question, talk is no command."""
    assert read(text) == line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("I light the lamp.", "say I light the lamp."),
        ('Wren says, "Two of them."', "say Two of them."),
        ('*nods* "Two of them."', "say Two of them."),
        ("*nods*", "emote nods"),
        ("Hello. I had not counted on anybody.", "say Hello. I had not counted on anybody."),
        ("@shutdown now", f"[{NO_LINE}]"),
    ],
)
def test_who_was_asked_says_what_it_talks(text: str, line: str) -> None:
    assert read(text, question=ASKED) == line


def test_a_whisper_is_answered_by_a_whisper() -> None:
    """Also where the model says it aloud."""
    for text in ("Two of them.", "say Two of them."):
        assert read(text, question=WHISPERED) == "whisper Ada Two of them."
    assert read("go bridge", question=WHISPERED) == "go bridge"


def test_speech_that_was_cut_off_ends_with_a_sentence() -> None:
    """Only where the limit cut the very line that counts."""
    assert read("say At dusk. Then I", "length") == "say At dusk."
    assert read("say At dusk, then\nI wait and", "length") == "say At dusk, then"
    assert read("go bri", "length") == "go bri"


def test_what_was_just_said_is_not_said_again() -> None:
    """A walk may be taken again, and words that were said long ago may be, too."""
    recent: Sequence[str] = ["say Two of them.", "go bridge"]
    assert read("Say two of them.", recent=recent).startswith("[the model said again")
    assert read("go bridge", recent=recent) == "go bridge"
    assert read("say Two of them.", recent=[*recent, *["look"] * 12]) == "say Two of them."


@given(st.text(), st.sampled_from(["stop", "length"]), st.booleans())
def test_any_reply_is_a_line_or_a_fault(text: str, finish: str, asked: bool) -> None:
    """The line is one line of bounded length, and nothing that no agent may give."""
    line = read(text, finish, question=ASKED if asked else None)
    assert len(line.splitlines()) <= 1
    if not line.startswith("["):
        assert len(line) <= LINE_LIMIT
        assert not line.startswith("@") and line.split()[0].casefold() != "quit"


async def test_an_agent_answers_what_its_chat_model_just_says(tmp_path: Path) -> None:
    """Through the whole turn: no stop at the first line end, and its words reach who asked."""
    stage = Stage(tmp_path)
    stage.generation_params = replace(stage.generation_params, instructed=True)
    stage.agent("Wren")
    stage.ada_does("say Wren, who are you?")
    stage.model.will("\n*looks up*\nI keep the lamp.")
    await stage.clock.advance(5)
    assert 'Wren says, "I keep the lamp."' in stage.person.texts
    assert stage.model.requests[0].stop == ()
    assert stage.model.requests[0].prompt.endswith("begins with say, nothing else.\n~Wren>")
    await stage.close()
