"""A backup made beside a running server is a world that can be started elsewhere."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.harness import until
from tests.e2e.processes.forking import run_tarn
from tests.e2e.worlds import World, make_world, profile


def _folders(world: World) -> tuple[str, ...]:
    return ("--vault", str(world.vault), "--config", str(world.config))


def test_a_world_moves_by_its_backup(tmp_path: Path) -> None:
    """People, things, places and an agent's memories are where they were; archives are sound."""
    here, there = (
        make_world(tmp_path / "here", {"Moss": profile("Moss")}),
        World(tmp_path / "there"),
    )
    there.root.mkdir()
    file = tmp_path / "b.tar.gz"
    with here.server() as server:
        ada = server.client().create("Ada")
        ada.say(5)
        ada.ask("@create brass key", "brass key")
        ada.ask("go garden", r"Exits?: .*\n")
        ada.ask("@save", "Saved")
        until(lambda: any("line 5" in str(each) for each in here.records("Moss")), "a memory")
        done = run_tarn("backup", str(file), *_folders(here))
        assert (done.returncode, done.stderr) == (0, "")
        assert f"wrote {file}: " in done.stdout and "1 agent, " in done.stdout
        remembered = here.records("Moss")
        assert run_tarn("restore", str(file), *_folders(here)).returncode == 2
        assert server.stop() == 0
    done = run_tarn("restore", str(file), *_folders(there))
    assert (done.returncode, done.stderr) == (0, "")
    assert there.records("Moss") == remembered[: len(there.records("Moss"))]
    assert any("line 5" in str(each) for each in there.records("Moss"))
    verified = run_tarn("memory", "verify", "--vault", str(there.vault))
    assert verified.returncode == 0, verified.stdout
    with there.server() as server:
        ada = server.client().connect("Ada")
        assert "The Garden" in ada.ask("look", r"Exits?: .*\n")
        assert "brass key" in ada.ask("inventory", "brass key")
        done = run_tarn("doctor", *_folders(there))
        assert (done.returncode, done.stdout) == (0, f"{there.vault} is sound.\n")
        assert server.stop() == 0
