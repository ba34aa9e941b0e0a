"""A chat whose lines have several forms: nobody is given another's words."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.memory.interchange.formats import ImportRefused
from tests.agents.memory.interchange.test_formats import import_chat, write_chat

TIMED = "[2026-03-01 09:30] Ada: hello\n"
PLAIN = "Ada: hello\nBob: good day\n"


@pytest.mark.parametrize(
    ("before", "line"),
    [
        (TIMED, "Bob: hi there"),
        (TIMED, "Old Bob: hi there"),
        (TIMED, "ada: again"),
        (TIMED, "Ada:"),
        (TIMED, "[09:31] Bob: hi"),
        (TIMED, "09:31 <bob> hi"),
        (TIMED, "(9:31 PM) Bob: hi"),
        (TIMED, "2026/03/01, 09:31 - Bob: hi"),
        (PLAIN, "<Cyd> hi"),
        (PLAIN, "**Cyd**: hi"),
        (PLAIN, "- **Cyd:** hi"),
        (PLAIN, "> Bob: hi"),
        (PLAIN, "[10:31] bob: hi"),
        (PLAIN, '{"role": "user", "content": "hi"}'),
    ],
)
def test_a_message_in_another_form_is_refused_by_line(
    tmp_path: Path, before: str, line: str
) -> None:
    """Its words would have become those of the one who spoke before; indented they may."""
    path = write_chat(tmp_path, f"{before}{line}\n")
    at = before.count("\n") + 1
    with pytest.raises(ImportRefused) as caught:
        import_chat(path)
    assert str(caught.value).startswith(f"{path}:{at}: this looks like a message")
    assert f"read: {line}"[:60] in str(caught.value)
    assert "indent a line that goes on" in str(caught.value)
    got = import_chat(write_chat(tmp_path, f"{before}  {line}\n"))
    assert line in got[-1].text


@pytest.mark.parametrize(
    "line",
    [
        "and then: nothing",
        "I went to the mill at 10:30, and it was shut.",
        "https://example.org: a page",
        "Ingredients:",
        "1. First: the flour",
        "{not an object}",
        "- a list item",
        "",
    ],
)
def test_prose_goes_on_with_what_was_said(tmp_path: Path, line: str) -> None:
    """A colon alone makes no message."""
    got = import_chat(write_chat(tmp_path, f"{TIMED}{line}\nand so on\n"))
    assert len(got) == 1
    assert got[0].text.endswith('and so on"')
