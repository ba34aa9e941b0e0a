"""The dialogue at the door, on a wire in memory."""

from __future__ import annotations

import asyncio

import pytest

from server.boundaries import Account, Refused
from server.session.door import Door
from tests.server.session.entrance import Entrance
from tests.server.session.fakes import MemoryWire, desk


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


async def open_from_page(entrance: Entrance, name: str) -> MemoryWire:
    """Return the wire of somebody whom the page has checked, once the door has dealt with them."""
    wire = MemoryWire()
    Door(
        wire,
        entrance.gate,
        entrance.accounts,
        entrance.rules,
        desk(entrance.log.append, entrance.clock.seconds, entrance.tasks),
        known=Account(name),
    ).on_opened()
    await entrance.tasks.done()
    return wire


async def test_who_comes_from_the_page_is_not_told_how_to_log_in() -> None:
    """But for whoever is refused."""
    wire = await open_from_page(Entrance(Fern="hazel nut"), "Fern")
    assert "Welcome, Fern." in wire.text and "banner" not in [kind for kind, _ in wire.shown]
    entrance = Entrance(Fern="hazel nut")
    entrance.gate.full = True
    wire = await open_from_page(entrance, "Fern")
    assert "The world is full." in wire.text and "create <name> <password>" in wire.text


async def test_create_in_one_line_enters_the_world() -> None:
    """The new person sees a welcome and the room; who is there sees the arrival."""
    entrance = Entrance()
    bystander = entrance.visit()
    await bystander.type("guest")
    visit = entrance.visit()
    seen = await visit.type("create Rowan hazel nut")
    assert "Welcome, Rowan. You are an administrator here." in seen
    assert "The first account looks after the world" in seen
    assert "The Hall" in seen
    assert visit.wire.is_admitted
    assert bystander.wire.take() == "Rowan arrives."
    assert entrance.accounts.passwords == {"Rowan": "hazel nut"}
    assert "is your password: 2 words, spaces included" in seen


async def test_who_looks_after_the_world_is_told_once() -> None:
    entrance = Entrance()
    await entrance.visit().type("create Rowan hazel")
    for line in ("create Fern hazel", "connect Rowan hazel"):
        assert "The first account" not in await entrance.visit().type(line)


async def test_only_a_new_password_of_several_words_is_remarked_on() -> None:
    """One word is what people expect; who comes back knows how many there are."""
    entrance = Entrance(Fern="hazel nut")
    assert "is your password" not in await entrance.visit().type("create Rowan hazel")
    assert "is your password" not in await entrance.visit().type("connect Fern hazel nut")


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
    seen = await entrance.visit().type("guest Saoirse")
    assert seen.index("a number for a name") < seen.index("You are Guest2")
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


async def test_words_that_a_command_of_the_door_cannot_use_are_named() -> None:
    """`who` and `help` run without them, as in the world; `quit`, which ends a visit, does not."""
    visit = Entrance().visit()
    seen = await visit.type("who xyz")
    assert seen.startswith("[Left out: 'xyz'. The command is: who]")
    assert "Nobody is here." in seen
    for line in ("help me", "he me", "? me"):
        seen = await visit.type(line)
        assert "[Left out: 'me'. The command is: help]" in seen
        assert "come back as someone" in seen
    assert 'cannot use "all of it". Say: quit' in await visit.type("quit  all of it")
    assert visit.wire.closed is None
    assert "Left out" not in await visit.type("connect Rowan hazel nut")


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


async def test_no_password_is_logged_nor_what_is_no_name() -> None:
    """One event, one line: what has a line end or an escape sequence cannot forge one."""
    entrance = Entrance(Rowan="hazel")
    visit = entrance.visit()
    await visit.type("connect Rowan secret1", "connect Ro\x1b[2J\u2028an secret2")
    await visit.type("create Ash secret3")
    log = "\n".join(entrance.log)
    assert "secret" not in log
    assert "\x1b" not in log
    assert 'turned away "" from' in log
    assert all(len(event.splitlines()) == 1 for event in entrance.log)


async def test_a_password_typed_for_a_name_is_not_logged() -> None:
    """``connect hunter2! Rowan``, of one who has mixed them up."""
    entrance = Entrance(Rowan="hunter2!")
    await entrance.visit().type("connect hunter2! Rowan")
    assert entrance.log and not any("hunter2" in line for line in entrance.log)


async def test_a_forgotten_connection_leaves_the_world() -> None:
    entrance = Entrance()
    visit, bystander = entrance.visit(), entrance.visit()
    await visit.type("guest")
    await bystander.type("guest")
    visit.door.on_closed()
    assert bystander.wire.take() == "Guest1 leaves."
    assert list(entrance.gate.names.values()) == ["Guest2"]
