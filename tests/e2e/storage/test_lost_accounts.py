"""A world whose accounts are lost is not handed to the first stranger."""

from __future__ import annotations

import stat
import subprocess
import sys
from pathlib import Path

from tests.e2e.harness import PASSWORD
from tests.e2e.worlds import make_world, profile
from tests.limits import HANG_SECONDS
from tests.paths import ROOT


def _account(vault: Path, *words: str, password: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "server", "account", *words, "--vault", str(vault)]
    return subprocess.run(
        command, cwd=ROOT, input=f"{password}\n", capture_output=True, text=True,
        timeout=HANG_SECONDS, check=False,
    )  # fmt: skip


def test_lost_accounts_are_refused_and_made_again_from_the_shell(tmp_path: Path) -> None:
    """Without the file the server says what to do, and ends with status 2.

    An account made in the shell has its role; what the shell changes counts beside a server.
    Whatever the server wrote is its owner's alone.
    """
    world = make_world(tmp_path, {"Moss": profile("Moss")})
    machine = world.vault / ".tarn"
    with world.server() as server:
        server.client().create("Ada").say(2)
        assert server.stop() == 0
    for path in [*machine.rglob("*"), *world.agent("Moss").glob("archive/**/*")]:
        assert not stat.S_IMODE(path.stat().st_mode) & 0o077, path
    for path in machine.glob("accounts.sqlite*"):
        path.unlink()
    done = world.server().run()
    assert done.returncode == 2 and done.stdout == ""
    assert "accounts.sqlite has no account, but the world has people (Ada)" in done.stderr
    assert "tarn account add Ada --role administrator" in done.stderr
    assert not (machine / "accounts.sqlite").exists()

    assert _account(world.vault, "add", "Ada", "--role", "player", password="no").returncode == 2
    made = _account(world.vault, "add", "Ada", "--role", "administrator", password=PASSWORD)
    assert (made.returncode, made.stdout) == (0, "made the account of Ada: administrator\n")
    with world.server() as server:
        ada = server.client().connect("Ada")
        ada.ask("@save", "Saved")
        last = _account(world.vault, "remove", "Ada")
        assert last.returncode == 2 and "the only administrator" in last.stderr
        assert _account(world.vault, "add", "Bob", password=PASSWORD).returncode == 0
        assert _account(world.vault, "password", "Bob", password="another one").returncode == 0
        bob = server.client()
        bob.ask(f"connect Bob {PASSWORD}", "wrong|password")
        server.client().connect("Bob", "another one")
        assert _account(world.vault, "role", "Bob", "--role", "builder").returncode == 0
        assert "builder" in _account(world.vault, "list").stdout
        assert _account(world.vault, "remove", "Bob").returncode == 0
        nobody = _account(world.vault, "password", "Bob", password="yet another")
        assert nobody.returncode == 2 and "nobody is called Bob" in nobody.stderr
        assert server.stop() == 0
