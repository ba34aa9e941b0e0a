"""What a model that follows instructions is told, and how the agent talks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from agents.mind.agent_context import Pace
from agents.mind.prompt.instructions import SHOWN, Instructions, choose_exchanges
from agents.mind.voice.retrieval import NearExchange, VoiceIndex
from agents.mind.voice.voice import Condition, Voice, VoiceExchange, VoiceLine
from tests.agents.mind.support import TEXTS, Stage
from world.boundaries import Perception
from world.nature import Nature
from world.verbs.rows import WORLD_COMMANDS

INSTRUCTIONS = Instructions(TEXTS, "Wren", WORLD_COMMANDS)


def exchange(heard: str, answer: str = "Yes.", topic: str = "", **values: object) -> VoiceExchange:
    lines = (VoiceLine(answer, is_gesture=answer.startswith("nods")),)
    return VoiceExchange((heard,), lines, topic or heard, **values)  # type: ignore[arg-type]


def test_the_head_says_who_it_is_what_it_can_do_and_how_it_talks() -> None:
    voice = Voice(exchanges=(exchange("Hello.", "Hello. I had not counted on anybody."),))
    head = INSTRUCTIONS.render_head("You are Wren, the keeper.", voice)
    assert "You are Wren, the keeper." in head
    assert "- say <words> (Speak to everyone here)\n" in head
    assert "- tell <someone> <words> (" in head
    assert head.endswith(
        'Somebody says, "Hello."\n~Wren> say Hello. I had not counted on anybody.\n\n'
    )
    assert "@teleport" not in head


def test_without_a_voice_there_is_no_heading_for_it() -> None:
    assert TEXTS.say("prompt.voice") not in INSTRUCTIONS.render_head("You are Wren.", Voice())


def test_exchanges_are_of_many_topics_and_hold_anywhere() -> None:
    """One of each topic, from the whole voice, in its order; none with a condition or a gesture."""
    rows = [exchange(f"Line {n}?", topic=f"topic {n // 2}") for n in range(80)]
    rows[0] = exchange("Line 0?", topic="topic 0", conditions=(Condition("hour", "night"),))
    rows[2] = exchange("Line 2?", "nods", "topic 1")
    chosen = choose_exchanges(Voice(exchanges=tuple(rows)))
    assert [each.heard[0] for each in chosen] == [
        "Line 1?", "Line 8?", "Line 16?", "Line 24?", "Line 32?",
        "Line 40?", "Line 48?", "Line 56?", "Line 64?", "Line 72?",
    ]  # fmt: skip
    assert len(chosen) == SHOWN


def test_a_gesture_is_never_shown_as_something_said() -> None:
    quiet = NearExchange(exchange("How deep is it?", "nods slowly."), "How deep is it?", 0.8)
    assert INSTRUCTIONS.render_near([quiet]) == ""


def test_near_exchanges_are_shown_and_far_ones_are_not() -> None:
    near = [
        NearExchange(exchange("How deep is it?", "161 feet."), "How deep is it?", 0.8),
        NearExchange(exchange("Who are you?"), "Who are you?", 0.2),
    ]
    block = INSTRUCTIONS.render_near(near)
    assert 'Asked "How deep is it?" you say: "161 feet."' in block and "Who are you" not in block
    assert INSTRUCTIONS.render_near(near[1:]) == ""


@pytest.mark.parametrize(
    ("nature", "request_"),
    [
        (Nature.SPEECH, "Now answer Ada, Wren: one line that begins with say, nothing else."),
        (
            Nature.PRIVATE_SPEECH,
            "Now answer Ada, Wren: one line that begins with whisper Ada, nothing else.",
        ),
        (Nature.GESTURE, "Now give your next command, Wren: one line, nothing else."),
    ],
)
def test_the_request_names_the_way_to_answer(nature: Nature, request_: str) -> None:
    asked = Perception("say", 'Ada says, "Hm?"', "The Hall", actor="Ada", nature=nature)
    assert INSTRUCTIONS.render_request(asked) == request_


async def test_a_whole_prompt_for_a_chat_model(tmp_path: Path) -> None:
    """Instructions first, near exchanges before the situation, the request right before the cue."""
    stage = Stage(tmp_path)
    stage.generation_params = replace(stage.generation_params, instructed=True)
    moss = stage.agent(pace=Pace(think_interval=0), persona="You are Moss. You love beans.")
    row = exchange("What do you grow?", "Beans. They are in no hurry.")
    moss.voice = VoiceIndex(Voice(exchanges=(row,)), "Moss")
    stage.ada_does("say Moss, what do you grow?")
    prompt = moss.compose_prompt()
    assert [each.name for each in prompt.blocks] == ["examples"]
    landmarks = [
        "You love beans.",
        "How you talk",
        '---\nAda says, "Moss, what do you grow?"\n---',
        'Asked "What do you grow?" you say: "Beans. They are in no hurry."',
        "You are Moss in The Hall.",
        "Now answer Ada, Moss: one line that begins with say, nothing else.\n~Moss>",
    ]
    places = [prompt.text.index(landmark) for landmark in landmarks]
    assert places == sorted(places)
    assert "BASIC COMMANDS" not in prompt.text
    await stage.close()
