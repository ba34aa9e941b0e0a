"""What chat models write around a command is taken off."""

from __future__ import annotations

import pytest

from agents.mind.reply.chat_text import (
    end_cut_words,
    find_gesture,
    find_spoken,
    is_helpers_talk,
    remove_thoughts,
    settle_command,
)


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("<think>\nA guest.\n</think>\n\nsay Hello.", "\n\nsay Hello."),
        ("A guest asks.\n</think>\nsay Hello.", "\nsay Hello."),
        ("<think>Who is it? say what", ""),
        ("<Thinking>Hm.</Thinking>look<thought>so</thought>", "look"),
        ("say I think <so>.", "say I think <so>."),
    ],
)
def test_thoughts_are_no_part_of_a_reply(text: str, rest: str) -> None:
    """Whole thoughts, their end alone, and their beginning alone."""
    assert remove_thoughts(text) == rest


@pytest.mark.parametrize(
    ("line", "settled"),
    [
        ('say "Hello there."', "say Hello there."),
        ("say “Hello there.”", "say Hello there."),
        ("say 'Hello, it is late.'", "say Hello, it is late."),
        ("say: Hello.", "say Hello."),
        ("/say Hello.", "say Hello."),
        ('say "One." and "Two."', 'say "One." and "Two."'),
        ("say it: now", "say it: now"),
        ("note Ada -> a clockmaker", "note Ada -> a clockmaker"),
        ("look", "look"),
        (":waves", ":waves"),
    ],
)
def test_a_command_has_the_form_of_the_world(line: str, settled: str) -> None:
    assert settle_command(line) == settled


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('Wren says, "Two of them."', "Two of them."),
        ("Wren: Two of them.", "Two of them."),
        ("“Two of them.”", "Two of them."),
        ("*nods* Two of them. (She turns.)", "Two of them."),
        ('"Two," she says, "or three."', "Two, or three."),
        ("Two of them.", "Two of them."),
        ("*nods slowly*", ""),
    ],
)
def test_what_is_said_in_a_line_that_is_no_command(line: str, words: str) -> None:
    assert find_spoken(line, "Wren") == words


def test_a_gesture_stands_between_asterisks() -> None:
    assert find_gesture("*nods  slowly*") == "nods slowly"
    assert find_gesture("nods slowly") == ""


@pytest.mark.parametrize(
    "line",
    [
        "say As an AI language model I have no lamp.",
        "say I'm sorry, but I can't assist with that.",
        "say How can I help you today?",
        "say Here's the next command: look",
        "say Feel free to ask more.",
    ],
)
def test_an_assistant_is_known_by_its_phrases(line: str) -> None:
    assert is_helpers_talk(line)


@pytest.mark.parametrize(
    "line",
    [
        "say I can't help it, the wick is wet.",
        "say I am sorry. Sit down.",
        "say How may one help a wick?",
        "say Here is the bread.",
    ],
)
def test_somebody_who_helps_is_no_assistant(line: str) -> None:
    assert not is_helpers_talk(line)


def test_words_that_were_cut_off_end_with_a_sentence() -> None:
    """A sentence alone keeps what there is, and shows that it goes on."""
    assert end_cut_words("say At dusk. Then I") == "say At dusk."
    assert end_cut_words("say At dusk, and then,") == "say At dusk, and then …"
    assert end_cut_words("say At dusk.") == "say At dusk."
