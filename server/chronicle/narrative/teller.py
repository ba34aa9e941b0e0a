"""Reads the chronicle and tells it: for a terminal, or as markdown pages in the vault."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby, islice
from pathlib import Path

from server.chronicle.entry import ChronicleEntry
from server.chronicle.narrative.pages import (
    PagePart,
    PageWriter,
    day_of,
    render_markdown,
    render_plain,
)
from server.chronicle.narrative.portions import divide_days
from server.chronicle.narrative.readers import ChronicleReader
from world.vault.private_files import write_privately
from world.vault.texts import Texts

#: So many lines of the chronicle are read for one narrative, and for each written page, at most.
MOST_READ, MOST_WRITTEN = 100_000, 200_000

#: So many lines of one day are held and told together at most.
MOST_TOGETHER = 20_000


class NarrativeTeller:
    """Tells what a chronicle has. Everything here blocks; it runs in a thread."""

    def __init__(
        self, folder: Path, texts: Texts, read: Callable[[], Iterator[ChronicleEntry]]
    ) -> None:
        self._folder = folder
        self._texts = texts
        self._read = read

    def tell(
        self,
        reader: ChronicleReader,
        wanted: Callable[[ChronicleEntry], bool],
        days: int,
        page: int = 1,
        command: str = "@narrative",
    ) -> str:
        """Return a page of the last `days` as `reader` may read them; empty if there is nothing.

        Page 1 is the latest; `command` is what was asked, without a page. Raises `OSError`.
        """
        lines = _Lines(self._read(), MOST_READ)
        portions = divide_days(self._tell_days(lines, reader, wanted, days))
        taken = list(islice(portions, page + 1))
        if len(taken) < page:
            return self._say_no_page(page, len(taken))
        end = self._say_end(page, len(taken) > page, command, lines.are_cut)
        return "\n\n".join(filter(None, (render_plain(taken[page - 1]), end)))

    def _tell_days(
        self,
        lines: Iterable[ChronicleEntry],
        reader: ChronicleReader,
        wanted: Callable[[ChronicleEntry], bool],
        days: int,
    ) -> Iterator[list[PagePart]]:
        """Yield what each of the last `days` tells, the latest first."""
        for together in _take_days(lines, days):
            readable = [each for each in reversed(together) if reader.may_read(each)]
            yield PageWriter(self._texts).write(readable, wanted)

    def _say_no_page(self, page: int, last: int) -> str:
        return self._texts.say("narrative.no-page", page=page, last=last) if last else ""

    def _say_end(self, page: int, goes_on: bool, command: str, are_cut: bool) -> str:
        """Return what stands below a page; empty: it is the only one."""
        if goes_on:
            before = f"{command} page {page + 1}"
            return self._texts.say("narrative.page", page=page, command=before)
        if are_cut:
            return self._texts.say("narrative.cut", count=f"{MOST_READ:,}")
        return self._texts.say("narrative.last-page", page=page) if page > 1 else ""

    def write_pages(self, days: int) -> list[str]:
        """Write a markdown page for each of the last `days` (UTC); return the paths. Raises
        `OSError`."""
        pages: list[list[ChronicleEntry]] = []
        for _, entries in groupby(islice(self._read(), MOST_WRITTEN), _utc_day):
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


def _utc_day(entry: ChronicleEntry) -> str:
    return entry.at.date().isoformat()


class _Lines:
    """Entries, no more than `most`."""

    def __init__(self, entries: Iterator[ChronicleEntry], most: int) -> None:
        self._entries, self._left = entries, most
        self.are_cut = False
        """Whether there were more."""

    def __iter__(self) -> Iterator[ChronicleEntry]:
        for each in self._entries:
            if not self._left:
                self.are_cut = True
                return
            self._left -= 1
            yield each


def _take_days(entries: Iterable[ChronicleEntry], days: int) -> Iterator[list[ChronicleEntry]]:
    """Yield the entries of the last `days`, newest first; those of a very full one in parts."""
    for number, (_, of_day) in enumerate(groupby(entries, day_of)):
        if number == days:
            return
        while together := list(islice(of_day, MOST_TOGETHER)):
            yield together
