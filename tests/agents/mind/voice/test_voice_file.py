"""The form of ``voice.md``: what is read, and what is refused, with file and line."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.mind.voice.voice import Condition, VoiceLine
from agents.mind.voice.voice_file import VoiceReading, parse_voice, read_voice

PATH = Path("agents/Wren/voice.md")
VOICE = """---
tags: [voice]
---
# How Wren speaks

Notes for people. > not a line.

## Exchanges

### Greetings

> Hello.
> Good evening,
> Wren.

Evening. Mind the third
step.

- Hello again.
- *counts you.*

### Fear, at The Hall, at night

> Are you afraid?
No.

> ...
Noted.
> …?
I have no figure for that.

%% > A comment
is not read. %%

## Remarks

- Wind has gone round. <!-- nor this -->

_moves her lips._

### [[The Hall]]
"""


def read(text: str) -> VoiceReading:
    return parse_voice(PATH, text, lambda name: name == "The Hall")


def complaints(text: str) -> list[str]:
    return [str(error) for error in read(text).errors]


def test_exchanges_have_wordings_answers_a_topic_and_conditions() -> None:
    """Quoted lines are what is said to the agent, paragraphs and list items what it answers."""
    greeting, fear = read(VOICE).voice.exchanges
    assert greeting.heard == ("Hello.", "Good evening,", "Wren.")
    assert greeting.answers == (
        VoiceLine("Evening. Mind the third step."),
        VoiceLine("Hello again."),
        VoiceLine("counts you.", is_gesture=True),
    )
    assert (greeting.topic, greeting.conditions, greeting.line_number) == ("Greetings", (), 12)
    assert (fear.topic, fear.answers) == ("Fear", (VoiceLine("No."),))
    assert fear.conditions == (Condition("at", "The Hall"), Condition("hour", "night"))


def test_three_dots_stand_for_any_other_line_and_any_other_question() -> None:
    """They are kept apart, as nothing that is said is like them."""
    voice = read(VOICE).voice
    assert list(voice.find_otherwise(question=False)) == [VoiceLine("Noted.")]
    assert list(voice.find_otherwise(question=True)) == [VoiceLine("I have no figure for that.")]


def test_remarks_are_paragraphs_and_list_items_without_comments() -> None:
    """A line in asterisks or underscores is a gesture."""
    said = [remark.line for remark in read(VOICE).voice.remarks]
    assert said == [
        VoiceLine("Wind has gone round."),
        VoiceLine("moves her lips.", is_gesture=True),
    ]


def test_what_is_asked_back_stands_behind_lines_that_are_said_unasked() -> None:
    """List items are what the agent says, or the part that tells; paragraphs are its answers."""
    voice = read(
        "## Asked back\n\n- Ninety nights\n- It answered again\n\n>> Who answers?\n>> who does\n\n"
        "I have no name yet.\n\n>> Really?\n\n*nods.*\n\n"
        "- Mind the rung\n\n>> Which?\n\nThe third.\n"
    ).voice
    first, second = voice.unasked
    assert [each.text for each in first.answers] == ["Ninety nights", "It answered again"]
    assert [each.heard for each in first.leads_to] == [("Who answers?", "who does"), ("Really?",)]
    assert first.leads_to[1].answers == (VoiceLine("nods.", is_gesture=True),)
    assert [each.heard for each in second.leads_to] == [("Which?",)]
    assert not voice.exchanges and not voice.remarks


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("## Asked back\n- Hm so.\n", "2: nothing is asked back, or behind nothing; read: Hm so."),
        ("## Asked back\n>> Who?\n\nI.\n", "2: nothing is asked back, or behind nothing; read: Wh"),
        ("## Asked back\n- Hm so\n\n> Who?\n\nI.\n", "4: a line behind no other; read: > Who?; al"),
        ("> Hello.\n\nEvening.\n", "1: an exchange in no section; read: > Hello.; allowed: ##"),
        ("## Exchnages\n", "1: there is no such section; read: ## Exchnages; allowed: ## Exch"),
        ("## Exchanges\n\nHello.\n", "3: an answer to nothing; read: Hello.; allowed: a line such"),
        ("## Exchanges\n> Hi.\n", "2: a line without an answer; read: > Hi.; allowed: a paragraph"),
        ("## Exchanges\n>\n\nHi.\n", "2: a line said to the agent has no words; read: ; allowed:"),
        ("## Exchanges\n> Hi.\n\n!!\n", "4: a line of the agent has no words; read: !!; allowed:"),
        (f"## Remarks\n- {'x' * 301}\n", "2: a line of the agent is too long; read: xxx"),
        ("## Remarks\n> Hi.\n", "2: a remark answers nobody; read: > Hi.; allowed: a line that"),
        ("## Remarks\n### at The Hal\n- x\n", "2: there is no such room; read: The Hal; allowed:"),
        ("## Remarks\n### Fear\n- x\n", "2: not a condition; read: Fear; allowed: at <room>, at d"),
        (
            "## Remarks\n### when tired\n- x\n",
            "2: not a condition; read: when tired; allowed: at <roo",
        ),
        ("## Remarks\n### about the\n- x\n", "2: these words say too little; read: about the; al"),
        ("## Exchanges\n### at The Hall, X\n> a\n\nb\n", "2: not a condition; read: X; allowed: "),
    ],
)
def test_a_wrong_entry_is_named_and_left_out_and_the_rest_counts(text: str, complaint: str) -> None:
    """The error names file and line, what was read and what is allowed."""
    good = "\n## Exchanges\n> Who?\n\nWren.\n\n## Remarks\n\n- Ninety nights.\n"
    reading = read(text + good)
    assert str(reading.errors[0]).startswith(f"{PATH}:{complaint}")
    assert [each.heard for each in reading.voice.exchanges] == [("Who?",)]
    assert [each.line.text for each in reading.voice.remarks] == ["Ninety nights."]
    assert len(reading.errors) == 1


def test_a_line_number_is_the_files_own() -> None:
    """Front matter, empty lines and comments of several lines count."""
    text = "---\ntags: [a]\n---\n\n%% a\nb %%\n## Remarks\n\n> x\n"
    assert complaints(text)[0].startswith(f"{PATH}:9: a remark answers nobody")


def test_a_missing_voice_is_an_empty_one_and_an_unreadable_one_says_so(tmp_path: Path) -> None:
    """An agent without a voice is no error."""
    path = tmp_path / "voice.md"
    assert read_voice(path) == VoiceReading(read("").voice)
    path.write_bytes(b"## Remarks\n\n- \xff\n")
    reading = read_voice(path)
    assert not reading.whole
    assert str(reading.errors[0]) == f"{path}:3: is not UTF-8; read: byte 0xff; allowed: UTF-8 text"


def test_what_is_read_is_harmless_text() -> None:
    """Escape sequences and marks that turn the reading direction do not reach a terminal."""
    text = "## Remarks\n\n- Red \x1b[31mlight\u202e.\n"
    assert [each.line.text for each in read(text).voice.remarks] == ["Red [31mlight."]


@given(st.text(alphabet=" \n#>-*_.?%<!x…at", max_size=80))
def test_any_text_is_read_without_a_fault(text: str) -> None:
    """Whatever stands in the file is an entry, an error or a note for people."""
    reading = parse_voice(PATH, f"# A\n{text}")
    for exchange in (*reading.voice.exchanges, *reading.voice.otherwise):
        assert exchange.heard and exchange.answers


def test_knowledge_is_by_subject_and_kind_of_question() -> None:
    """A line may answer several kinds; one without a mark says what the subject is."""
    text = (
        "## Knowledge\n\n### great lamp, lens\n\n- made, when: A smith.\n- It is: bright.\n"
        "### ...\n- why: So."
    )
    reading = parse_voice(PATH, text)
    lamp, rest = reading.voice.subjects
    assert not reading.errors
    assert lamp.names == ("great lamp", "lens")
    assert lamp.find("made") == lamp.find("when") == ("A smith.",)
    assert lamp.find("what") == ("It is: bright.",)
    assert rest.names == () and reading.voice.list_for("why") == ["So."]
    assert "A smith." in reading.voice.list_answers()


@pytest.mark.parametrize(
    ("line", "what", "allowed"),
    [
        ("- whence: A smith.", "no kind of question", "made, of, from"),
        ("- made: - made: A smith.", "a line of the agent begins with a sign of the form", "words"),
        ("> Who made it?", "no line about a subject", "begins with -"),
    ],
)
def test_what_is_no_knowledge_is_named_with_its_line(line: str, what: str, allowed: str) -> None:
    reading = parse_voice(PATH, f"## Knowledge\n\n### lamp\n\n{line}\n- made: A smith.")
    (error,) = reading.errors
    assert error.line == 5 and what in str(error) and allowed in str(error)
    assert reading.voice.subjects[0].find("made") == ("A smith.",)
