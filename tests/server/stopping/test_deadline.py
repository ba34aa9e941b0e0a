"""A stop that does not come to an end by itself is ended."""

from __future__ import annotations

import subprocess
import sys
from queue import SimpleQueue

import pytest

from server.stopping.deadline import Deadline
from tests.limits import HANG_SECONDS
from tests.paths import ROOT


@pytest.mark.parametrize(
    ("unsaved", "status", "said"),
    [
        ([], 0, "nothing was left to save"),
        (["changes to 3 things of the world"], 1, "not saved: changes to 3 things of the world"),
    ],
)
def test_at_the_deadline_the_process_ends_and_names_what_is_lost(
    unsaved: list[str], status: int, said: str, capfd: pytest.CaptureFixture[str]
) -> None:
    ended: SimpleQueue[int] = SimpleQueue()
    deadline = Deadline(lambda: unsaved, seconds=0, end=ended.put)
    deadline.watch()
    assert ended.empty()
    deadline.arm()
    deadline.arm()
    assert ended.get(timeout=HANG_SECONDS) == status
    assert capfd.readouterr().err == f"the stop took too long and was cut off: {said}\n"


def test_what_cannot_even_be_listed_does_not_keep_the_process(
    capfd: pytest.CaptureFixture[str],
) -> None:
    ended: SimpleQueue[int] = SimpleQueue()
    Deadline(lambda: [str(1 // 0)], end=ended.put).expire()
    assert ended.get(timeout=HANG_SECONDS) == 1
    assert "ZeroDivisionError" in capfd.readouterr().err


#: A process of its own, because a signal and the end belong to a whole process.
PROGRAM = """
import asyncio, signal
from server.cli.signals import call_on_stop
from server.stopping.deadline import Deadline

def hang():
    signal.raise_signal(signal.SIGTERM)
    while True:
        pass

deadline = Deadline(lambda: ["what hangs"], seconds=0.1)
deadline.watch()
loop = asyncio.SelectorEventLoop()
call_on_stop(loop, loop.stop, deadline.arm)
loop.call_soon(hang)
loop.run_forever()
"""


def test_a_signal_ends_a_process_whose_loop_hangs() -> None:
    """The deadline counts from the signal, not from when the loop comes to it: it never does."""
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 1, run.stderr
    assert "not saved: what hangs" in run.stderr


#: A thread that goes on, as one does that loads a model, and an interpreter that takes long to end.
ENDING = """
import atexit, threading
from server.stopping.deadline import Deadline

atexit.register(threading.Event().wait)
threading.Thread(target=threading.Event().wait, daemon={idle}).start()
deadline = Deadline(lambda: {unsaved}, seconds={seconds})
deadline.watch()
deadline.arm()
deadline.conclude()
"""


@pytest.mark.parametrize("idle", [True, False])
@pytest.mark.parametrize("unsaved", [[], ["a letter"]])
def test_what_is_closed_ends_well_whatever_still_runs(idle: bool, unsaved: list[str]) -> None:
    """With all saved neither a thread nor the interpreter's own end makes a fault of the stop."""
    # What is to end well must have ended before its deadline.
    program = ENDING.format(idle=idle, unsaved=unsaved, seconds=0.1 if unsaved else 1)
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == len(unsaved), run.stderr
    cut_off = "the stop took too long and was cut off: not saved: a letter\n"
    assert run.stderr == cut_off * len(unsaved)
