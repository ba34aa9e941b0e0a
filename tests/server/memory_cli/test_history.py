"""``tarn memory history`` as people call it."""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.archives import write_archive
from tests.server.memory_cli.test_command import expect_refusal, tarn


def test_history_lists_compactions_as_text_and_as_json(tmp_path: Path) -> None:
    """The newest first, a page at a time; the archive stays as it was."""
    folder = tmp_path / "agents" / "Moss"
    write_archive(folder, 300)
    (folder / "profile.md").write_text("You are Moss.\n")
    before = {path: path.read_bytes() for path in (folder / "archive").iterdir()}
    text = tarn(tmp_path, "history", "moss", "--last", "1").stdout.decode()
    assert text.startswith("Compactions of Moss, the newest first:\n")
    assert "refusals: not recorded" in text
    plain = json.loads(tarn(tmp_path, "history", "Moss", "--json").stdout)
    assert (plain["agent"], plain["more"], plain["warnings"]) == ("Moss", False, [])
    numbers = [each["number"] for each in plain["compactions"]]
    assert numbers == sorted(numbers, reverse=True) and len(numbers) > 1
    assert f"Older ones: tarn memory history Moss --upto {numbers[0] - 1}" in text
    older = json.loads(
        tarn(tmp_path, "history", "Moss", "--json", "--upto", str(numbers[0] - 1)).stdout
    )
    assert older["compactions"] == plain["compactions"][1:]
    assert {path: path.read_bytes() for path in (folder / "archive").iterdir()} == before
    assert "a number of compactions" in expect_refusal(tmp_path, "history", "Moss", "--last", "x")
