"""A test that is run once more finds nothing of what it has left, and what others left for it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.limits import HANG_SECONDS
from tests.paths import ROOT

LUCKLESS = """
import subprocess  # by which it is one of those that start processes
import pytest

pytestmark = pytest.mark.flaky(reruns=1)
made = []

@pytest.fixture(scope="module")
def accounts():
    made.append("server")
    yield set()
    made.append("end")

def test_before(accounts):
    accounts.add("Bert")

def test_alone():
    made.append("alone")

def test_luck(accounts):
    assert accounts == {"Bert"}, "the name is taken, or who was there is gone"
    accounts.add("Ada")
    assert made[2:], "bad luck"

def test_after(accounts):
    assert accounts == {"Ada", "Bert"}
    assert made == ["server", "alone", "end", "server"]
"""


def test_a_rerun_has_fixtures_of_its_own(tmp_path: Path) -> None:
    """Those of the module, too, in which those before it have run; a test after it shares them."""
    (tmp_path / "test_luck.py").write_text(LUCKLESS, "utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "tests.reruns", "-p", "no:cacheprovider",
         "-p", "no:xdist", f"--rootdir={tmp_path}", "-q", str(tmp_path)],
        cwd=ROOT, capture_output=True, text=True, timeout=HANG_SECONDS, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout
    assert "4 passed, 1 rerun" in run.stdout
