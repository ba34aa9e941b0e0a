"""The listing of what lives tell as changes is of every fact that is told so."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from agents.memory.core.records import Experience
from benchmarks.truth.lived import count_changes, read_lives, write_lives
from tests.agents.memory.journal.support import START, heard

FERRY = {
    3: "The last ferry goes at seven.",
    70: "Dark comes early. From today the last ferry goes at five.",
}


def live(count: int) -> list[Experience]:
    """So many memories, of which two tell otherwise when the ferry goes."""
    told = (heard(n, "Hake", f'Hake says, "{FERRY.get(n, f"Knot {n} holds.")}"') for n in
            range(1, count + 1))  # fmt: skip
    return [each for each in told if each.at >= START + timedelta(minutes=1)]


async def test_what_replaced_something_is_listed_and_counted() -> None:
    found = await count_changes("a pier", {"Moss": live(260)})
    assert (found.memories, found.replacing) == (260, 1)
    head, *told = found.render().splitlines()
    assert head.startswith("a pier: 260 memories, ") and head.endswith(" 1 of them replacing")
    assert [each for each in told if "replaces: " in each and "| before: The last ferry" in each]


def test_lives_are_read_as_they_were_written(tmp_path: Path) -> None:
    lives = {"Moss": live(5), "Wren": live(3)}
    write_lives(tmp_path, lives)
    assert read_lives(tmp_path) == lives
