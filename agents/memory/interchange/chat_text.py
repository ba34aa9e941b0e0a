"""Read chat as plain text: ``[2026-03-01 09:30] Name: words``, line by line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import datetime

from agents.memory.interchange.chat import MOST_TEXT, ChatMessage, clean_message, parse_time

#: What an object of a chat may be, for error messages.
FORMS = (
    '{"role": or "speaker": text, "content": or "text": text of up to'
    f' {MOST_TEXT:,} characters, and perhaps "at": a time}}'
)

_LINE = re.compile(
    r"(?:\[?(?P<at>\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,6})?)?"
    r"(?: ?Z| ?[+-]\d\d:?\d\d)?)\]?[ \t]+(?:- )?)?"
    r"(?P<name>[^\W\d_][^:\n\t]{0,39}?):(?:[ \t]+|$)(?P<words>.*)",
    re.DOTALL,
)


def is_chat_line(line: str) -> bool:
    """Return whether a file that begins with this line may be such a chat."""
    return _LINE.fullmatch(line.rstrip("\r\n")) is not None


def parse_chat_lines(lines: Iterable[tuple[int, str]]) -> Iterator[ChatMessage]:
    """Yield the messages in numbered `lines`. If the first has a time, each message has one.

    Raises `ValueError` of the line's number, what is wrong, and the line.
    """
    begun: tuple[int, re.Match[str]] | None = None
    words: list[str] = []
    timed = False
    for number, line in lines:
        text = line.rstrip("\r\n")
        found = _LINE.fullmatch(text)
        if begun is None and found is None:
            if text.strip():
                raise ValueError(number, "nobody is named who speaks", text)
        elif found is None or (begun is not None and timed and not found["at"]):
            words.append(text)
        else:
            if begun is None:
                timed = bool(found["at"])
            else:
                yield from _read_message(begun, words)
            begun, words = (number, found), [found["words"]]
    if begun is not None:
        yield from _read_message(begun, words)


def _read_message(begun: tuple[int, re.Match[str]], words: list[str]) -> Iterator[ChatMessage]:
    number, found = begun
    try:
        said = clean_message(found["name"], "\n".join(words), _parse_stamp(found["at"]))
    except ValueError as error:
        raise ValueError(number, str(error), found[0]) from None
    if said is not None:
        yield said


def _parse_stamp(text: str | None) -> datetime | None:
    return parse_time(text.replace(",", ".").replace(" Z", "Z")) if text else None
