"""The door of a server, with a wire in memory for each visit."""

from __future__ import annotations

from twisted.internet.task import Clock

from server.session.door import Door
from server.session.entry.rules import EntryRules
from tests.server.session.fakes import MemoryAccounts, MemoryWire, OneRoom, Tasks, desk


class Entrance:
    """A gate, accounts and rules that several visits share."""

    def __init__(self, *, accounts_per_hour: int = 0, guests: int = 0, **passwords: str) -> None:
        self.clock = Clock()
        self.gate = OneRoom()
        self.accounts = MemoryAccounts(**passwords)
        self.log: list[str] = []
        self.rules = EntryRules(
            self.clock.seconds, accounts_per_hour=accounts_per_hour, guests=guests
        )
        self.tasks = Tasks()

    def visit(
        self, address: str = "192.0.2.7", hides_input: bool = True, kept: bool = False
    ) -> Visit:
        wire = MemoryWire(hides_input=hides_input)
        wire.address = address
        door = Door(
            wire,
            self.gate,
            self.accounts,
            self.rules,
            desk(self.log.append, self.clock.seconds, self.tasks),
            administrators_only=kept,
        )
        door.on_opened()
        return Visit(door, wire, self.tasks)


class Visit:
    def __init__(self, door: Door, wire: MemoryWire, tasks: Tasks) -> None:
        self.door = door
        self.wire = wire
        self.tasks = tasks
        self.wire.take()

    async def type(self, *lines: str) -> str:
        """Type lines, each once the one before has been dealt with; return what was shown."""
        for line in lines:
            self.door.on_line(line)
            await self.tasks.done()
        return self.wire.take()
