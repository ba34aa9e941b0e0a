"""The journal as markdown: projections of the log, with room for what people add.

Between two marks a page is written anew from the facts.  Everything outside of them, and front
matter under other keys, is a person's and stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from agents.memory.core.facts import Fact
from agents.memory.journal.pages import BEGIN, END, render_day_page, render_person_page
from agents.memory.journal.people import gather_known, list_people
from world.names import PathRefused, key_of, vault_path
from world.vault.markdown import Note, NoteError, read_note, render_note, write_atomically

_NO_TALKS: Mapping[str, str] = {}

#: The keys of the front matter that are written anew.
_OURS = frozenset({"type", "date", "count", "name", "first_met", "last_met", "memory_count"})


class JournalFiles:
    """Writes the ``journal`` and ``people`` folders of one agent's `folder`. The methods block."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def rebuild(
        self, facts: Sequence[Fact], conversations: Mapping[str, str] = _NO_TALKS
    ) -> list[NoteError]:
        """Write every page from `facts`, also the pages for which no fact is left.

        `conversations` has a text for some of the people, by name.  Return an error for each file
        that is broken; these files are left alone.  Raises `OSError`.
        """
        days = {_format_day(each) for each in facts} | {
            each.stem for each in self._list_pages("journal")
        }
        people = {key_of(each): each for each in self._list_written_people()}
        people |= {key_of(each): each for each in (*list_people(facts), *conversations)}
        return [
            *self.write_days(facts, sorted(days)),
            *self.write_people(facts, sorted(people.values()), conversations),
        ]

    def update(
        self,
        facts: Sequence[Fact],
        new: Iterable[Fact],
        conversations: Mapping[str, str] = _NO_TALKS,
    ) -> list[NoteError]:
        """Write the pages of the `new` facts among all `facts`, as `rebuild` would."""
        new = list(new)
        days, people = sorted({_format_day(each) for each in new}), list_people(new)
        return [
            *self.write_days(facts, days),
            *self.write_people(facts, people, conversations),
        ]

    def write_days(self, facts: Sequence[Fact], days: Iterable[str]) -> list[NoteError]:
        """Write ``journal/DAY.md`` for each of `days` (``YYYY-MM-DD``)."""
        return _list_problems(self._write_day(facts, day) for day in days)

    def write_people(
        self,
        facts: Sequence[Fact],
        people: Iterable[str],
        conversations: Mapping[str, str] = _NO_TALKS,
    ) -> list[NoteError]:
        """Write ``people/NAME.md`` for each of `people`."""
        talks = {key_of(name): text for name, text in conversations.items()}
        return _list_problems(
            self._write_person(facts, name, talks.get(key_of(name), "")) for name in people
        )

    # --- pages -----------------------------------------------------------------------

    def _write_day(self, facts: Sequence[Fact], day: str) -> NoteError | None:
        found = sorted(
            (each for each in facts if _format_day(each) == day), key=lambda each: each.seqs
        )
        front = {"type": "journal", "date": day, "count": len(found)}
        return self._write("journal", day, front, render_day_page(day, found))

    def _write_person(self, facts: Sequence[Fact], name: str, talks: str) -> NoteError | None:
        known = gather_known(facts, name)
        first, last = known.first_met, known.last_met
        front: dict[str, object] = {"type": "person", "name": name}
        front |= {"first_met": f"{first:%Y-%m-%d}"} if first else {}
        front |= {"last_met": f"{last:%Y-%m-%d}"} if last else {}
        front["memory_count"] = known.memory_count
        return self._write("people", name, front, render_person_page(known, talks))

    def _write(
        self, part: str, name: str, front: Mapping[str, object], page: str
    ) -> NoteError | None:
        try:
            path = vault_path(self.folder, part, f"{name}.md")
            note = read_note(path) if path.exists() else None
            text = render_note({**front, **_read_additions(note)}, _render_body(note, page))
        except PathRefused as error:
            return NoteError(self.folder / part, 0, f"no page can be written: {error}")
        except NoteError as error:
            return error
        if note is None or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, text)
        return None

    def _list_pages(self, part: str) -> list[Path]:
        return sorted((self.folder / part).glob("[!.]*.md"))

    def _list_written_people(self) -> list[str]:
        return [each.stem for each in self._list_pages("people")]


def _format_day(fact: Fact) -> str:
    return f"{fact.at:%Y-%m-%d}"


def _list_problems(results: Iterable[NoteError | None]) -> list[NoteError]:
    return [each for each in results if each is not None]


def _read_additions(note: Note | None) -> dict[str, object]:
    """Return the front matter that a person has added."""
    found = note.metadata if note else {}
    return {key: value for key, value in found.items() if key not in _OURS}


def _render_body(note: Note | None, page: str) -> str:
    """Return the page within what a person has written around it. Raises `NoteError`."""
    if note is None:
        return page
    marks = [(note.body.count(each), note.body.find(each)) for each in (BEGIN, END)]
    (begins, begin), (ends, end) = marks
    if begins == ends == 0:
        return f"{note.body}\n\n{page}" if note.body.strip() else page
    if begins != 1 or ends != 1 or end < begin:
        line = note.body_line + note.body.count("\n", 0, max(begin, 0))
        allowed = f"{BEGIN} once and {END} once, in this order"
        raise NoteError(note.path, line, "the generated part is not marked off", None, allowed)
    return note.body[:begin] + page + note.body[end + len(END) :]
