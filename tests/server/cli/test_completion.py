"""What a shell offers behind ``tarn``."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from server.cli.completion import COMPLETIONS
from tests.limits import HANG_SECONDS
from tests.paths import ROOT
from tools.completion_table import make_completion_table


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("tarn mem", "memory"),
        ("tarn --vau", "--vault"),
        ("tarn completion f", "fish"),
        ("tarn memory ver", "verify"),
        ("tarn memory export --form", "--format"),
        ("tarn model-server --summ", "--summaries"),
    ],
)
def test_commands_and_options_are_offered(tmp_path: Path, line: str, offered: str) -> None:
    """As the shell asks: the line in the environment, the answer in a file."""
    answer = tmp_path / "answer"
    asked = {
        "_ARGCOMPLETE": "1",
        "_ARGCOMPLETE_STDOUT_FILENAME": str(answer),
        "COMP_LINE": line,
        "COMP_POINT": str(len(line)),
    }
    command = [sys.executable, "-m", "server"]
    subprocess.run(
        command, cwd=ROOT, env={**os.environ, **asked}, check=False, timeout=HANG_SECONDS
    )
    assert [word.strip() for word in answer.read_text("utf-8").split("\v")] == [offered]


def test_what_is_offered_is_what_the_commands_take() -> None:
    """A change is followed by ``python -m tools.completion_table``."""
    written = json.loads((ROOT / COMPLETIONS).read_text("utf-8"))
    assert written == make_completion_table()


@pytest.mark.parametrize(
    "asked", [{}, {"_ARGCOMPLETE": "1", "COMP_LINE": "tarn ", "COMP_POINT": "5"}]
)
def test_a_shell_does_not_wait_for_the_server_to_be_imported(asked: dict[str, str]) -> None:
    command = [sys.executable, "-X", "importtime", "-m", "server", "completion", "bash"]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "_ARGCOMPLETE_STDOUT_FILENAME": os.devnull, **asked},
        capture_output=True,
        text=True,
        check=False,
        timeout=HANG_SECONDS,
    )
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "server.cli.completion" in imported
    heavy = {"agents", "world", "twisted", "numpy", "server.memory_cli", "server.cli.start"}
    assert not heavy & imported
