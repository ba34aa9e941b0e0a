"""Reads settings from markdown: ``**key**: value`` in a note that explains itself.

The rule: a line that begins (after an optional list mark) with a bold word and a colon sets
that key when the word begins with a small letter; keys are ``lower_snake_case``.  A bold word
with a capital (``**Notes**:``) is documentation, and so is every other line: headings, prose,
``_italic_`` lines, fenced code, Obsidian's ``%%`` comments.  Front matter may set the same keys.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from config.errors import ConfigError, raise_for
from config.yaml_lines import Entries, Entry, parse_yaml
from late.late_pattern import late_pattern

OBSIDIAN_KEYS = frozenset({"tags", "aliases", "cssclasses"})
"""Keys of front matter that Obsidian uses itself."""

_SETTING = late_pattern(
    r"\s{0,3}(?:[-*+]\s+)?\*\*(?P<key>[^*\s][^*]*?)(?P<inside>:)?\*\*\s*(?P<outside>:)?(?P<value>.*)"
)
_NEAR = late_pattern(
    r"\s{0,3}(?:[-*+]\s+)?(?P<mark>[*_]{0,3})(?P<key>[A-Za-z][A-Za-z0-9_]*)(?P<inside>[:=])?"
    r"(?P=mark)\s*(?P<outside>[:=])?\s*(?P<value>[^\s`]*[^\s`.,;:])\s*"
)
_FENCE = late_pattern(r"\s{0,3}(```+|~~~+)")
_LINE_END = late_pattern(r"\r\n|\n|\r")
_RULE = late_pattern(r"---\s*")


def parse_settings_note(
    path: Path, text: str, problems: list[ConfigError] | None = None
) -> Entries:
    """Return the settings of a note, each with its line.

    Raises `ConfigError`, also for a key that is set twice; it names both lines.  With a list of
    `problems` such keys are added to it instead, and the first line holds.
    """
    lines = _LINE_END.split(text)
    end = _front_end(path, lines)
    entries = dict(_front(path, lines[1:end]) if end else {})
    twice: list[ConfigError] = []
    for key, entry in _settings(lines, end + 1 if end else 0):
        if key in entries:
            read = f"given twice (first on line {entries[key].line})"
            twice.append(ConfigError(path, entry.line, key, read, "once"))
        else:
            entries[key] = entry
    if problems is None:
        raise_for(twice)
    else:
        problems += twice
    return entries


def find_near_settings(path: Path, text: str, keys: Collection[str]) -> Iterator[str]:
    """Yield a sentence for each line of a sound note that sets nothing and was probably meant to.

    Such a line has one of `keys` and one word for its value, and nothing else.
    """
    lines = _LINE_END.split(text)
    end = _front_end(path, lines)
    for number, line in _prose(lines, end + 1 if end else 0):
        found = _NEAR.fullmatch(line)
        if found is None or found["key"].lower() not in keys or _is_setting(line):
            continue
        if found["inside"] or found["outside"] or found["mark"] == "**":
            meant = f"**{found['key'].lower()}**: {found['value']}"
            read = line.strip()
            yield f"{path}:{number}: this sets nothing; read: {read}; probably meant: {meant}"


def _is_setting(line: str) -> bool:
    found = _SETTING.fullmatch(line)
    colon = found is not None and (found["inside"] or found["outside"])
    return bool(found and colon and found["key"][0].islower())


def _front_end(path: Path, lines: list[str]) -> int:
    """Return the index of the line that closes the front matter, 0 if there is none."""
    if not lines or not _RULE.fullmatch(lines[0]):
        return 0
    for index, line in enumerate(lines[1:], start=1):
        if _RULE.fullmatch(line):
            return index
    raise ConfigError(path, 1, "the front matter", "not closed", "a second line of ---")


def _front(path: Path, lines: list[str]) -> Entries:
    entries = parse_yaml(path, "\n".join(lines), first_line=2)
    return {key: entry for key, entry in entries.items() if key not in OBSIDIAN_KEYS}


def _settings(lines: list[str], first: int) -> Iterator[tuple[str, Entry]]:
    for number, line in _prose(lines, first):
        found = _SETTING.fullmatch(line)
        if found and _is_setting(line):
            yield found["key"].strip(), Entry(_unquote(found["value"].strip()), number)


def _prose(lines: list[str], first: int) -> Iterator[tuple[int, str]]:
    """Yield the numbered lines outside code fences and comments."""
    fence = ""
    hidden = False
    for index in range(first, len(lines)):
        line = lines[index]
        mark = _FENCE.match(line)
        if fence:
            fence = "" if mark and mark[1].startswith(fence) else fence
        elif hidden or line.lstrip().startswith("%%"):
            hidden ^= line.count("%%") % 2 == 1
        elif mark:
            fence = mark[1]
        else:
            yield index + 1, line


def _unquote(value: str) -> str | None:
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'`":
        return value[1:-1]
    return value or None
