"""A command whose reader goes away ends without a word, as other programs do."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from server.stopping.reader_gone import READER_GONE, end_with_reader
from tests.e2e.worlds import World, make_world, profile
from tests.limits import HANG_SECONDS
from tests.paths import ROOT


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A vault of which every command has something to say."""
    made = make_world(tmp_path_factory.mktemp("output"), {"Moss": profile("Moss", home="Nowhere")})
    (made.vault / ".tarn").mkdir(mode=0o755, exist_ok=True)
    (made.vault / ".tarn" / "open.txt").write_text("for all")
    return made


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    "words", ["doctor", "check", "--help", "completion bash", "memory", "restore --help"]
)
def test_a_command_ends_with_its_reader(world: World, words: str, unbuffered: str) -> None:
    """With one status, whether it prints line by line or all at its end."""
    command, *more = words.split()
    command_line = [sys.executable, "-m", "server", command, *more]
    if command in ("doctor", "check"):
        command_line += ["--vault", str(world.vault), "--config", str(world.config)]
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        command_line, cwd=ROOT, stdout=writing, stderr=subprocess.PIPE,
        timeout=HANG_SECONDS, check=False, env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
    )  # fmt: skip
    os.close(writing)
    assert (done.stderr.decode(), done.returncode) == ("", READER_GONE)


def test_a_server_goes_on_without_a_reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was written is not lost when the streams are changed, either way."""
    with (tmp_path / "said").open("w") as said:
        monkeypatch.setattr(sys, "stdout", said)
        print("one")
        with end_with_reader():
            assert sys.stdout is not said
            print("two")
        assert sys.stdout is said
        print("three")
        monkeypatch.setattr(sys, "stdout", io.StringIO())
        with end_with_reader():
            assert isinstance(sys.stdout, io.StringIO)
    assert (tmp_path / "said").read_text() == "one\ntwo\nthree\n"
