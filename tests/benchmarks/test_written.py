"""Sentences that writers wrote beside memories are read block by block."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.truth.written import WRITTEN, load_written

BLOCKS = """M Wessel says, "The barge is late again."
M You say, "It is Thursday now."
+ The barge was late.
- The barge came on Thursday, as you said.

M Marit smiles.
? Marit is glad.
"""


def test_each_sentence_stands_beside_the_memories_of_its_block(tmp_path: Path) -> None:
    path = tmp_path / "01.txt"
    path.write_text(BLOCKS, "utf-8")
    cases = load_written(path)
    assert [each.label for each in cases] == ["supports", "contradicts", "cannot tell"]
    assert [each.text for each in cases[1].cited] == BLOCKS.replace("M ", "").split("\n")[:2]
    assert cases[0].cited[0].speaker == "Wessel" and cases[2].cited[0].text == "Marit smiles."
    assert len({each.id for each in cases}) == 3


def test_another_mark_is_named(tmp_path: Path) -> None:
    path = tmp_path / "01.txt"
    path.write_text("M Marit smiles.\n* Marit is glad.\n", "utf-8")
    with pytest.raises(ValueError, match=r"'\* Marit is glad.', it has to begin with one of M, +"):
        load_written(path)


def test_all_files_can_be_read() -> None:
    paths = sorted(WRITTEN.glob("*.txt"))
    assert [int(each.stem) for each in paths] == [*range(1, 16), *range(17, 42, 2)]
    assert all(len(load_written(each)) > 1000 for each in paths)
