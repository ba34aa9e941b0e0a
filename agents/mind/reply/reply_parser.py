"""Parsing a model's reply into the one line that may go through the door."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from agents.prose import is_heading
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.text import clean_line

#: A line has at most this many characters.
LINE_LIMIT = 500

#: Of a reply no more is read than would fill so many lines.
READ = 40

#: A cue of the transcript. A reply that goes on into another turn is cut there.
_CUE = late_pattern(r"~[^\s~<>|]{1,40}(?: [^\s~<>|]{1,40}){0,3}>")
_BEFORE = late_pattern(r"^(?:>\s*|[-*•]\s+|\d{1,2}[.)]\s+|`+)+")
_QUOTES = (('"', '"'), ("“", "”"), ("'", "'"), ("«", "»"), ("**", "**"), ("__", "__"))

#: `quit` and the prefixes that the parser accepts for it.
_QUIT = frozenset({"q", "qu", "qui", "quit"})


NO_LINE = "the model's answer held no line"
"""The fault of a reply without a command."""


@late_dataclass(frozen=True, slots=True)
class ReadReply:
    """What a reply comes to."""

    line: str = ""
    """The line that may go through the door; empty if there is none."""
    fault: str = ""
    """Why there is none."""


def clean_reply(text: str, *, limit: int = LINE_LIMIT, allowed: Collection[str] = ()) -> str | None:
    """Return the first line of `text` that can be a command, cleaned; None if there is none.

    It skips empty lines, headings (``# …``, ``**Plan**``, ``Next Action:``) and code fences, and
    removes a leading ``>`` or ``~Name>``, a list mark, quotes or bold marks around the whole, and
    control characters. The result has at most `limit` characters. A reply whose first line is
    `quit`, or a command that begins with ``@`` and is not in `allowed`, gives None.
    """
    line = next(list_usable_lines(text, limit), None)
    return line if line and is_allowed(line, allowed) else None


def list_usable_lines(text: str, limit: int = LINE_LIMIT) -> Iterator[str]:
    """Yield the lines of a reply that can be a command, cleaned as `clean_reply` does."""
    # Marks are peeled off one by one: what is read of a reply, and of its lines, is bounded.
    for raw in (each[: 4 * limit] for each in text[: READ * limit].splitlines()):
        if raw.strip().startswith(("#", "```")):
            continue
        line = unwrap_line(clean_line(raw, len(raw)))
        if line and not line.startswith("#") and not is_heading(line):
            yield clean_line(line, limit)


def unwrap_line(line: str) -> str:
    """Return a line without the marks and quotes around the whole of it."""
    while (shorter := _unwrap_once(line)) != line:
        line = shorter
    return line


def _unwrap_once(line: str) -> str:
    line = _BEFORE.sub("", line).strip().strip("`").strip()
    cue = _CUE.search(line)
    if cue:
        line = line[cue.end() :] if cue.start() == 0 else line[: cue.start()]
    line = line.strip()
    if is_heading(line):
        return line
    for left, right in _QUOTES:
        if _wraps(line, left, right):
            return line[len(left) : -len(right)].strip()
    return line


def _wraps(line: str, left: str, right: str) -> bool:
    inner = line[len(left) : -len(right)]
    whole = len(line) >= len(left) + len(right)
    return whole and line == left + inner + right and left not in inner and right not in inner


def is_allowed(line: str, allowed: Collection[str]) -> bool:
    """Return whether an agent may give a line: not `quit`, nor ``@`` but what is `allowed`."""
    verb = line.split(None, 1)[0].casefold()
    if verb.startswith("@"):
        return verb in {name.casefold() for name in allowed}
    return verb not in _QUIT
