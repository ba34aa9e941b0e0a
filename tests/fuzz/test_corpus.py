"""The targets of the fuzzer hold for every input that is kept, without the fuzzer."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.fuzz.targets import CORPUS, TARGETS, cut
from tests.paths import ROOT

KEPT = [path for name in TARGETS for path in sorted((CORPUS / name).iterdir())]


def test_a_first_byte_says_how_the_rest_arrives() -> None:
    assert cut(b"") == [b""]
    assert cut(b"\x00look") == [b"look"]
    assert cut(b"\x03look\n") == [b"loo", b"k\n"]


@pytest.mark.parametrize("path", KEPT, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_what_is_kept(path: Path) -> None:
    """Whole, and byte by byte, whatever the first byte says."""
    data = path.read_bytes()
    target = TARGETS[path.parent.name]
    for how in (data[:1], b"\x00", b"\x01"):
        target(how + data[1:])


def test_a_wrong_target_is_refused() -> None:
    """Or the missing fuzzer is named; nothing is run."""
    command = [sys.executable, "-m", "tests.fuzz.run", "nothing"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "usage: " in done.stderr or "pip install atheris" in done.stderr
