"""``tarn account remove``: the character goes with the account, and the name is free again."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.harness import PASSWORD, Server, flat, until
from tests.e2e.processes.forking import run_tarn
from tests.e2e.worlds import make_world


def remove(server: Server, name: str) -> str:
    done = run_tarn("account", "remove", name, "--vault", str(server.vault))
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_removed_account_takes_its_character_along(tmp_path: Path) -> None:
    """Beside a running server and without one; things stay, letters and notes do not."""
    world = make_world(tmp_path)
    with world.server() as server:
        ada, bob = server.client().create("Ada"), server.client().create("Bob")
        server.client().create("Cy").ask("quit", r"Goodbye\.")
        ada.ask("@create lamp", r"lamp.*\n")
        ada.ask("drop lamp", r"lamp.*\n")
        bob.ask("get lamp", r"lamp.*\n")
        bob.ask("note secret -> It is under the stairs.", r"\n")
        ada.ask("mail Bob = Burn this.", r"Bob.*\n")
        ada.ask("ignore bob", r"You hear no words of Bob any more.*\n")
        assert "the name is free" in remove(server, "Bob")
        assert "Your account is removed" in flat(bob.rest())
        until(lambda: "lamp" in ada.ask("look", r"Exits?: .*\n"), "the lamp in the room")
        server.logged(r"Bob is removed$")
        audit = ada.ask("@audit 5 Bob", r"account-removed(?s:.*?)Hall\n")
        assert "the shell" in audit and "things_left_in=The Hall" in flat(audit)
        again = server.client()
        again.ask("create Bob another horse", r"Welcome, (?s:.*)Exits?: .*\n")
        assert "letters" in again.ask("mail", r"letters.*\n")
        assert "stairs" not in again.ask("recall secret", r"\n") + again.hears_all()
        again.ask("say Hello.", 'You say, "Hello."\n')
        ada.expect('Bob says, "Hello."\n')
        assert server.stop() == 0
    remove(server, "Cy")
    with world.server() as server:
        ada = server.client().connect("Ada")
        assert "Cy" not in ada.ask("last", r"Who was here last(?s:.*)\n") + ada.hears_all()
        refused = server.client().ask(f"connect Cy {PASSWORD}", r"Wrong name or password\.\n")
        assert refused
        server.client().create("Cy")
        assert "Traceback" not in server.errors()
