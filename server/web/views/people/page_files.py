"""The pages that an agent keeps, read from its folder; every function blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from agents.memory.journal.page_edits import LONGEST_LINE, split_page
from late.late_pattern import late_pattern
from server.web.views.people.hearing import choose_noted, mark_page
from server.web.views.people.page_text import describe_page
from world.names import PathRefused, key_of, vault_path
from world.vault.markdown import NoteError, read_note

MOST_PAGES = 2000
"""Pages of one folder that are listed: the newest days, the first people."""

MOST_CHARACTERS = 300
"""How many characters of a page a list shows."""

Data = dict[str, Any]

_DAY = late_pattern(r"\d{4}-\d\d-\d\d")


class PageUnread(Exception):
    """A page is there and cannot be read; the message says why."""


def list_days(folder: Path) -> list[Data]:
    """Return the days of an agent's journal with how many facts each has, the newest first."""
    found = _list_names(folder / "journal")
    days = sorted(filter(_DAY.fullmatch, found), reverse=True)[:MOST_PAGES]
    return [{"day": day, "facts": _read_count(folder / "journal" / f"{day}.md")} for day in days]


def list_known(folder: Path) -> list[str]:
    """Return the people of whom an agent has a page."""
    return sorted(_list_names(folder / "people"), key=key_of)[:MOST_PAGES]


def read_day(folder: Path, day: str) -> Data | None:
    """Return the journal of a day (``YYYY-MM-DD``); None: there is none. Raises `PageUnread`."""
    return _read_page(folder, "journal", day) if _DAY.fullmatch(day) else None


def read_person(folder: Path, name: str) -> Data | None:
    """Return what an agent's page says of somebody; None: it has none. Raises `PageUnread`."""
    key = key_of(name)
    for known in _list_names(folder / "people"):
        if key_of(known) == key:
            return _read_page(folder, "people", known)
    return None


def find_noted(folder: Path, owner: str, names: Sequence[str]) -> dict[str, tuple[str, str, str]]:
    """Return what `owner` has noted of each of some people, as `choose_noted` does."""
    known = {key_of(each): each for each in _list_names(folder / "people")}
    noted: dict[str, tuple[str, str, str]] = {}
    for name in names:
        page = None
        with suppress(PageUnread):  # its own address says what is wrong with it
            page = _read_page(folder, "people", known.get(key_of(name), name))
        text, source, day = choose_noted(mark_page(page, owner, names)) if page else ("", "", "")
        noted[name] = text[:MOST_CHARACTERS], source, day
    return noted


def _read_page(folder: Path, part: str, name: str) -> Data | None:
    try:
        path = vault_path(folder, part, f"{name}.md")
        if not path.is_file():
            return None
        note = read_note(path)
        page = describe_page(split_page(replace(note, body=break_lines(note.body))))
    except PathRefused:
        return None
    except (NoteError, OSError) as error:
        raise PageUnread(f"{part}/{name}.md cannot be read: {_explain(error)}") from error
    front = note.metadata
    return {
        "name": name,
        "first_met": str(front.get("first_met", "")),
        "last_met": str(front.get("last_met", "")),
        **page,
    }


def break_lines(text: str) -> str:
    """Return a text whose lines are short enough for a page; all of it, broken between words."""
    if all(len(line) <= LONGEST_LINE for line in text.split("\n")):
        return text
    return "\n".join(piece for line in text.split("\n") for piece in _break_line(line))


def _break_line(line: str) -> Iterator[str]:
    while len(line) > LONGEST_LINE:
        at = line.rfind(" ", 1, LONGEST_LINE) + 1 or LONGEST_LINE
        yield line[:at]
        line = line[at:]
    yield line


def _explain(error: NoteError | OSError) -> str:
    return error.what if isinstance(error, NoteError) else str(error.strerror)


def _list_names(folder: Path) -> list[str]:
    try:
        return [each.stem for each in folder.glob("[!.]*.md")]
    except OSError:
        return []


def _read_count(path: Path) -> int:
    """Return how many facts a page's front matter says it has; only its beginning is read."""
    try:
        with path.open("rb") as file:
            found = re.search(rb"^count: (\d{1,9})$", file.read(512), re.MULTILINE)
    except OSError:
        return 0
    return int(found[1]) if found else 0
