"""The same seed gives the same life of the starter world, in whatever process it is lived."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

from tests.examples import choose_count
from tests.limits import TEST_SECONDS
from tests.paths import ROOT

#: A whole day of the world takes an hour.
MINUTES = choose_count(1, 60)


def live(folder: Path, hash_seed: int) -> dict[str, str]:
    """Live in a process of its own; return a digest of each file that people may read."""
    about = [str(folder), str(MINUTES), "1"]
    environment = {**os.environ, "PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", "tests.e2e.mind.seeded_life", *about],
        env=environment, capture_output=True, text=True, check=False, timeout=TEST_SECONDS,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    vault = folder / "vault"
    files = (each for each in vault.rglob("*") if each.is_file())
    return {
        name: hashlib.sha256(each.read_bytes()).hexdigest()
        for each in files
        if not (name := str(each.relative_to(vault))).startswith(".tarn")
    }


def test_a_seed_gives_the_same_life_in_each_process(tmp_path: Path) -> None:
    """Every memory, turn, fact and page at the same moment, however sets are ordered."""
    one, other = (live(tmp_path / f"life {n}", n) for n in (1, 2))
    assert len([name for name in one if "/archive/" in name]) >= 4
    assert {name for name in one.keys() | other.keys() if one.get(name) != other.get(name)} == set()
