"""Booting, banning, muting and the like, over real sockets and across a restart."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.harness import PASSWORD, Client, Server, flat, until
from tests.e2e.worlds import World, make_world, profile, serve_people

#: Another address of this machine.
AFAR = "127.0.0.9"


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    root: Path = tmp_path_factory.mktemp("orders")
    return make_world(root, {"Moss": profile("Moss")})


@pytest.fixture(scope="module")
def server(world: World) -> Iterator[Server]:
    with serve_people(world, "Rowan", "Fern", "Mallory") as server:
        yield server


@pytest.fixture
def rowan(server: Server) -> Iterator[Client]:
    client = server.client().connect("Rowan")
    yield client
    client.ask("quit", r"Goodbye\.")


@pytest.fixture
def fern(server: Server) -> Iterator[Client]:
    client = server.client().connect("Fern")
    yield client
    client.ask("quit", r"Goodbye\.")


def from_afar(server: Server) -> Client:
    return Client(server.port, AFAR)


REFUSALS = [
    ("@boot Rowan", "Not to yourself."),
    ("@boot Moss", "No person called 'Moss' is here."),
    ("@ban Rowan", "Not to yourself."),
    ("@ban Moss", "Moss is an agent"),
    ("@ban Nobody", "There is no account called Nobody."),
    ("@ban 127.0.0.0/16", "You come from 127.0.0.0/16 yourself."),
    ("@ban 0.0.0.0/0", "too wide"),
    ("@ban 192.0.2", "neither a name"),
    ("@ban Mallory for 0 minutes", "is no time"),
    ("@ban Mallory for 2 dayz", "'for 2 dayz' is no time: from 1 second to 10 years"),
    ("@mute Mallory fro 2 hours", "@mute Mallory for 30 minutes"),
    ("@unban Mallory", "There is no ban of Mallory."),
    ("@unmute Mallory", "Mallory is not muted."),
    ("@guests maybe", "Say: @guests [on|off]"),
    ("@save Moss", 'Nothing was done: this command cannot use "Moss". Say: @save'),
    ("quit now", 'this command cannot use "now". Say: quit'),
    ("@stats foo", "[Left out: 'foo'. The command is: @stats]"),
]


@pytest.mark.parametrize(("line", "why"), REFUSALS)
def test_what_cannot_be_ordered_is_refused_with_the_reason(
    rowan: Client, line: str, why: str
) -> None:
    rowan.send(line)
    assert why in flat(rowan.hears_all())
    assert "Nobody is banned or muted." in rowan.ask("@bans", r"muted\.\n")


def test_the_muted_are_told_and_heard_by_nobody(server: Server, rowan: Client) -> None:
    """Whichever way they say it; they may look and walk."""
    mallory, fern = server.client().connect("Mallory"), server.client().connect("Fern")
    fern.ask("@mute Mallory", r"Only administrators may use @mute\.")
    rowan.ask("@mute Mallory for 1 hour shouting", r"Mallory is muted until \S+ \S+ UTC\.")
    mallory.expect(r"You are muted until(?s:.*)Why:(?s:.*)shouting\n")
    for client in (rowan, fern):
        client.hears_all()
    for line in (
        "say Hey!",
        "emote waves.",
        "tell Fern Psst",
        "whisper Fern Psst",
        '"Hey!',
        "mail Fern = Psst",
        "chat Psst",
        "afk Psst",
    ):
        mallory.ask(line, r"You are muted until(?s:.*)shouting\n")
    mallory.ask("look", "The Hall")
    mallory.ask("chat who", "On chat now: .*Mallory")
    mallory.ask("chat off", r"You hear no more of chat\.")
    mallory.ask("chat on", r"You hear chat\.")
    assert fern.hears_all() == rowan.hears_all() == ""
    rowan.ask("@unmute Mallory", r"Mallory may speak again\.")
    mallory.expect(r"You may speak again\.")
    mallory.ask("say Sorry.", 'You say, "Sorry."')
    fern.expect('Mallory says, "Sorry."')
    for client in (mallory, fern):
        client.close()


def test_who_is_sent_away_is_told_why_and_may_come_back(
    server: Server, rowan: Client, fern: Client
) -> None:
    """The others see what they see of everybody who goes."""
    mallory = server.client().connect("Mallory")
    rowan.ask("@boot Mallory take a walk", r"Mallory has to go\.")
    assert "An administrator ends your connection. take a walk" in flat(mallory.rest())
    fern.expect(r"Mallory is gone\.")
    server.client().connect("Mallory").ask("quit", "Goodbye")


def test_a_guests_mute_holds_for_whoever_comes_from_there(server: Server, rowan: Client) -> None:
    """Whoever is muted cannot come back as another guest; guests from elsewhere may speak."""
    first = from_afar(server)
    name = first.ask("guest", r"You are Guest\d+").rpartition(" ")[2]
    rowan.ask(f"@mute {name}", rf"{name} is muted")
    first.ask("quit", "Goodbye")
    second = from_afar(server)
    name = second.ask("guest", r"You are Guest\d+").rpartition(" ")[2]
    second.ask("say It is me.", "You are muted until further notice")
    other = server.client()
    other.ask("guest", r"You are Guest\d+")
    other.ask("say I am another.", 'You say, "I am another."')
    assert f"ban the address, {AFAR}." in flat(rowan.ask(f"@ban {name}", rf"{AFAR}\."))
    rowan.ask(f"@unmute {name}", rf"{name} may speak again\.")
    second.ask("say Thanks.", 'You say, "Thanks."')
    for client in (second, other):
        client.close()


def test_everybody_is_told_and_the_state_is_shown(
    server: Server, rowan: Client, fern: Client
) -> None:
    rowan.ask("@wall Tea is ready.", r"Rowan tells everybody: Tea is ready\.")
    fern.expect(r"Rowan tells everybody: Tea is ready\.")
    asks = "@stats", r"Storage: everything is on disk or on its way\n"
    told = "People here: 2; agents: 1\nRooms: 3; things: 0; characters: 4"
    # Guests of before may be on their way out.
    until(lambda: told in rowan.ask(*asks), told)
    rowan.ask("@accounts adm", r"Accounts: 1 of 3\nRowan: administrator, since \S+, here\n")


def test_a_shutdown_that_is_not_clear_shuts_nothing_down(rowan: Client, fern: Client) -> None:
    """Words that are no time are no reason, and who types `stop` means the countdown."""
    unclear = "5", "in 5", "in 2 fortnights", "cancle", "in banana", "in -5 minutes", "in", "8 days"
    for words in (*unclear, "now please", "for a new disk"):
        rowan.ask(f"@shutdown {words}", rf"'{words}' is no time: (?s:.*)ends\s+a\s+countdown\.\n")
    rowan.ask("@shutdown stop", r"No countdown runs\.")
    rowan.ask("@shutdown in 1h30m for a new disk", r"goes down in 90 minutes")
    fern.expect(r"The server goes down in 90 minutes\. Why: for a new disk")
    rowan.ask("@shutdown stop", r"The server does not go down\.")
    fern.expect(r"The server does not go down\.")


def test_bans_hold_before_the_banner_and_after_a_restart(tmp_path: Path) -> None:
    """Those who are here have to go; a wrong password says nothing of a ban."""
    world = make_world(tmp_path, {})
    with world.server() as server:
        rowan = server.client().create("Rowan")
        mallory = from_afar(server).create("Mallory")
        rowan.ask(f"@ban {AFAR} for 1 day", r"127\.0\.0\.9/32 is banned until \d")
        assert "Nobody is let in from where you are" in flat(mallory.rest())
        assert "connect <name>" not in from_afar(server).rest()
        mallory = server.client().connect("Mallory")
        rowan.ask("@ban Mallory rude", r"Mallory is banned until further notice\.")
        assert "You are banned here until further notice. Why: rude" in flat(mallory.rest())
        guest = server.client()
        guest.ask("guest", r"You are Guest\d+")
        rowan.ask("@guests off", r"Guests may not come in, until @guests on\.")
        guest.ask("look", "The Hall")
        assert server.stop() == 0
    with world.server() as server:
        assert "Nobody is let in from where you are" in flat(from_afar(server).rest())
        server.client().ask(f"connect Mallory {PASSWORD}", "You are banned here until further")
        server.client().ask(f"connect Mallory {PASSWORD}x", "Wrong name or password")
        server.client().ask("guest", r"Guests are not let in now\.")
        rowan = server.client().connect("Rowan")
        listed = flat(rowan.ask("@bans", r"Banned: 127(?s:.*)\(Rowan\)\n"))
        assert "Banned: Mallory until further notice. Why: rude (Rowan)" in listed
        rowan.ask("@accounts mall", r"Accounts: 1 of 2\nMallory: player, since \S+, banned\n")
        rowan.ask("@unban Mallory", r"Mallory may come in again\.")
        rowan.ask(f"@unban {AFAR}", r"may come in again\.")
        rowan.ask("@guests on", r"Guests may come in\.")
        from_afar(server).connect("Mallory")
        server.client().ask("guest", r"You are Guest\d+")
