"""Text as a screen reader should read it: sentences in place of lists, tables and drawings."""

from __future__ import annotations

from late.late_pattern import late_pattern
from server.session.boundaries import Sentences

#: Lines of a room that list names, and what is said in their place.
_LISTS = {
    "look.things": "listen.things",
    "look.fixtures": "listen.fixtures",
    "look.others": "listen.others",
    "look.exits": "listen.exits",
}
_MARK = "\x00"
#: Lines, corners, blocks and shades (U+2500 to U+259F) say nothing when they are read out.
_DRAWN = dict.fromkeys(range(0x2500, 0x25A0), " ")
#: What underlines the head of a table, and frames.
_RULE = late_pattern(r"[-+|= ]*(?:--|==)[-+|= ]*")
#: A line of the map's tree: four columns for each way before it.
_BRANCH = late_pattern(r"((?:[| ] {3})*)\+-- (.*)")
_COLUMNS = late_pattern(r"(?<=\S) {2,}(?=\S)")


def say_for_listening(text: str, kind: str, texts: Sentences) -> str:
    """Return `text` for a screen reader: lists of a room as sentences, columns as commas."""
    lines = text.translate(_DRAWN).split("\n")
    if kind == "room":
        lines = [_say_list(line, texts) for line in lines]
    if kind == "banner":
        lines = [line for line in lines if _reads_well(line)]
    if kind in ("result", "listing"):
        lines = [_say_branch(line, texts) for line in lines if not _RULE.fullmatch(line)]
    return "\n".join(_COLUMNS.sub(", ", line.strip()) for line in lines)


def _say_branch(line: str, texts: Sentences) -> str:
    """Return a line of the map's tree with the number of ways to it in place of its indent."""
    if not (branch := _BRANCH.fullmatch(line)):
        return line
    return texts.say("listen.branch", count=str(len(branch[1]) // 4 + 1), way=branch[2])


def _say_list(line: str, texts: Sentences) -> str:
    for key, spoken in _LISTS.items():
        before, _, after = texts.say(key, names=_MARK).partition(_MARK)
        if line.startswith(before) and line.endswith(after):
            names = line[len(before) : len(line) - len(after)].split(", ")
            return texts.say(spoken, names=_join(names))
    return line


def _join(names: list[str]) -> str:
    """Return ``a, b and c``."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def _reads_well(line: str) -> bool:
    """Return whether a line of the banner is words: a drawing is mostly signs."""
    return sum(char.isalnum() for char in line) * 2 > len(line.replace(" ", ""))
