"""What people were in the middle of goes on after an upgrade, and so do bodies without a link."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from server.tls.making import make_certificate_files
from tests.e2e.harness import PASSWORD, Client, flat, write
from tests.e2e.protocols.raw import RawClient
from tests.e2e.worlds import SERVER, World, make_world, profile

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows hands no sockets on")

RULES = "default: npc\nprofiles:\n  npc: {provider: rules}\n  summarizer: {provider: rules}\n"
#: So many rooms in a row that nobody has walked through them by the time of the upgrade.
ROOMS = 150
LIMITS = SERVER.replace("linkdead_seconds: 0", "linkdead_seconds: 300, step_seconds: 1")


@pytest.fixture
def world(tmp_path: Path) -> World:
    rows = {
        f"world/Stage {n}.md": f"---\nexits: {{on: Stage {n + 1}}}\n---\nA stage of the way.\n"
        for n in range(1, ROOMS)
    }
    start = {"world/Gate.md": "---\nexits: {on: Stage 1, hall: The Hall}\n---\nA gate.\n"}
    end = {f"world/Stage {ROOMS}.md": "---\nexits: {back: The Hall}\n---\nThe end of it.\n"}
    world = make_world(tmp_path, {"Moss": profile("Moss")}, RULES, {**rows, **start, **end})
    hall = world.vault / "world" / "The Hall.md"
    write(hall, hall.read_text("utf-8").replace("exits: {", "exits: {gate: Gate, "))
    assert make_certificate_files(world.config) == 0
    write(world.config / "server.yaml", f'telnet: {{tls: "127.0.0.1:0"}}\n{LIMITS}')
    return world


def leave_abruptly(ada: Client, bert: Client) -> None:
    bert.close()
    ada.expect(r"Bert stops in the middle of a movement: the link is lost\.\n")


def test_everything_begun_goes_on(world: World) -> None:
    """Watch, walk, pages, question and absence go on; lost and encrypted ones find their bodies."""
    with world.server() as server:
        ada = server.client().create("Ada")
        bert, cora, dora, eve, fay = (
            server.client().create(name) for name in ("Bert", "Cora", "Dora", "Eve", "Fay")
        )
        tls_port = int(server.ready.rpartition(" tls=127.0.0.1:")[2])
        gil = RawClient(tls_port, world.config / "certificate.pem")
        gil.ask("create Gil correct horse", b"Exits: ")
        gil.ask("landing", b"Exits: hall")
        bert.ask("say here I am", 'You say, "here I am"\n')
        leave_abruptly(ada, bert)
        ada.ask("@watch Moss", r"is in the Hall[^\n]*\n")
        ada.ask("@follow Cora", r"You follow Cora\.")
        ada.send("say Bert, are you there?")
        cora.ask("set paging on", r"paging is on now\.\n")
        shown = cora.ask("help", r"q ends --\n")
        dora.ask("@password", r"Your password now: ")
        dora.ask(PASSWORD, r"The new password: ")
        fay.ask("afk at lunch", r"\n")
        eve.ask("go Stage 149", r"On the way to Stage 149")
        ada.hears_all()

        upgrade = subprocess.Popen(
            [sys.executable, "-m", "server", "upgrade", "--vault", str(server.vault)],
            cwd=server.cwd,
        )
        told = gil.rest().decode("utf-8", "replace")
        assert "An encrypted connection cannot be carried over" in flat(told)
        assert "waits for you where it is" in flat(told)
        back = RawClient(tls_port, world.config / "certificate.pem")
        seen = back.ask("connect Gil correct horse", b"Exits: ").decode("utf-8", "replace")
        assert "The Landing" in seen
        assert upgrade.wait() == 0

        eve.expect(r"The server is renewed(?s:.*)Stage \d+\n(?s:.*)Exits: .*\n")
        cora.expect(r"q ends --\n")
        page = cora.ask("", r"q ends --\n|More to read.*\n")
        assert page.strip() and page not in shown
        dora.expect(r"Your password now: ")
        dora.ask(PASSWORD, r"The new password: ")
        dora.ask("battery staple", r"The new password again: ")
        dora.ask("battery staple", r"Your password is changed\. .*again\.\n")

        ada.expect(r"You are where you were\.\n")
        who = flat(ada.ask("who", r"(?s)Ada \(.*Moss[^\n]*\n"))
        assert "Bert (person) - The Hall, link lost" in who
        assert "Fay (person) - The Hall, away: at lunch" in who or "at lunch" in who
        cora.ask("q", "")
        cora.send("tell Moss Psst", "landing")
        ada.expect(r'Moss alone hears: Cora tells you, "Psst"\n')
        ada.expect(r"The Landing\n(?s:.*)Exits: .*\n")
        bert = server.client()
        missed = flat(bert.ask(f"connect Bert {PASSWORD}", r"You are here again.*\n"))
        assert 'Ada says, "Bert, are you there?"' in missed
        assert "Traceback" not in server.errors() and "fault" not in server.errors()


def test_what_is_used_up_and_counted_down_goes_on(tmp_path: Path) -> None:
    """Nobody gets a new allowance by an upgrade, no shutdown is forgotten, and ! knows the line.

    What was said on a channel is there, and what was built can be undone.
    """
    world = make_world(tmp_path)
    write(world.config / "server.yaml", "budgets: {kept_bytes_per_hour: 1000, address_factor: 1}\n")
    with world.server() as server:
        ada, bea = server.client().create("Ada"), server.client().create("Bea")
        bea.ask("!", "There is no line of yours yet")
        bea.ask(f"note Big -> {'x' * 990}", "Big")
        bea.ask("chat Is somebody there?", "somebody there")
        bea.ask("say Good evening.", "You say")
        ada.ask("@create pebble", "You make pebble")
        ada.ask("@shutdown in 2 hours for a new disk", "2 hours")
        bea.expect("2 hours")
        ada.hears_all()
        assert server.renew().returncode == 0
        bea.expect("You are where you were")
        bea.ask("!", 'You say, "Good evening."')
        bea.ask(f"note Bigger -> {'x' * 990}", "You have used up your share of what is kept")
        ada.expect("You are where you were")
        ada.ask("chat last", "Bea: .*Is somebody there|Bea.*somebody there")
        ada.ask("@undo", "pebble")
        assert "pebble" not in ada.ask("inventory", r"carry.*\n")
        ada.ask("@shutdown cancel", "The server does not go down")
        ada.ask("@shutdown cancel", "No countdown runs")
        assert server.stop() == 0
        assert "Traceback" not in server.errors() and "fault" not in server.errors()
