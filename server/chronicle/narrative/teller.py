"""Reads the chronicle and tells it: for a terminal, or as markdown pages in the vault."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path

from server.chronicle.entry import ChronicleEntry
from server.chronicle.narrative.pages import (
    PagePart,
    PageWriter,
    day_of,
    render_markdown,
    render_plain,
)
from server.chronicle.narrative.readers import ChronicleReader
from world.vault.private_files import write_privately
from world.vault.texts import Texts

#: So many lines of the chronicle are read for one narrative, and for each written page, at most.
MOST_READ, MOST_WRITTEN = 20_000, 200_000

#: A narrative has no more characters than these; the oldest paragraphs give way.
MOST_SHOWN = 12_000


class NarrativeTeller:
    """Tells what a chronicle has. Everything here blocks; it runs in a thread."""

    def __init__(
        self, folder: Path, texts: Texts, read: Callable[[], Iterator[ChronicleEntry]]
    ) -> None:
        self._folder = folder
        self._texts = texts
        self._read = read

    def tell(
        self, reader: ChronicleReader, wanted: Callable[[ChronicleEntry], bool], days: int
    ) -> str:
        """Return the last `days` as `reader` may read them; empty if there is nothing.

        Raises `OSError`.
        """
        recent = [*_take_days(self._read(), days)][::-1]
        readable = [each for each in recent if reader.may_read(each)]
        return self._fit(PageWriter(self._texts).write(readable, wanted))

    def _fit(self, parts: list[PagePart]) -> str:
        """Return as many of the last parts as fit."""
        shown = render_plain(parts)
        while len(shown) > MOST_SHOWN and (at := _find_oldest(parts)) is not None:
            del parts[at]
            shown = self._texts.say("narrative.earlier") + "\n\n" + render_plain(parts)
        return shown

    def write_pages(self, days: int) -> list[str]:
        """Write a markdown page for each of the last `days` (UTC); return the paths. Raises
        `OSError`."""
        pages: list[list[ChronicleEntry]] = []
        for _, entries in groupby(_limit(self._read(), MOST_WRITTEN), _utc_day):
            if len(pages) == days:
                break
            pages.append([*entries][::-1])
        return [self._write_page(each) for each in pages]

    def _write_page(self, entries: list[ChronicleEntry]) -> str:
        day = _utc_day(entries[0])
        told = render_markdown(PageWriter(self._texts).write(entries))
        head = f"---\ntype: narrative\nday: {day}\nlines: {len(entries)}\n---\n# {day}\n\n"
        path = self._folder / f"{day}.md"
        write_privately(path, head + told)
        return str(path)


def _find_oldest(parts: list[PagePart]) -> int | None:
    """Return the place of the first paragraph or empty heading; None: one is left."""
    for at, part in enumerate(parts[:-1]):
        if not part.level or 0 < parts[at + 1].level <= part.level:
            return at
    return None


def _utc_day(entry: ChronicleEntry) -> str:
    return entry.at.date().isoformat()


def _limit(entries: Iterable[ChronicleEntry], most: int) -> Iterator[ChronicleEntry]:
    for count, entry in enumerate(entries):
        if count >= most:
            return
        yield entry


def _take_days(entries: Iterable[ChronicleEntry], days: int) -> Iterator[ChronicleEntry]:
    """Yield the entries of the last `days`, newest first."""
    for number, (_, of_day) in enumerate(groupby(_limit(entries, MOST_READ), day_of)):
        if number == days:
            return
        yield from of_day
