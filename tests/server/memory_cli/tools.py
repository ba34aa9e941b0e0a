"""The tools of ``tarn memory``, run in this process, with all that they print."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stderr
from dataclasses import dataclass
from pathlib import Path

from server.cli.options import parse_options
from server.memory_cli.command import run_tool
from server.memory_cli.console import Console


@dataclass(frozen=True, slots=True)
class Printed:
    """What a tool printed, and its exit status."""

    status: int
    stdout: bytes
    stderr: str


def call_tool(vault: Path, *words: str) -> Printed:
    """Run ``tarn memory`` with these words, whatever comes of it."""
    out, err = io.BytesIO(), io.StringIO()

    def work() -> int:
        try:
            options = parse_options(["memory", *words, "--vault", str(vault)])
            return run_tool(options, Console(out, err))
        except SystemExit as left:  # of the parser of options, which prints on its own
            return int(left.code or 0)

    with redirect_stderr(err):
        if words[:1] == ("replay",):  # it runs a loop, of which the test's thread has one
            with ThreadPoolExecutor(1) as thread:
                status = thread.submit(work).result()
        else:
            status = work()
    return Printed(status, out.getvalue(), err.getvalue())


def run_well(vault: Path, *words: str) -> str:
    """Return what a tool prints as its result; it ends with status 0."""
    done = call_tool(vault, *words)
    assert done.status == 0, done
    return done.stdout.decode()


def run_wrong(vault: Path, *words: str) -> str:
    """Return the result of a tool that finds something wrong with the archive: status 1."""
    done = call_tool(vault, *words)
    assert done.status == 1, done
    return done.stdout.decode()


def expect_refusal(vault: Path, *words: str, status: int = 2) -> str:
    """Return the one line with which a tool refuses to work."""
    done = call_tool(vault, *words)
    assert (done.status, done.stdout) == (status, b""), done
    assert done.stderr.startswith("tarn: ")
    assert done.stderr.count("\n") == 1
    return done.stderr
