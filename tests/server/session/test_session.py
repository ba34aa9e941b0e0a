"""A person in the world: lines out, perceptions in."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

from twisted.internet.task import Clock

from server.boundaries import Account, Visitor
from server.session.boundaries import MAX_QUOTED, quote_for_log
from server.session.session import Session
from server.session.who import format_duration, who_table
from server.storage.database import StorageError
from tests.server.session.fakes import MemoryWire, OneRoom, desk
from world.boundaries import Perception
from world.nature import Nature


class Stay:
    """One session in a gate."""

    def __init__(self, gate: OneRoom, name: str = "Rowan") -> None:
        self.clock = Clock()
        self.log: list[str] = []
        self.wire = MemoryWire()
        self.session = Session(
            self.wire, gate, Account(name), desk(self.log.append, self.clock.seconds)
        )
        self.session.enter()
        self.wire.take()


def test_what_is_typed_reaches_the_gate_and_comes_back() -> None:
    """Actor and bystander each see their side of it."""
    gate = OneRoom()
    rowan, moss = Stay(gate), Stay(gate, "Moss")
    rowan.wire.take()
    rowan.session.on_line("  say hello  ")
    assert rowan.wire.shown == [("speech", 'You say, "hello"')]
    assert moss.wire.shown == [("speech", 'Rowan says, "hello"')]
    assert gate.lines == [("Rowan", "say hello")]


class SlowDisk(OneRoom):
    """A gate whose changes are there to stay only once `settled` is set."""

    def __init__(self) -> None:
        super().__init__()
        self.settled = asyncio.Event()
        self.fault: Exception | None = None

    def perform(self, character: int, line: str) -> Awaitable[None]:
        super().perform(character, line)
        return self._settle()

    async def _settle(self) -> None:
        await self.settled.wait()
        if self.fault:
            raise self.fault


async def test_nothing_is_told_of_a_change_before_it_is_there_to_stay() -> None:
    """What a crash could still take back is not shown; then it comes, in its order."""
    gate = SlowDisk()
    stay = Stay(gate)
    stay.session.on_line("say one")
    stay.session.on_line("say two")
    await asyncio.sleep(0)
    assert stay.wire.shown == []
    gate.settled.set()
    for _ in range(5):
        await asyncio.sleep(0)
    assert stay.wire.shown == [("speech", 'You say, "one"'), ("speech", 'You say, "two"')]


async def test_a_disk_that_fails_does_not_leave_a_person_waiting() -> None:
    """The change is kept and tried again by the store; the log tells, and so does the room."""
    gate = SlowDisk()
    gate.fault = StorageError("the disk is full")
    stay = Stay(gate)
    stay.session.on_line("say one")
    gate.settled.set()
    for _ in range(5):
        await asyncio.sleep(0)
    (said, warned) = stay.wire.shown
    assert said == ("speech", 'You say, "one"')
    assert "not on disk yet" in warned[1]
    assert stay.log == ['a change is not on disk yet: "the disk is full"']


async def test_quitting_shows_what_was_held_back_first() -> None:
    """The last words come last."""
    gate = SlowDisk()
    stay = Stay(gate)
    stay.session.on_line("say one")
    stay.session.on_line("quit")
    assert stay.wire.shown == [("speech", 'You say, "one"')]
    assert (stay.wire.closed or "").startswith("Goodbye")


def test_a_blank_line_is_nothing() -> None:
    gate = OneRoom()
    stay = Stay(gate)
    for line in ("", "   ", " | why"):
        stay.session.on_line(line)
    assert gate.lines == []
    assert stay.wire.take() == ""


def test_quit_leaves_and_hangs_up() -> None:
    """Those present see it; the session perceives nothing more, and leaves only once."""
    gate = OneRoom()
    rowan, moss = Stay(gate), Stay(gate, "Moss")
    rowan.session.on_line("QUIT | bored")
    assert (rowan.wire.closed or "").startswith("Goodbye")
    assert moss.wire.take() == "Rowan leaves."
    rowan.wire.take()
    rowan.session.perceive(Perception("say", "too late", "The Hall"))
    rowan.session.notify("too late")
    rowan.session.on_line("look")
    rowan.session.leave()
    assert rowan.wire.take() == ""
    assert moss.wire.take() == ""
    assert rowan.session.character is None


def test_a_session_that_is_taken_over_says_so() -> None:
    gate = OneRoom()
    stay = Stay(gate)
    stay.session.close("You have come in from elsewhere.")
    stay.session.close("again")
    assert stay.wire.closed == "You have come in from elsewhere."


def test_a_commands_fault_costs_an_apology_and_one_line_of_log() -> None:
    stay = Stay(OneRoom())
    stay.session.on_line("crash")
    assert "Something went wrong" in stay.wire.take()
    assert stay.wire.closed is None
    assert len(stay.log) == 1
    assert "a fault" in stay.log[0]
    assert "\n" not in stay.log[0]
    stay.session.on_line("look")
    assert "The Hall" in stay.wire.take()


def test_times_are_known_for_who() -> None:
    gate = OneRoom()
    stay = Stay(gate)
    stay.clock.advance(30)
    stay.session.on_line("look")
    assert (stay.session.connected_at, stay.session.last_line_at) == (0, 30)


def test_an_empty_perception_shows_nothing() -> None:
    stay = Stay(OneRoom())
    stay.session.perceive(Perception("result", "", "The Hall"))
    assert stay.wire.shown == []


def test_ambient_and_own_speech_look_like_what_they_are() -> None:
    stay = Stay(OneRoom())
    stay.session.perceive(Perception("behaviour", "Moss pauses.", "The Hall", ambient=True))
    stay.session.perceive(
        Perception("result", 'You say, "hi"', "The Hall", own=True, nature=Nature.SPEECH)
    )
    stay.session.perceive(
        Perception("result", "Taken.", "The Hall", own=True, nature=Nature.TAKING)
    )
    assert [kind for kind, _ in stay.wire.shown] == ["ambient", "speech", "result"]


def test_who_is_a_table_in_columns() -> None:
    """Columns line up by display width, whatever the names are."""
    table = who_table(
        [
            Visitor("Rowan", "administrator", "The Hall", 3700, 12),
            Visitor("你好", "guest", "The Tarn", 59, 59),
            Visitor("Moss", "agent", "The Garden", 90000, 0),
        ]
    )
    assert table.split("\n") == [
        "Name                  Where       Here for    Idle",
        "Rowan  administrator  The Hall    1h          12s",
        "你好   guest          The Tarn    59s         59s",
        "Moss   agent          The Garden  lives here  0s",
    ]


def test_durations_are_in_their_largest_unit() -> None:
    lengths = (0, 59.9, 60, 3599, 3600, 86399, 86400, -1)
    assert [format_duration(seconds) for seconds in lengths] == [
        "0s", "59s", "1m", "59m", "1h", "23h", "1d", "0s",
    ]  # fmt: skip


def test_foreign_text_is_quoted_for_the_log() -> None:
    assert quote_for_log('a"b\\c\r\n\x1b\u202e你') == '"a\\"b\\\\c\\r\\n\\x1b\\u202e你"'
    assert len(quote_for_log("x" * 10_000)) <= MAX_QUOTED + 3
