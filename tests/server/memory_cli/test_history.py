"""``tarn memory history`` as people call it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from agents.memory.core.records import Turn
from agents.memory.redo_schedule import RENEWAL_SECONDS
from benchmarks.archives import write_archive
from tests.agents.memory.support import Bench, Scripted, grow
from tests.server.memory_cli.tools import expect_refusal, run_well


def test_history_lists_compactions_as_text_and_as_json(tmp_path: Path) -> None:
    """The newest first, a page at a time; the archive stays as it was."""
    folder = tmp_path / "agents" / "Moss"
    write_archive(folder, 300)
    (folder / "profile.md").write_text("You are Moss.\n")
    before = {path: path.read_bytes() for path in (folder / "archive").iterdir()}
    text = run_well(tmp_path, "history", "moss", "--last", "1")
    assert text.startswith("Compactions of Moss, the newest first:\n")
    assert "refusals: not recorded" in text
    assert text.endswith("@memory-history Moss tells of them\nwhile the server runs.\n")
    plain = json.loads(run_well(tmp_path, "history", "Moss", "--json"))
    assert (plain["agent"], plain["more"], plain["warnings"]) == ("Moss", False, [])
    numbers = [each["number"] for each in plain["compactions"]]
    assert numbers == sorted(numbers, reverse=True) and len(numbers) > 1
    assert f"Older ones: tarn memory history Moss --upto {numbers[0] - 1}" in text
    older = json.loads(
        run_well(tmp_path, "history", "Moss", "--json", "--upto", str(numbers[0] - 1))
    )
    assert older["compactions"] == plain["compactions"][1:]
    assert {path: path.read_bytes() for path in (folder / "archive").iterdir()} == before
    assert "a number of compactions" in expect_refusal(tmp_path, "history", "Moss", "--last", "x")


async def test_the_tools_know_a_renewal(tmp_path: Path) -> None:
    """In the middle of it and at its end: verify finds nothing wrong, the others name it."""
    bench = Bench(tmp_path / "agents", Scripted())
    memory = bench.open(immediate_window=4, recent_window=4)
    await grow(bench, memory, 40)
    memory.record_turn(Turn("Here.", head="You are Moss."))
    await memory.forget_summaries("Ada")
    memory.record_turn(Turn("There.", head="You are Moss."))
    await bench.clock.advance(3 * RENEWAL_SECONDS)
    assert memory.view.renewed
    await memory.sync()
    vault = tmp_path / "vault"
    (bench.folder / "profile.md").write_text("You are Moss.\n")
    for _ in range(2):
        shutil.copytree(tmp_path / "agents", vault / "agents", dirs_exist_ok=True)
        told = run_well(vault, "verify", "Moss", "--deep")
        assert "ERROR" not in told and "renewal records;" in told.replace(",", ";")
        assert "2 turns" in told
        await bench.clock.advance(60)
        await memory.sync()
    assert memory.view.renewed is None
    walked = run_well(vault, "replay", "Moss")
    assert "summaries of 1 to 33 forgotten (asked by Ada): made anew" in walked
    assert "made anew so far: 1 to 5" in walked
    assert "asked by Ada, cause: forgotten;" in run_well(vault, "history", "Moss")
    shown = run_well(vault, "show", "Moss", "--span", "1-33")
    assert shown.count("longterm 1 to 33") == 1
    run_well(vault, "export", "Moss", "--all", "--to", str(tmp_path / "all.jsonl"))
    assert '"kind":"renewal"' in (tmp_path / "all.jsonl").read_text()
    await memory.close()
