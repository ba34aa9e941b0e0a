"""Each row of the table of hostile input names tests that exist."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.paths import ROOT

TABLE = ROOT / "docs" / "hostile-input.md"


def list_rows() -> Iterator[tuple[str, str]]:
    """Yield the input of each row, and its last cell."""
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and cells[-1] != "tests":
            yield cells[0], cells[-1]


@pytest.mark.parametrize(("row", "tests"), [*list_rows()])
def test_each_row_has_its_tests(row: str, tests: str) -> None:
    named = re.findall(r"`(tests/[^`]+\.py)(?:::(\w+))?`", tests)
    assert named, row
    for path, name in named:
        text = (ROOT / path).read_text(encoding="utf-8")
        defined = re.findall(r"^(?:async )?def (test_\w+)\(", text, re.MULTILINE)
        assert name in defined if name else defined, f"{row}: {path}::{name}"


def test_there_are_as_many_rows_as_kinds_of_input() -> None:
    assert len([*list_rows()]) > 25
