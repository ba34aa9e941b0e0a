"""The command that tells what has happened."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import field

from agents.mind.commands.admin_row import LateReply
from agents.mind.minds import Minds
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from server.chronicle.chronicle import Chronicle
from server.chronicle.entry import ChronicleEntry
from server.chronicle.narrative.readers import ChronicleReader
from server.chronicle.narrative.teller import NarrativeTeller
from world.commands.command import Command, Permission, Privacy
from world.commands.invocation import Invocation
from world.costs.cost import CostKind
from world.nature import Nature
from world.text import clean_line

#: So many days can be asked for, and so many pages be written at once.
MOST_DAYS, MOST_WRITTEN_DAYS = 999, 14

#: A narrative is charged like a command that takes so many seconds of the processor, and for
#: each page that stands before the one asked for.
TELLING_SECONDS, PAGE_SECONDS = 0.5, 0.05

#: The largest number of a page.
MOST_PAGES = 999

HERE, WRITE = "here", "write"

_PAGE = late_pattern(r"(?:^|\s)page\s+([0-9]{1,6})$", re.IGNORECASE)


@late_dataclass(frozen=True, slots=True)
class NarrativeVerbs:
    """Makes the command. `chronicle` is made after the commands."""

    minds: Minds
    chronicle: Callable[[], Chronicle]
    late: LateReply
    _busy: set[int] = field(default_factory=set)
    """Who waits for a narrative."""

    def rows(self) -> tuple[Command, ...]:
        """Return the commands."""
        return (
            Command(
                "@narrative", self.narrate, "@narrative [here | <agent>] [<days>] [page <n>]",
                "Read what has happened as a story: today, or the last days", "query",
                nature=Nature.RECOLLECTION, permission=Permission.PEOPLE, privacy=Privacy.SILENT,
                help="With here: in this room. With an agent's name: where that agent was. You "
                "read what agents did among themselves, and what people did where you were, "
                "too; administrators read all. What is too long for one page has several, each day "
                "of its own: page 1 is the latest, @narrative 3 page 2 what was before it. For "
                "administrators, @narrative write [<days>] also writes "
                "a markdown page for each day (UTC) into the vault's folder chronicle.",
            ),
        )  # fmt: skip

    def narrate(self, inv: Invocation) -> None:
        """Tell it, or write it, in the background."""
        asked, page = self._read_page(inv)
        words, days = self._read_days(inv, asked)
        if inv.actor.id in self._busy:
            inv.refuse_text("narrative.busy")
        inv.spend({CostKind.TIME: TELLING_SECONDS + (page - 1) * PAGE_SECONDS})
        if words.casefold() == WRITE and self.minds.find_exactly(words) is None:
            self._begin_writing(inv, days, page)
            return
        wanted = self._find_wanted(inv, words)
        name = inv.actor.name
        since = self.chronicle().find_guest_arrival(name)
        reader = ChronicleReader(name, inv.administrator, since)
        command = f"{inv.command.name} {asked}".rstrip()
        self._begin(
            inv,
            lambda library: (
                library.tell(reader, wanted, days, page, command) or inv.say_text("narrative.none")
            ),
        )

    def _begin_writing(self, inv: Invocation, days: int, page: int) -> None:
        if not inv.administrator:
            command = f"{inv.command.name} {WRITE}"
            inv.refuse_text("refuse.administrators-only", command=command)
        if days > MOST_WRITTEN_DAYS:
            inv.refuse_text("narrative.days", most=MOST_WRITTEN_DAYS)
        if page > 1:
            inv.refuse_text("narrative.write-page")
        self._begin(inv, lambda library: self._write(inv, library, days))

    def _read_page(self, inv: Invocation) -> tuple[str, int]:
        """Return the words before the number of a page, and this."""
        asked = clean_line(inv.args.strip(), 80)
        found = _PAGE.search(asked)
        if found is None:
            return asked, 1
        page = int(found[1])
        if not 1 <= page <= MOST_PAGES:
            inv.refuse_text("narrative.pages", most=MOST_PAGES)
        return asked[: found.start()].rstrip(), page

    def _read_days(self, inv: Invocation, asked: str) -> tuple[str, int]:
        """Return the words before the number of days, and this."""
        words, _, last = asked.rpartition(" ")
        if not last.isdecimal():
            return asked, 1
        days = int(last) if len(last) <= 3 else 0
        if not 1 <= days <= MOST_DAYS:
            inv.refuse_text("narrative.days", most=MOST_DAYS)
        return words.strip(), days

    def _find_wanted(self, inv: Invocation, words: str) -> Callable[[ChronicleEntry], bool]:
        """Return what says of an entry whether it is asked for."""
        if not words:
            return lambda entry: True
        if words.casefold() == HERE:
            room = inv.room.name
            return lambda entry: entry.room == room
        agent = self.minds.find(words)
        if agent is None:
            names = ", ".join(self.minds.names()) or "-"
            inv.refuse_text("narrative.whose", name=clean_line(words, 60), names=names)
        name = agent.name
        return lambda entry: entry.involves(name)

    def _write(self, inv: Invocation, library: NarrativeTeller, days: int) -> str:
        paths = library.write_pages(days)
        if not paths:
            return inv.say_text("narrative.none")
        return inv.say_text("narrative.written", paths="\n".join(paths))

    def _begin(self, inv: Invocation, work: Callable[[NarrativeTeller], str]) -> None:
        chronicle, who = self.chronicle(), inv.actor.id
        library = NarrativeTeller(chronicle.folder, inv.texts, chronicle.read)
        self._busy.add(who)

        async def run() -> str:
            try:
                await chronicle.writer.flush()
                return await asyncio.to_thread(work, library)
            except OSError as error:
                return inv.say_text("narrative.failed", why=error.strerror or repr(error))
            finally:
                self._busy.discard(who)

        self.late.send(inv, run())
