"""A gate, accounts and a wire in memory, with the interfaces of the real ones."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from typing import Any

from twisted.internet.task import Clock

from agents.clock import VirtualClock
from server.boundaries import Account, Accounts, Gate, Habits, Refused, Role, Surroundings, Visitor
from server.people.entries import Entries
from server.people.lost_links import LostLinks
from server.people.people import People
from server.session.boundaries import Desk, Wire
from server.session.terminal import Terminal
from server.telnet.options.gmcp import wants
from server.upgrade.handover import HandedBody, HandedPerson
from tests.texts import shipped_texts
from world.boundaries import Mind, Perception
from world.nature import Nature


class MemoryAccounts:
    """Accounts in a dictionary. While `hashing` is cleared, every check waits."""

    def __init__(self, **passwords: str) -> None:
        self.passwords = dict(passwords)
        self.administrators: set[str] = set()
        self.guests_allowed = True
        self.checks = 0
        self.hashing: asyncio.Event | None = None
        self.fault: Exception | None = None
        self._guests = 0

    async def create(self, name: str, password: str) -> Account:
        await self._work()
        if name in self.passwords:
            raise Refused(f"There is already somebody called {name}.")
        self.passwords[name] = password
        return Account(name, Role.ADMINISTRATOR if len(self.passwords) == 1 else Role.PLAYER)

    async def check(self, name: str, password: str) -> Account:
        self.checks += 1
        await self._work()
        if self.passwords.get(name) != password:
            raise Refused("That name and password do not belong together.")
        return Account(name, Role.ADMINISTRATOR if name in self.administrators else Role.PLAYER)

    def guest(self) -> Account:
        if not self.guests_allowed:
            raise Refused("Guests are not let in here.")
        self._guests += 1
        return Account(f"Guest{self._guests}", Role.GUEST)

    async def _work(self) -> None:
        if self.hashing is not None:
            await self.hashing.wait()
        if self.fault is not None:
            raise self.fault


class OneRoom:
    """A gate to a world of one room that knows ``look``, ``say``, ``spam`` and ``crash``."""

    def __init__(self) -> None:
        self.minds: dict[int, Mind] = {}
        self.names: dict[int, str] = {}
        self.lines: list[tuple[str, str]] = []
        self.full = False
        self.asked_again: list[tuple[int, str]] = []
        self.people = People(Entries(), LostLinks(Clock().callLater, 0), VirtualClock())
        self._last = 0

    async def prepare(self, account: Account) -> None:
        """Nothing is kept on disk."""

    def habits(self, account: Account) -> Habits:
        return self.people.habits(account)

    def enter(self, account: Account, mind: Mind) -> int:
        if self.full:
            raise Refused("The world is full.")
        self._last += 1
        self.minds[self._last] = mind
        self.names[self._last] = account.name
        self._tell(self._last, "arrive", f"{account.name} arrives.", Nature.MOVEMENT, others=True)
        self._tell(self._last, "room", self.room())
        return self._last

    def lose(self, character: int, mind: Mind) -> None:
        self.leave(character, mind)

    def hand_over(self, character: int) -> Mapping[str, Any]:
        return {"name": self.names[character]}

    def resume(self, account: Account, person: HandedPerson, mind: Mind) -> None:
        if person.more.get("name") != account.name:
            raise Refused("There is no such body.")
        self.minds[person.character] = mind
        self.names[person.character] = account.name

    def resume_lost(self, account: Account, body: HandedBody, mind: Mind) -> None:
        self.resume(account, body.person, mind)

    def ask_again(self, character: int, dialogue: str) -> None:
        self.asked_again.append((character, dialogue))

    def leave(self, character: int, mind: Mind) -> None:
        if self.minds.get(character) is mind:
            self._tell(
                character, "leave", f"{self.names[character]} leaves.", Nature.MOVEMENT, others=True
            )
            del self.minds[character], self.names[character]

    def perform(self, character: int, line: str) -> Awaitable[None] | None:
        name = self.names[character]
        self.lines.append((name, line))
        verb, _, rest = line.partition(" ")
        if verb == "say":
            self._tell(character, "result", f'You say, "{rest}"', Nature.SPEECH)
            self._tell(character, "say", f'{name} says, "{rest}"', Nature.SPEECH, others=True)
        elif verb == "look":
            self._tell(character, "room", self.room())
        elif verb == "spam":
            self._tell(character, "result", "\n".join(["x" * 70] * int(rest)))
        elif verb == "crash":
            raise RuntimeError("a fault\nin two lines")
        else:
            self._tell(character, "refusal", f"Unknown command: {verb}")
        return None

    def visitors(self) -> Sequence[Visitor]:
        return [
            Visitor(name, "person", "The Hall", 60.0, 5.0) for name in sorted(self.names.values())
        ]

    @staticmethod
    def surroundings(character: int) -> Surroundings:
        return Surroundings(1, "The Hall", {"garden": 2, "stairs": 3})

    @staticmethod
    def room() -> str:
        return (
            "The Hall\nA long stone hall, cold even in June; the sound of the falls never quite "
            "leaves the air, and the windows look out over black water.\nExits: garden, stairs"
        )

    def _tell(
        self,
        character: int,
        kind: str,
        text: str,
        nature: Nature = Nature.DEED,
        others: bool = False,
    ) -> None:
        for other, mind in list(self.minds.items()):
            if (other != character) == others:
                mind.perceive(Perception(kind, text, "The Hall", own=not others, nature=nature))


class MemoryWire:
    """A wire that keeps what is written. Lines are given to the listener by the test."""

    def __init__(self, terminal: Terminal | None = None, hides_input: bool = True) -> None:
        self.terminal = terminal or Terminal()
        self.hides_input = hides_input
        self.shown: list[tuple[str, str]] = []
        self.hidden: list[bool] = []
        self.held = False
        self.is_admitted = False
        self.closed: str | None = None
        self.preferences: Mapping[str, str] = {}
        self.packages: frozenset[str] = frozenset()
        self.messages: list[tuple[str, object]] = []
        self.prompts = 0
        self.address = "192.0.2.7"

    @property
    def text(self) -> str:
        return "\n".join(text for _, text in self.shown)

    def take(self) -> str:
        """Return what was shown since the last time."""
        taken = self.text
        self.shown.clear()
        return taken

    def send(self, text: str) -> None:
        self.show(text, "result")

    def show(self, text: str, kind: str) -> None:
        self.shown.append((kind, text))

    def prompt(self, text: str) -> None:
        self.shown.append(("prompt", text))

    def hide_input(self) -> None:
        self.hidden.append(True)

    def show_input(self) -> None:
        self.hidden.append(False)

    def hold(self) -> None:
        self.held = True

    def release(self) -> None:
        self.held = False

    def mark_admitted(self) -> None:
        self.is_admitted = True

    def prefer(self, values: Mapping[str, str]) -> None:
        self.preferences = values

    @property
    def takes_messages(self) -> bool:
        return bool(self.packages)

    def gmcp(self, package: str, data: object = None) -> None:
        if wants(self.packages, package):
            self.messages.append((package, data))

    def tell_status(self) -> None:
        self.shown.append(("status", "MSSP"))

    def ready(self) -> None:
        self.prompts += 1

    def close(self, reason: str = "") -> None:
        self.closed = reason


class Tasks:
    """Runs coroutines that nobody waits for, so that a test can."""

    def __init__(self) -> None:
        self._tasks: list[asyncio.Task[None]] = []

    def spawn(self, work: Coroutine[Any, Any, None]) -> object:
        self._tasks.append(asyncio.get_running_loop().create_task(work))
        return self._tasks[-1]

    async def done(self) -> None:
        """Wait until all of them have ended."""
        tasks, self._tasks = self._tasks, []
        await asyncio.gather(*tasks)


def desk(
    log: Callable[[str], None], seconds: Callable[[], float], tasks: Tasks | None = None
) -> Desk:
    return Desk(shipped_texts(), log, seconds, (tasks or Tasks()).spawn)


_accounts: type[Accounts] = MemoryAccounts
_gate: type[Gate] = OneRoom
_wire: type[Wire] = MemoryWire
