"""``tarn account`` beside a running server: roles hold at once, and the audit log has it all."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from tests.e2e.harness import ENTERED, PASSWORD, flat
from tests.e2e.processes.forking import run_tarn
from tests.e2e.worlds import World, make_world, profile
from tests.limits import HANG_SECONDS
from tests.paths import ROOT


def change(world: World, *words: str) -> tuple[int, str]:
    """Run ``tarn account`` with these words; return its status and what it says."""
    command = [sys.executable, "-m", "server", "account", *words, "--vault", str(world.vault)]
    done = subprocess.run(
        command, cwd=ROOT, input=f"{PASSWORD}\n", capture_output=True, text=True,
        timeout=HANG_SECONDS, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def test_a_role_from_the_shell_holds_at_once_for_who_is_here(tmp_path: Path) -> None:
    """They are told, and what they may do no more is refused."""
    world = make_world(tmp_path)
    with world.server() as server:
        ada, bob = server.client().create("Ada"), server.client().create("Bob")
        ada.ask("@role Bob administrator", r"Bob has the role administrator now\.\n")
        bob.ask("@wall Tea.", r"Bob tells everybody: Tea\.\n")
        status, said = change(world, "role", "Bob", "--role", "player")
        assert status == 0 and said.startswith("Bob: player; in force within seconds")
        bob.expect("Your role here is now: player\n")
        bob.ask("@wall More tea.", r"Only administrators may use @wall\.\n")
        audit = flat(ada.ask("@audit 9 Bob", r"the shell: role(?s:.*)\n"))
        assert "the shell: role whom=Bob role=player result=done" in audit


def test_accounts_from_the_shell_are_audited_and_their_names_checked(tmp_path: Path) -> None:
    """No agent's name, nor one like it, nor a command's; what is refused changes nothing."""
    world = make_world(tmp_path, {"Moss": profile("Moss")})
    with world.server() as server:
        ada = server.client().create("Ada")
        for name, why in {
            "Moss": "The name 'Moss' is taken.",
            "Rnoss": "The name 'Rnoss' looks too much like 'Moss'.",
            "Look": "'Look' is a command and cannot be a name.",
        }.items():
            assert change(world, "add", name) == (2, f"tarn: {why}\n")
        assert change(world, "add", "Bob")[0] == change(world, "password", "bob")[0] == 0
        audit = flat(ada.ask("@audit 9 Bob", r"the shell: password(?s:.*)\n"))
        assert "the shell: account-made whom=Bob role=player" in audit
        assert "the shell: password whom=Bob result=changed" in audit
        assert PASSWORD not in audit


def test_a_person_without_an_account_is_what_the_doctor_says(tmp_path: Path) -> None:
    """To a newcomer the name is taken; an account from the shell has the body, with its things."""
    world = make_world(tmp_path)
    with world.server() as server:
        ada, _ = server.client().create("Ada"), server.client().create("Bob")
        ada.ask("@create lamp", r"lamp.*\n")
        ada.ask("give lamp to Bob", r"lamp.*\n")
        assert server.stop() == 0
    with closing(sqlite3.connect(world.vault / ".tarn" / "accounts.sqlite")) as database, database:
        database.execute("DELETE FROM accounts WHERE key = 'bob'")
        database.execute("DELETE FROM removed")
    doctor = run_tarn("doctor", "--vault", str(world.vault), "--config", str(world.config))
    assert "tarn account add Bob gives it one; until then nobody gets the body" in doctor.stdout
    with world.server() as server:
        newcomer = server.client()
        newcomer.ask(f"create Bob {PASSWORD}", r"The name 'Bob' is taken\.\n")
        assert change(world, "add", "Bob")[0] == 0
        newcomer.ask(f"connect Bob {PASSWORD}", ENTERED)
        newcomer.ask("inventory", r"lamp")
        assert server.stop() == 0
