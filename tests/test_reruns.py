"""A test that is run again finds nothing of what it has left, and what others left for it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.limits import HANG_SECONDS
from tests.paths import ROOT

LUCKLESS = """
import subprocess  # by which it is one of those that start processes
import pytest
from tests.reruns import RERUNS

pytestmark = pytest.mark.flaky(reruns=RERUNS)
made, tries = [], []

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
    tries.append("luck")
    assert len(tries) == 3, "bad luck"

def test_after(accounts):
    assert accounts == {"Ada", "Bert"}
    assert made == ["server", "alone", "end", "server", "end", "server"]
"""


def run_tests(folder: Path, text: str) -> subprocess.CompletedProcess[str]:
    (folder / "test_luck.py").write_text(text, "utf-8")
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "tests.reruns", "-p", "no:cacheprovider",
         "-p", "no:xdist", f"--rootdir={folder}", "-q", str(folder)],
        cwd=ROOT, capture_output=True, text=True, timeout=HANG_SECONDS, check=False,
    )  # fmt: skip


def test_a_rerun_has_fixtures_of_its_own(tmp_path: Path) -> None:
    """Those of the module, too, in which those before it have run; a test after it shares them."""
    run = run_tests(tmp_path, LUCKLESS)
    assert run.returncode == 0, run.stdout
    assert "4 passed, 2 rerun" in run.stdout


def test_what_fails_three_times_fails(tmp_path: Path) -> None:
    hopeless = LUCKLESS.replace("len(tries) == 3", "False").partition("def test_after")[0]
    run = run_tests(tmp_path, hopeless)
    assert run.returncode == 1, run.stdout
    assert "1 failed, 2 passed, 2 rerun" in run.stdout
