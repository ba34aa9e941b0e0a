"""Read chat as plain text: ``[2026-03-01 09:30] Name: words``, line by line.

A line of another form goes on with what was said before, unless it looks like a message itself:
then it is refused, as its words would become another speaker's.  An indented line always goes on.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from datetime import datetime

from agents.memory.interchange.chat import MOST_TEXT, ChatMessage, clean_message, parse_time
from late.late_pattern import late_pattern
from world.names import key_of

#: What an object of a chat may be, for error messages.
FORMS = (
    '{"role": or "speaker": text, "content": or "text": text of up to'
    f' {MOST_TEXT:,} characters, and perhaps "at": a time}}'
)

_LINE = late_pattern(
    r"(?:\[?(?P<at>\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,6})?)?"
    r"(?: ?Z| ?[+-]\d\d:?\d\d)?)\]?[ \t]+(?:- )?)?"
    r"(?P<name>[^\W\d_][^:\n\t]{0,39}?):(?:[ \t]+|$)(?P<words>.*)",
    re.DOTALL,
)

#: A message as other programs write it: ``09:31 <Bob> words``, ``- **Bob**: words``.
_FOREIGN = late_pattern(
    r"(?:[-*>][ \t]+)?(?:[\[(]?(?:\d[\d./-]*,?[T \t]+)?\d\d?:\d\d(?::\d\d(?:[.,]\d+)?)?"
    r"(?: ?Z| ?[+-]\d\d:?\d\d| ?[AaPp]\.?[Mm]\.?)?[\])]?[ \t]+(?:-[ \t]+)?)?"
    r"(?:<(?P<nick>[^<>\s][^<>]{0,39})>|\*{0,2}(?P<name>[^\W\d_][^:*\n\t]{0,39}?)(?:\*\*:|:\*{0,2}))"
    r"(?:[ \t]+(?P<words>.*)|$)",
    re.DOTALL,
)

#: What is allowed of a line that goes on with what was said before.
GOES_ON = (
    "'Name: words' as the first message has it; indent a line that goes on with the one before"
)


def is_chat_line(line: str) -> bool:
    """Return whether a file that begins with this line may be such a chat."""
    return _LINE.fullmatch(line.rstrip("\r\n")) is not None


def parse_chat_lines(lines: Iterable[tuple[int, str]]) -> Iterator[ChatMessage]:
    """Yield the messages in numbered `lines`. If the first has a time, each message has one.

    Raises `ValueError` of the line's number, what is wrong, the line, and what is allowed.
    """
    begun: tuple[int, re.Match[str]] | None = None
    words: list[str] = []
    timed = False
    heard: set[str] = set()
    for number, line in lines:
        text = line.rstrip("\r\n")
        found = _LINE.fullmatch(text)
        if begun is None and found is None:
            if text.strip():
                raise ValueError(number, "nobody is named who speaks", text, "'Name: words'")
        elif found is None or (begun is not None and timed and not found["at"]):
            _check_goes_on(number, text, heard)
            words.append(text)
        else:
            if begun is None:
                timed = bool(found["at"])
            else:
                yield from _read_message(begun, words)
            begun, words = (number, found), [found["words"]]
            heard.add(key_of(found["name"]))
    if begun is not None:
        yield from _read_message(begun, words)


def _check_goes_on(number: int, line: str, heard: set[str]) -> None:
    """Raise `ValueError` for a line that looks like a message of somebody in another form."""
    found = _FOREIGN.fullmatch(line)
    if _is_object(line) or (found and _names_speaker(found, heard)):
        what = "this looks like a message, but has another form than those before"
        raise ValueError(number, what, line, GOES_ON)


def _names_speaker(found: re.Match[str], heard: set[str]) -> bool:
    """Return whether a speaker is named: one who was heard, or what reads like a name."""
    name = found["nick"] or found["name"]
    named = name.split()
    like_name = len(named) <= 3 and all(each[0].isupper() for each in named)
    return key_of(name) in heard or bool(found["nick"]) or (like_name and bool(found["words"]))


def _is_object(line: str) -> bool:
    try:
        return line.startswith("{") and isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _read_message(begun: tuple[int, re.Match[str]], words: list[str]) -> Iterator[ChatMessage]:
    number, found = begun
    try:
        said = clean_message(found["name"], "\n".join(words), _parse_stamp(found["at"]))
    except ValueError as error:
        raise ValueError(number, str(error), found[0], "'Name: words'") from None
    if said is not None:
        yield said


def _parse_stamp(text: str | None) -> datetime | None:
    return parse_time(text.replace(",", ".").replace(" Z", "Z")) if text else None
