"""The journal as markdown: projections of the log, with room for what people add.

Between two marks a page is written anew from the facts.  Everything outside of them, and front
matter under other keys, is a person's and stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias, TypeVar

from agents.compact_sets import TextSet
from agents.memory.core.facts import Fact
from agents.memory.core.records import PageEdit
from agents.memory.journal.page_edits import PersonsPart, find_persons_part, split_page
from agents.memory.journal.pages import BEGIN, DayPage, PersonPage, escape_fact
from agents.memory.journal.people import gather_known, list_people
from agents.memory.log.codec import digest
from world.names import PathRefused, key_of, vault_path
from world.vault.markdown import (
    Note,
    NoteError,
    parse_note,
    read_markdown,
    render_note,
    write_atomically,
)

PARTS = DAYS, PEOPLE = ("journal", "people")
"""The folders of pages."""

#: Of so many days and people, those that were added to last, what a page shows is kept in memory.
DAYS_KEPT, PEOPLE_KEPT = 2, 16

Keys: TypeAlias = Collection[str]
"""Days (``YYYY-MM-DD``) and keys of people."""

_Page = TypeVar("_Page")

_NO_TALKS: Mapping[str, str] = {}

#: The keys of the front matter that are written anew.
_OURS = frozenset({"type", "date", "count", "name", "first_met", "last_met", "memory_count"})


class JournalFiles:
    """Writes the ``journal`` and ``people`` folders of one agent's `folder`. The methods block."""

    def __init__(self, folder: Path, written: Path | None = None) -> None:
        self.folder = folder
        self.written = written
        """Where copies of the generated parts are kept; what they lack, a person has written."""
        self.edits: Mapping[str, PageEdit] | None = None
        """The last recorded edit of each page, by ``people/Ada``; None: none is recorded, and only
        what stands outside of the marks is kept."""
        self.known = TextSet()
        """The texts of all facts there ever were."""
        self._days: dict[str, DayPage] = {}
        self._people: dict[str, PersonPage] = {}
        self._left: dict[str, tuple[str, PersonsPart, Mapping[str, object]]] = {}
        """Of the pages written last, by key: the digest of their text, and a person's share."""
        self.unrecorded: dict[str, PersonsPart] = {}
        """What people have written on pages since; these pages are not written before it is
        recorded."""

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

    def add(
        self, new: Sequence[Fact], struck: Collection[str], read: Callable[[Keys], Sequence[Fact]]
    ) -> list[NoteError]:
        """Write the pages of the `new` facts as `update` would, without those that are `struck`.

        Call it only if no other fact has changed since the last call; else `forget_added` first.
        `read` returns all facts of some pages, the new ones included; it is asked for the pages
        that were not added to lately.
        """
        days, people = sorted({_format_day(each) for each in new}), list_people(new)
        unknown = frozenset((*days, *map(key_of, people))) - {*self._days, *self._people}
        earlier = read(unknown) if unknown else ()
        shown = [each for each in new if escape_fact(each) not in struck]

        def choose(key: str) -> Sequence[Fact]:
            return earlier if key in unknown else shown

        return _list_problems(
            (
                *(self._add_to_day(each, choose(each)) for each in days),
                *(self._add_to_person(each, choose(key_of(each))) for each in people),
            )
        )

    def forget_added(self) -> None:
        """Read at the next `add` what every page has."""
        self._days.clear()
        self._people.clear()

    def _add_to_day(self, day: str, facts: Sequence[Fact]) -> NoteError | None:
        page = _touch(self._days, day, DayPage, DAYS_KEPT)
        page.add([each for each in facts if _format_day(each) == day])
        return self._write_day(page, day)

    def _add_to_person(self, name: str, facts: Sequence[Fact]) -> NoteError | None:
        page = _touch(self._people, key_of(name), PersonPage, PEOPLE_KEPT)
        page.add(gather_known(facts, name))
        return self._write_person(page)

    def write_pages(self, facts: Sequence[Fact], keys: Iterable[str]) -> list[NoteError]:
        """Write pages named ``people/Ada``, but for those that are a person's alone."""
        pages = [key.partition("/") for key in keys if not self._is_persons_own(key, facts)]
        return [
            *self.write_days(facts, [name for part, _, name in pages if part == DAYS]),
            *self.write_people(facts, [name for part, _, name in pages if part == PEOPLE]),
        ]

    def write_missing(self, facts: Sequence[Fact]) -> list[NoteError]:
        """Write the pages of `facts`, and those that people have written on, that are gone."""
        keys = {f"journal/{_format_day(each)}" for each in facts}
        keys |= {f"people/{each}" for each in list_people(facts)} | set(self.edits or ())
        there = {each.casefold() for part in PARTS for each in self._list_keys(part)}
        return self.write_pages(facts, sorted(k for k in keys if k.casefold() not in there))

    def has_pages(self, keys: Keys) -> bool:
        """Return whether all these pages are there, and those that people have written on."""
        days = {each.stem for each in self._list_pages(DAYS)}
        people = {key_of(each.stem) for each in self._list_pages(PEOPLE)}
        there = {each.casefold() for part in PARTS for each in self._list_keys(part)}
        edited = {each.casefold() for each in self.edits or ()}
        return edited <= there and days.union(people).issuperset(keys)

    def take_unrecorded(self) -> Mapping[str, PersonsPart]:
        """Return `unrecorded` and empty it."""
        found, self.unrecorded = self.unrecorded, {}
        return found

    def _is_persons_own(self, key: str, facts: Sequence[Fact]) -> bool:
        """Return whether a page is a person's that no fact belongs on."""
        part, _, name = key.partition("/")
        days = any(_format_day(each) == name for each in facts)
        known = days if part == DAYS else bool(gather_known(facts, name).facts)
        path = self.folder / f"{key}.md"
        return not known and path.exists() and BEGIN not in path.read_text("utf-8", "replace")

    def write_days(self, facts: Sequence[Fact], days: Iterable[str]) -> list[NoteError]:
        """Write ``journal/DAY.md`` for each of `days` (``YYYY-MM-DD``)."""
        return _list_problems(self._write_day(_make_day(facts, day), day) for day in days)

    def write_people(
        self,
        facts: Sequence[Fact],
        people: Iterable[str],
        conversations: Mapping[str, str] = _NO_TALKS,
    ) -> list[NoteError]:
        """Write ``people/NAME.md`` for each of `people`."""
        talks = {key_of(name): text for name, text in conversations.items()}
        problems = list[NoteError | None]()
        for name in people:
            page = PersonPage()
            page.add(gather_known(facts, name))
            problems.append(self._write_person(page, talks.get(key_of(name), "")))
        return _list_problems(problems)

    # --- pages -----------------------------------------------------------------------

    def _write_day(self, page: DayPage, day: str) -> NoteError | None:
        front = {"type": "journal", "date": day, "count": page.count}
        return self._write("journal", day, front, page.render(day))

    def _write_person(self, page: PersonPage, talks: str = "") -> NoteError | None:
        first, last = page.first_met, page.last_met
        front: dict[str, object] = {"type": "person", "name": page.name}
        front |= {"first_met": f"{first:%Y-%m-%d}"} if first else {}
        front |= {"last_met": f"{last:%Y-%m-%d}"} if last else {}
        front["memory_count"] = page.memory_count
        return self._write("people", page.name, front, page.render(talks))

    def _write(
        self, part: str, name: str, front: Mapping[str, object], page: str
    ) -> NoteError | None:
        try:
            path = vault_path(self.folder, part, f"{name}.md")
            self._write_page(path, f"{part}/{name}", front, page)
        except PathRefused as error:
            return NoteError(self.folder / part, 0, f"no page can be written: {error}")
        except NoteError as error:
            return error
        return None

    def _write_page(self, path: Path, key: str, front: Mapping[str, object], page: str) -> None:
        """Write a page, unless a person's share in it has to be recorded first."""
        before = _read_page(path)
        found, additions = self._read_share(path, key, before)
        if found is not None and not self._is_recorded(key, found):
            self.unrecorded[key] = found
            return
        share = found or self._recall_share(key)
        text = render_note({**front, **additions}, f"{share.above}{page}{share.below}")
        if before != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            if _read_page(path) != before:  # somebody saved it just now
                self.unrecorded[key] = (
                    self._find_share(_parse_page(path, _read_page(path)), key) or share
                )
                return
            # A page beside the copy of an older one would look as if a person had edited it.
            self._forget_written(key)
            write_atomically(path, text)
        self._keep_written(key, page)
        bare = PersonsPart(share.above, share.below)
        _touch(self._left, key, lambda: (digest(text), bare, additions), PEOPLE_KEPT + DAYS_KEPT)

    def _read_share(
        self, path: Path, key: str, text: str | None
    ) -> tuple[PersonsPart | None, Mapping[str, object]]:
        """Return a person's share in a page, and their front matter; None if there is no page.

        A page that is as it was written last need not be taken apart.
        """
        left = self._left.pop(key, None)
        if left is not None and text is not None and left[0] == digest(text):
            return left[1:]
        note = _parse_page(path, text)
        return self._find_share(note, key), _read_additions(note) if note else {}

    # --- what people write ------------------------------------------------------------

    def find_edited(self) -> list[NoteError]:
        """Fill `unrecorded` from every page; return an error for each that cannot be read."""
        errors: list[NoteError] = []
        for part in PARTS:
            for key in self._list_keys(part):
                path = self.folder / f"{key}.md"
                try:
                    found = self._find_share(_parse_page(path, _read_page(path)), key)
                except NoteError as error:
                    errors.append(error)
                    continue
                if found is not None and not self._is_recorded(key, found):
                    self.unrecorded[key] = found
        return errors

    def _find_share(self, note: Note | None, key: str) -> PersonsPart | None:
        """Return a person's share in a page; None if there is no page."""
        if note is None:
            return None
        page = split_page(note)
        if self.edits is None:
            return PersonsPart(page.above, page.below)
        return find_persons_part(page, self._read_written(key), self.known)

    def _is_recorded(self, key: str, found: PersonsPart) -> bool:
        return self.edits is None or found.is_in(self.edits.get(key))

    def _recall_share(self, key: str) -> PersonsPart:
        """Return what a person had written on a page that is gone."""
        edit = (self.edits or {}).get(key)
        if edit is None:
            return PersonsPart()
        above, below = (f"{edit.above}\n\n" if edit.above else ""), edit.below
        return PersonsPart(above, f"\n\n{below}\n" if below else "")

    def _read_written(self, key: str) -> str | None:
        return _read_page(self.written / f"{key}.md") if self.written else None

    def _forget_written(self, key: str) -> None:
        if self.written is not None:
            (self.written / f"{key}.md").unlink(missing_ok=True)

    def _keep_written(self, key: str, page: str) -> None:
        if self.written is not None and self._read_written(key) != page:
            path = self.written / f"{key}.md"
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, page)

    def _list_pages(self, part: str) -> list[Path]:
        return sorted((self.folder / part).glob("[!.]*.md"))

    def _list_keys(self, part: str) -> list[str]:
        return [f"{part}/{each.stem}" for each in self._list_pages(part)]

    def _list_written_people(self) -> list[str]:
        return [each.stem for each in self._list_pages("people")]


def _make_day(facts: Iterable[Fact], day: str) -> DayPage:
    page = DayPage()
    page.add([each for each in facts if _format_day(each) == day])
    return page


def _format_day(fact: Fact) -> str:
    return fact.at.date().isoformat()


def _touch(kept: dict[str, _Page], key: str, make: Callable[[], _Page], most: int) -> _Page:
    """Return the page `key`, made if necessary; keep it and the others that were used last."""
    page = kept.pop(key) if key in kept else make()
    kept[key] = page
    while len(kept) > most:
        kept.pop(next(iter(kept)))
    return page


def _list_problems(results: Iterable[NoteError | None]) -> list[NoteError]:
    return [each for each in results if each is not None]


def _read_additions(note: Note) -> dict[str, object]:
    """Return the front matter that a person has added."""
    return {key: value for key, value in note.metadata.items() if key not in _OURS}


def _parse_page(path: Path, text: str | None) -> Note | None:
    """Return the page of `text`; None if there is none. Raises `NoteError`."""
    if text is None:
        return None
    if not text.strip():  # an editor may be saving it
        allowed = "some text (delete the file to have it written again)"
        raise NoteError(path, 0, "the page is empty", None, allowed)
    return parse_note(path, text)


def _read_page(path: Path) -> str | None:
    """Return a page's text; None if there is none. Raises `NoteError`."""
    return read_markdown(path) if path.exists() else None
