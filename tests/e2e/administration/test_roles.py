"""Roles and the audit log, in a running server and across its restart."""

from __future__ import annotations

import json
from pathlib import Path

from tests.e2e.harness import PASSWORD, flat
from tests.e2e.worlds import World, make_world


def events(world: World) -> list[tuple[str, str]]:
    lines = (world.vault / ".tarn" / "audit.jsonl").read_text("ascii").splitlines()
    return [(entry["event"], entry["who"]) for entry in map(json.loads, lines)]


def test_a_role_holds_at_once_and_after_a_restart_and_is_audited(tmp_path: Path) -> None:
    """A builder builds, a player does not; one administrator always stays."""
    world = make_world(tmp_path, {})
    with world.server() as server:
        rowan, fern = server.client().create("Rowan"), server.client().create("Fern")
        fern.ask("@dig The Cellar", r"Only builders may use @dig\.\n")
        fern.ask("@role Fern administrator", r"Only administrators may use @role\.\n")
        rowan.ask("@role Fern", "Fern: player\n")
        rowan.ask("@role", r"@role <name> \[player, builder, administrator\]")
        no_role = flat(rowan.ask("@role Fern guest", r"administrator\.\n"))
        assert "'guest' is no role; allowed: player, builder, administrator." in no_role
        for wrong in ("0", "201", "999999999999", "-3"):
            said = rowan.ask(f"@audit {wrong}", r"50\s+Wren\.\n")
            assert f"'{wrong}' is no number of lines; allowed: 1 to 200" in flat(said)
        rowan.ask("@audit foo bar", r"no\s+line\s+of\s+'foo\s+bar'")
        rowan.ask("@role Nobody builder", r"There is no account called Nobody\.")
        rowan.ask("@role Rowan player", r"Rowan is the last administrator; ")
        rowan.ask("@role Fern builder", r"Fern has the role builder now\.\n")
        fern.expect("Your role here is now: builder\n")
        fern.ask("@dig The Cellar = down, up", r"leads from The Cellar to The Hall")
        assert "Only administrators change or move Rowan" in flat(
            fern.ask("@describe Rowan -> A toad.", "rooms and things")
        )
        fern.ask("@shutdown", r"Only administrators may use @shutdown\.\n")
        server.client().ask(f"connect Fern {PASSWORD}x", r"Wrong name or password\.")
        server.client().ask(f"connect {PASSWORD[:7]}9 {PASSWORD}", r"Wrong name or password\.")
        shown = rowan.ask("@audit 50 Fern", r"login-failed address=\S+\n")
        assert "Fern: act line=@dig The Cellar = down, up result=done" in shown
        assert "Rowan: role whom=Fern role=builder result=done" in shown
        refused = rowan.ask("@audit 50 Rowan", r"@audit 50 Fern result=begun\n")
        assert "Rowan: act line=@role Nobody builder result=begun" in refused
        assert "Rowan: role whom=Nobody role=builder result=refused" in refused
        assert "Rowan: role whom=Rowan role=player result=refused" in refused
        assert server.stop() == 0
    assert ("account-made", "Fern") in events(world)
    assert [who for event, who in events(world) if event == "login-failed"] == ["Fern", ""]
    for path in (world.vault / ".tarn").glob("audit*"):
        assert PASSWORD not in path.read_text("ascii")
    with world.server() as server:
        fern = server.client()
        fern.ask(f"connect Fern {PASSWORD}", r"Welcome, Fern\. You are a builder here\.")
        fern.ask("@dig The Loft", "The Loft")
