"""Read memories strictly, from files of other programs and from our own exports.

Three forms are known, told apart by the first line:

- an export: a line of JSON for each memory, as the archive has them, numbered without a gap;
- chat as JSON: a list of objects, or one object a line, with ``role`` or ``speaker``,
  ``content`` or ``text`` and perhaps a time;
- chat as text: ``Name: words``, perhaps with ``[2026-03-01 09:30]`` before it; lines without a
  name belong to what was said before, and so do indented ones.

Anything else raises `ImportRefused`, which names the line.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, Literal

from agents.memory.core.records import Experience
from agents.memory.interchange.chat import ChatMessage, ChatRoles, convert_message, parse_message
from agents.memory.interchange.chat_text import FORMS, is_chat_line, parse_chat_lines
from agents.memory.log.codec import ArchiveRefused, BadRecord, decode, describe_known_versions
from late.late_dataclass import late_dataclass
from world.vault.markdown import NoteError

#: Bytes of one line, or of a whole list, at most.
MOST_LINE, MOST_LIST = 1024 * 1024, 256 * 1024 * 1024

#: What a message says is allowed, for a file of no known form.
ALLOWED = (
    "an export of tarn memory, a JSON list or lines of {role, content} objects, or lines of"
    " 'Name: words'"
)

Form = Literal["export", "objects", "list", "talk"]


class ImportRefused(NoteError):
    """A file cannot be imported: which line, what was read and what is allowed."""


@late_dataclass
class Imported:
    """What a file holds, as far as it was read."""

    form: Form
    memories: int = 0
    own: int = 0
    """Of these, what the agent itself said or did."""
    others: int = 0
    """Records of an export that are no memories: left out."""


@late_dataclass(frozen=True, slots=True)
class ImportTarget:
    """The agent that a file is read for."""

    name: str
    """The agent's."""
    own: str
    """What the file calls the agent; empty: by its name, or by role ``assistant``."""
    first: int
    """The number of the first memory."""
    now: datetime
    """The time of a message that has none."""


def read_memories(
    path: Path, into: ImportTarget, counts: Imported | None = None
) -> Iterator[Experience]:
    """Yield the memories in `path`, numbered from `into.first` on, as they are read.

    `counts` grows meanwhile.  Raises `ImportRefused`, perhaps only at the last line, and `OSError`.
    """
    counts = counts or Imported(detect_form(path))
    source = (
        _read_export(path, counts) if counts.form == "export" else _read_chat(path, into, counts)
    )
    for memory in source:
        seq = into.first + counts.memories
        counts.memories += 1
        counts.own += memory.source in ("action", "thought")
        yield replace(memory, seq=seq)
    _check_whole(path, into, counts)


def _check_whole(path: Path, into: ImportTarget, counts: Imported) -> None:
    if not counts.memories:
        raise ImportRefused(path, 0, "no memory is in it", None, ALLOWED)
    if into.own and counts.form != "export" and not counts.own:
        what = "nobody of that name speaks in it (--as)"
        raise ImportRefused(path, 0, what, into.own, "the name or role of one of its speakers")


# --- which form -----------------------------------------------------------------------


def detect_form(path: Path) -> Form:
    """Return which form a file has, by its first line that is not empty. Raises `ImportRefused`."""
    with path.open("rb") as file:
        for number, line in enumerate(_read_raw_lines(path, file), 1):
            text = line.decode("utf-8-sig", "replace").strip()
            if text.startswith("[") and not is_chat_line(text):
                return "list"  # all of it may stand on one line, which was not read whole
            if text:
                return _classify_line(path, number, _decode_line(path, number, line).strip())
    raise ImportRefused(path, 0, "the file is empty", None, ALLOWED)


def _classify_line(path: Path, number: int, text: str) -> Form:
    if is_chat_line(text):
        return "talk"
    if not text.startswith("{"):
        raise ImportRefused(path, number, "this is no form that is known", text, ALLOWED)
    content = _parse_object(path, number, text)
    return "export" if "kind" in content or "seq" in content else "objects"


# --- lines ----------------------------------------------------------------------------


_BOM = b"\xef\xbb\xbf"


def _read_lines(path: Path) -> Iterator[tuple[int, str]]:
    with path.open("rb") as file:
        for number, line in enumerate(_read_raw_lines(path, file), 1):
            yield number, _decode_line(path, number, line)


def _read_raw_lines(path: Path, file: BinaryIO) -> Iterator[bytes]:
    number = 0
    while line := file.readline(MOST_LINE + 1):
        number += 1
        if len(line) > MOST_LINE and not line.startswith((b"[", _BOM + b"[")):
            what = f"the line is longer than {MOST_LINE:,} bytes"
            raise ImportRefused(
                path, number, what, _preview_line(line), f"up to {MOST_LINE:,} bytes"
            )
        yield line


def _decode_line(path: Path, number: int, line: bytes) -> str:
    try:
        text = line.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError as error:
        what = f"byte {error.start + 1} of the line is not UTF-8"
        raise ImportRefused(path, number, what, _preview_line(line), "text in UTF-8") from None
    if "\0" in text:
        what = "the line holds a zero byte: this is no text"
        raise ImportRefused(path, number, what, _preview_line(line), "text in UTF-8")
    return text


def _preview_line(line: bytes) -> str:
    return line[:80].decode("utf-8", "backslashreplace")


def _parse_object(path: Path, number: int, text: str) -> dict[str, object]:
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        raise ImportRefused(path, number, "not a line of JSON", text, "a JSON object") from None
    if not isinstance(content, dict):
        raise ImportRefused(path, number, "not a JSON object", text, "a JSON object")
    return content


# --- exports --------------------------------------------------------------------------


def _read_export(path: Path, counts: Imported) -> Iterator[Experience]:
    last = 0
    for number, line in _read_lines(path):
        if not line.strip():
            continue
        memory = _decode_export_line(path, number, line)
        if memory is None:
            counts.others += 1
            continue
        if last and memory.seq != last + 1:
            what = f"memory {memory.seq} follows {last}: an export has every number"
            raise ImportRefused(path, number, what, line, f'"seq":{last + 1}')
        last = memory.seq
        yield memory


def _decode_export_line(path: Path, number: int, line: str) -> Experience | None:
    """Return the memory on a line, or None for a record of another kind."""
    try:
        record = decode(line.encode())
    except BadRecord as error:
        allowed = "a record as tarn memory export writes it"
        raise ImportRefused(path, number, str(error), line, allowed) from None
    except ArchiveRefused as error:
        raise ImportRefused(path, number, str(error), line, describe_known_versions()) from None
    return record if isinstance(record, Experience) else None


# --- chat -----------------------------------------------------------------------------


def _read_chat(path: Path, into: ImportTarget, counts: Imported) -> Iterator[Experience]:
    if counts.form == "talk":
        asked = ChatRoles(into.name, into.own or into.name)
    else:
        asked = ChatRoles(into.name, into.own or "assistant", into.own or into.name)
    at = into.now
    for each in _read_messages(path, counts.form):
        at = each.at or at
        yield convert_message(replace(each, at=at), asked)


def _read_messages(path: Path, form: Form) -> Iterator[ChatMessage]:
    if form == "talk":
        yield from _read_talk(path)
        return
    objects = _read_list(path) if form == "list" else _read_objects(path)
    for number, content in objects:
        try:
            said = parse_message(content)
        except ValueError as error:
            shown = json.dumps(content, ensure_ascii=False)
            raise ImportRefused(path, number, str(error), shown, FORMS) from None
        if said is not None:
            yield said


def _read_talk(path: Path) -> Iterator[ChatMessage]:
    try:
        yield from parse_chat_lines(_read_lines(path))
    except ValueError as error:
        number, what, read, allowed = error.args
        raise ImportRefused(path, number, what, read, allowed) from None


def _read_objects(path: Path) -> Iterator[tuple[int, object]]:
    for number, line in _read_lines(path):
        if line.strip():
            yield number, _parse_object(path, number, line)


def _read_list(path: Path) -> Iterator[tuple[int, object]]:
    """Yield the elements of a list of JSON, each with the line on which it begins."""
    size = path.stat().st_size
    if size > MOST_LIST:
        what, allowed = f"the list has {size:,} bytes", f"up to {MOST_LIST:,}, or one object a line"
        raise ImportRefused(path, 0, what, None, allowed)
    with path.open("rb") as file:
        text = "".join(_decode_line(path, number, line) for number, line in enumerate(file, 1))
    decoder, at, line, counted = json.JSONDecoder(), text.index("[") + 1, 1, 0
    for part in _read_elements(path, text, at, decoder):
        line += text.count("\n", counted, part[0])
        counted = part[0]
        yield line, part[1]


def _read_elements(
    path: Path, text: str, at: int, decoder: json.JSONDecoder
) -> Iterator[tuple[int, object]]:
    """Yield each element and where it begins. Raise `ImportRefused` for what else stands there."""
    at = _skip_blanks(text, at)
    if text[at : at + 1] == "]":
        _check_end(path, text, at + 1)
        return
    while True:
        try:
            value, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            raise _refuse_list(path, text, at, "an element of the list is not JSON") from None
        yield at, value
        at = _skip_blanks(text, end)
        if text[at : at + 1] == "]":
            _check_end(path, text, at + 1)
            return
        if text[at : at + 1] != ",":
            raise _refuse_list(path, text, at, "the list ends in the middle or a comma is missing")
        at = _skip_blanks(text, at + 1)


def _skip_blanks(text: str, at: int) -> int:
    while text[at : at + 1] and text[at] in " \t\r\n":
        at += 1
    return at


def _check_end(path: Path, text: str, at: int) -> None:
    if (at := _skip_blanks(text, at)) < len(text):
        raise _refuse_list(path, text, at, "something stands behind the end of the list")


def _refuse_list(path: Path, text: str, at: int, what: str) -> ImportRefused:
    line = text.count("\n", 0, at) + 1
    return ImportRefused(path, line, what, text[at : at + 80] or "the end", "a JSON list")
