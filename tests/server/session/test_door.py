"""The dialogue at the door, on a wire in memory."""

from __future__ import annotations

import asyncio

import pytest
from twisted.internet.task import Clock

from agents.state_machine import InvalidTransition, StateMachine
from server.boundaries import Overloaded, Refused
from server.session.door import TRIES, Door
from server.session.entry.rules import EntryRules
from server.session.entry.throttle import ALLOWED, LONGEST_WAIT, TRACKED, Throttle
from server.session.states import VISIT_TRANSITIONS, VisitState
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


async def test_the_banner_is_shown_at_once() -> None:
    wire = MemoryWire()
    entrance = Entrance()
    Door(
        wire,
        entrance.gate,
        entrance.accounts,
        entrance.rules,
        desk(entrance.log.append, entrance.clock.seconds),
    ).on_opened()
    assert wire.shown[0][0] == "banner"
    assert "create <name> <password>" in wire.text


async def test_create_in_one_line_enters_the_world() -> None:
    """The new person sees a welcome and the room; who is there sees the arrival."""
    entrance = Entrance()
    bystander = entrance.visit()
    await bystander.type("guest")
    visit = entrance.visit()
    seen = await visit.type("create Rowan hazel nut")
    assert "Welcome, Rowan. You are an administrator here." in seen
    assert "The Hall" in seen
    assert visit.wire.is_admitted
    assert bystander.wire.take() == "Rowan arrives."
    assert entrance.accounts.passwords == {"Rowan": "hazel nut"}


async def test_connect_in_one_line_enters_the_world() -> None:
    entrance = Entrance(Rowan="hazel")
    visit = entrance.visit()
    seen = await visit.type("  CONNECT Rowan hazel  ")
    assert "Welcome, Rowan." in seen
    assert list(entrance.gate.names.values()) == ["Rowan"]


async def test_a_password_that_is_asked_for_is_hidden() -> None:
    """WILL ECHO before the prompt, WONT ECHO after the answer; the answer is never shown."""
    visit = Entrance(Rowan="hazel").visit()
    assert await visit.type("connect Rowan") == "Password: "
    assert visit.wire.hidden == [True]
    seen = await visit.type("hazel")
    assert visit.wire.hidden == [True, False]
    assert "Welcome, Rowan." in seen
    assert "hazel" not in seen


async def test_a_new_password_is_asked_for_twice() -> None:
    entrance = Entrance()
    visit = entrance.visit()
    assert await visit.type("create Rowan") == "Choose a password: "
    assert "The same password again: " in await visit.type("hazel")
    assert visit.wire.hidden == [True]
    assert "Welcome, Rowan." in await visit.type("hazel")
    assert visit.wire.hidden == [True, False]
    assert entrance.accounts.passwords == {"Rowan": "hazel"}


async def test_two_different_new_passwords_make_nobody() -> None:
    entrance = Entrance()
    visit = entrance.visit()
    seen = await visit.type("create Rowan", "hazel", "hasel")
    assert "differ" in seen
    assert entrance.accounts.passwords == {}
    assert visit.wire.hidden == [True, False]
    assert "Welcome" in await visit.type("guest")


async def test_a_blank_password_is_never_mind() -> None:
    visit = Entrance(Rowan="hazel").visit()
    assert "Never mind" in await visit.type("connect Rowan", "")
    assert visit.wire.hidden == [True, False]


async def test_a_client_that_cannot_hide_input_is_warned_of() -> None:
    """nc shows the password while it is typed, and its user is told so; others are not."""
    plain, telnet = Entrance().visit(hides_input=False), Entrance().visit()
    assert "will show the password" in await plain.type("connect Rowan")
    assert "will show the password" not in await telnet.type("connect Rowan")


async def test_guests_come_in_unless_they_are_switched_off() -> None:
    entrance = Entrance()
    assert "You are Guest1" in await entrance.visit().type("guest")
    entrance.accounts.guests_allowed = False
    visit = entrance.visit()
    assert await visit.type("guest") == "Guests are not let in here."
    assert visit.wire.closed is None


async def test_who_help_and_hints_at_the_door() -> None:
    entrance = Entrance()
    visit = entrance.visit()
    assert await visit.type("who") == "Nobody is here."
    await entrance.visit().type("guest")
    seen = await visit.type("who")
    assert "Guest1" in seen
    assert seen.endswith("People: 1. Living here: 0.")
    for ask in ("help", "?", "he"):
        assert "come back as someone" in await visit.type(ask)
    for junk in ("xyzzy", "c Rowan hazel", "look"):
        assert "Please type one of" in await visit.type(junk)
    assert await visit.type("", "   ") == ""
    assert "like this: create Rowan" in await visit.type("create")
    assert "like this: connect Rowan" in await visit.type("conn ")


async def test_quit_at_the_door_hangs_up() -> None:
    visit = Entrance().visit()
    await visit.type("quit")
    assert (visit.wire.closed or "").startswith("Goodbye")
    assert await visit.type("guest") == ""


@pytest.mark.parametrize("line", ["GET / HTTP/1.1", "POST /x HTTP/1.0", "SSH-2.0-OpenSSH_9.2"])
async def test_web_browsers_and_the_like_are_turned_away(line: str) -> None:
    visit = Entrance().visit()
    await visit.type(line, "Host: x", "")
    assert "not a web page" in (visit.wire.closed or "")


async def test_three_wrong_passwords_close_the_connection() -> None:
    visit = Entrance(Rowan="hazel").visit()
    for _ in range(TRIES - 1):
        assert "do not belong together" in await visit.type("connect Rowan wrong")
        assert visit.wire.closed is None
    await visit.type("connect Rowan wrong")
    assert visit.wire.closed == "That was wrong 3 times. Goodbye."


async def wrong(entrance: Entrance, name: str, address: str, times: int) -> None:
    for _ in range(times):
        await entrance.visit(address).type(f"connect {name} wrong")


async def test_nobody_locks_the_owner_out_by_guessing() -> None:
    """From wherever and however often wrong passwords are tried: the owner gets in."""
    entrance = Entrance(Rowan="hazel")
    for number in range(ALLOWED * 5):
        await entrance.visit(f"198.51.100.{number % 20}").type("connect Rowan wrong")
    assert "Welcome, Rowan." in await entrance.visit("192.0.2.1").type("connect Rowan hazel")
    guesser = entrance.visit("198.51.100.3")
    for _ in range(ALLOWED):
        await entrance.visit("198.51.100.3").type("connect Rowan wrong")
    assert "Too many wrong passwords" in await guesser.type("connect Rowan hazel")


async def test_addresses_of_one_customer_are_throttled_together() -> None:
    """Else an IPv6 customer would have 2^64 addresses to guess from."""
    entrance = Entrance(Rowan="hazel")
    for number in range(ALLOWED):
        await entrance.visit(f"2001:db8::{number}").type("connect Rowan wrong")
    late = entrance.visit("2001:db8::ffff")
    assert "Too many wrong passwords" in await late.type("connect Rowan hazel")


async def test_an_address_makes_so_many_accounts_an_hour() -> None:
    """On however many connections; what was refused does not count, other addresses go on."""
    entrance = Entrance(accounts_per_hour=3)
    for name in ("Ash", "Elm", "Elm", "Fir"):
        await entrance.visit().type(f"create {name} password")
    seen = await entrance.visit().type("create Oak password")
    assert "many accounts of late. It can make another in 60 minutes." in seen
    assert set(entrance.accounts.passwords) == {"Ash", "Elm", "Fir"}
    assert "Welcome, Oak." in await entrance.visit("192.0.2.8").type("create Oak password")
    entrance.clock.advance(3600)
    assert "Welcome, Yew." in await entrance.visit().type("create Yew password")


async def test_many_accounts_at_once_are_counted_from_their_start() -> None:
    entrance = Entrance(accounts_per_hour=3)
    entrance.accounts.hashing = asyncio.Event()
    for number in range(10):
        entrance.visit().door.on_line(f"create Tree{number} password")
    await asyncio.sleep(0)
    entrance.accounts.hashing.set()
    await entrance.tasks.done()
    assert len(entrance.accounts.passwords) == 3


async def test_so_many_guests_come_from_one_address() -> None:
    entrance = Entrance(guests=2)
    first, second = entrance.visit(), entrance.visit()
    await first.type("guest")
    await second.type("guest")
    third = entrance.visit()
    assert "already 2 guests from your address" in await third.type("guest")
    assert "Welcome" in await entrance.visit("192.0.2.8").type("guest")
    first.door.on_closed()
    assert "Welcome" in await third.type("guest")
    third.door.on_closed()
    second.door.on_closed()
    assert entrance.rules.guests_from("192.0.2.7") == 0


async def test_a_kept_place_lets_administrators_in_alone() -> None:
    """Everybody else is told plainly, with a right password too, and makes nothing."""
    entrance = Entrance(Rowan="hazel", Fern="fern")
    entrance.accounts.administrators.add("Rowan")
    visit = entrance.visit(kept=True)
    for line in ("guest", "create Oak password", "connect Fern fern"):
        assert "kept for administrators" in await visit.type(line), line
    assert "Oak" not in entrance.accounts.passwords
    assert entrance.gate.minds == {}
    assert "Welcome, Rowan." in await visit.type("connect Rowan hazel")


async def test_a_queue_that_is_full_costs_nobody_a_try() -> None:
    entrance = Entrance(Rowan="hazel")
    entrance.accounts.fault = Overloaded("Many people are coming in.")
    for _ in range(ALLOWED * 2):
        assert "Many people" in await entrance.visit().type("connect Rowan wrong")
    entrance.accounts.fault = None
    assert "Welcome" in await entrance.visit().type("connect Rowan hazel")


async def test_eight_wrong_passwords_throttle_the_address_for_any_account() -> None:
    entrance = Entrance(Rowan="hazel")
    for number in range(ALLOWED):
        await wrong(entrance, f"Nobody{number}", "192.0.2.7", 1)
    assert "Try again in" in await entrance.visit().type("connect Rowan hazel")
    assert "Welcome, Rowan" in await entrance.visit("192.0.2.8").type("connect Rowan hazel")


async def test_right_passwords_are_never_throttled() -> None:
    """Fifty people from one address may come in one after the other."""
    entrance = Entrance(Rowan="hazel")
    for _ in range(50):
        assert "Welcome" in await entrance.visit().type("connect Rowan hazel")


async def test_many_tries_at_once_gain_nothing() -> None:
    """Tries count from their start, so parallel connections share the eight."""
    entrance = Entrance(Rowan="hazel")
    entrance.accounts.hashing = asyncio.Event()
    visits = [entrance.visit() for _ in range(20)]
    for visit in visits:
        visit.door.on_line("connect Rowan wrong")
    await asyncio.sleep(0)
    entrance.accounts.hashing.set()
    await entrance.tasks.done()
    assert entrance.accounts.checks == ALLOWED


async def test_lines_wait_while_a_password_is_checked() -> None:
    """The door holds the line for as long as hashing takes, and lets go in every case."""
    entrance = Entrance(Rowan="hazel")
    entrance.accounts.hashing = asyncio.Event()
    visit = entrance.visit()
    visit.door.on_line("connect Rowan hazel")
    await asyncio.sleep(0)
    assert visit.wire.held
    entrance.accounts.hashing.set()
    await entrance.tasks.done()
    assert not visit.wire.held
    assert "Welcome" in visit.wire.take()
    entrance.accounts.fault = OSError("disk\nfull")
    broken = entrance.visit()
    assert "Something went wrong" in await broken.type("connect Rowan hazel")
    assert entrance.log[-2] == """fault at the door for "Rowan": "OSError('disk\\\\nfull')\""""
    assert not broken.wire.held
    entrance.accounts.fault = Refused("The disk is full.", fault="the disk is full")
    assert "The disk is full." in await entrance.visit().type("connect Rowan hazel")
    assert entrance.log.count('no account for "Rowan": the disk is full') == 1


async def test_a_fault_of_ours_does_not_count_against_the_person() -> None:
    entrance = Entrance(Rowan="hazel")
    entrance.accounts.fault = OSError("disk full")
    for _ in range(ALLOWED + 1):
        await entrance.visit().type("connect Rowan hazel")
    entrance.accounts.fault = None
    assert "Welcome" in await entrance.visit().type("connect Rowan hazel")


async def test_who_hangs_up_during_the_check_does_not_enter() -> None:
    entrance = Entrance(Rowan="hazel")
    entrance.accounts.hashing = asyncio.Event()
    visit = entrance.visit()
    visit.door.on_line("connect Rowan hazel")
    await asyncio.sleep(0)
    visit.door.on_closed()
    entrance.accounts.hashing.set()
    await entrance.tasks.done()
    assert entrance.gate.minds == {}


async def test_a_full_world_sends_back_to_the_door() -> None:
    entrance = Entrance(Rowan="hazel")
    entrance.gate.full = True
    visit = entrance.visit()
    for line in ("guest", "connect Rowan hazel"):
        assert "The world is full." in await visit.type(line)
        assert not visit.wire.is_admitted
    entrance.gate.full = False
    assert "The Hall" in await visit.type("guest")


async def test_no_password_is_logged_and_names_are_escaped() -> None:
    """One event, one line: a name with a line end or an escape sequence cannot forge one."""
    entrance = Entrance(Rowan="hazel")
    visit = entrance.visit()
    await visit.type("connect Rowan secret1", "connect Ro\x1b[2J\u2028an secret2")
    await visit.type("create Ash secret3")
    log = "\n".join(entrance.log)
    assert "secret" not in log
    assert "\x1b" not in log
    assert '"Ro\\x1b[2J\\u2028an"' in log
    assert all(len(event.splitlines()) == 1 for event in entrance.log)


async def test_a_forgotten_connection_leaves_the_world() -> None:
    entrance = Entrance()
    visit, bystander = entrance.visit(), entrance.visit()
    await visit.type("guest")
    await bystander.type("guest")
    visit.door.on_closed()
    assert bystander.wire.take() == "Guest1 leaves."
    assert list(entrance.gate.names.values()) == ["Guest2"]


def test_states_move_along_their_table_only() -> None:
    """Every pair of states is allowed or refused as the table says; GONE is the end."""
    for start in VisitState:
        for goal in VisitState:
            machine = StateMachine("a visit", start, VISIT_TRANSITIONS)
            if goal in VISIT_TRANSITIONS[start]:
                machine.to(goal)
                assert machine.state is goal
            else:
                with pytest.raises(InvalidTransition):
                    machine.to(goal)
                assert machine.state is start
    assert VISIT_TRANSITIONS[VisitState.GONE] == frozenset()


def test_waits_double_up_to_a_longest_and_are_forgiven() -> None:
    clock = Clock()
    throttle = Throttle(clock.seconds)
    for _ in range(ALLOWED):
        assert throttle.wait(["a"]) == 0
        throttle.begin(["a"])
    waits = []
    for _ in range(6):
        waits.append(throttle.wait(["a", "b"]))
        clock.advance(waits[-1])
        throttle.begin(["a"])
    assert waits == [60, 120, 240, 480, 900, 900]
    clock.advance(LONGEST_WAIT + 1)
    throttle.begin(["a"])
    assert throttle.wait(["a"]) == 0


def test_the_throttle_remembers_a_bounded_number_of_keys() -> None:
    throttle = Throttle(Clock().seconds)
    for number in range(TRACKED + 50):
        throttle.begin([f"account {number}"])
    assert len(throttle._records) == TRACKED
