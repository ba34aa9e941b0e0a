"""What a transcript leaves out of a memory because it stands there already.

An answer that only says the agent's words back (``~Moss> say Oats.``, ``You say, "Oats."``) is left
out. A place, or a thing, that looks as it did when the agent last saw it is named, and what is the
same is marked as standing above. Whatever is new, every refusal and every short line stays.
"""

from __future__ import annotations

from collections.abc import Sequence

from agents.memory.core.records import Experience
from world.nature import Nature

AS_ABOVE = "[described above]"
"""Stands for the lines that are as they were when this was last shown."""

#: A line of fewer characters takes little room and often tells what has changed: it stays.
_LONG = 60

#: Before the words of a note.
_NOTED = " -> "


def find_heading(memory: Experience) -> str:
    """Return the first line of what a memory shows: the place or thing; empty if it shows none."""
    if not (memory.source == "action" and memory.ok):
        return ""
    if not (memory.nature.is_looking or memory.nature is Nature.MOVEMENT):
        return ""
    return memory.text.partition("\n")[2].partition("\n")[0]


def leave_out_description(text: str, before: str) -> str:
    """Return an output without the long lines at its beginning that `before` has there, too.

    Both have the command and the heading before them.
    """
    lines, earlier = text.split("\n"), before.split("\n")
    same = 2 + _count_same(lines[2:], earlier[2:])
    if same == 2:
        return text
    return "\n".join((lines[0], f"{lines[1]} {AS_ABOVE}", *lines[same:]))


def leave_out_answer(memory: Experience) -> str:
    """Return a memory's text without the line that says its own words back, if there is one."""
    command, parted, output = memory.text.partition("\n")
    if not (parted and memory.source == "action" and memory.ok and memory.nature.is_own_words):
        return memory.text
    answer, parted, more = output.partition("\n")
    if not any(_says_back(answer.rstrip('"'), each) for each in _list_words(command)):
        return memory.text
    return f"{command}\n{more}" if parted else command


def is_described_last(place: str, described: str, memories: str) -> bool:
    """Return whether `memories`, as a prompt shows them, last describe `place` so."""
    _, heading, behind = memories.rpartition(f"\n{place}\n")
    return bool(heading and described) and behind.startswith(f"{described}\n")


def _says_back(answer: str, words: str) -> bool:
    return answer.endswith(words) and answer[: -len(words)].endswith(('"', " "))


def _count_same(lines: Sequence[str], earlier: Sequence[str]) -> int:
    """Return how many long lines both begin with."""
    pairs = zip(lines, earlier, strict=False)
    same = (one == other and len(one) >= _LONG for one, other in pairs)
    return next((at for at, each in enumerate(same) if not each), min(len(lines), len(earlier)))


def _list_words(command: str) -> list[str]:
    """Return what may be a command's own words: all of its arguments, or those behind a name."""
    arguments = command.partition("> ")[2].partition(" ")[2]
    words = (arguments, arguments.partition(" ")[2], arguments.partition(_NOTED)[2])
    return [each for each in words if each]
