"""What a shell offers behind ``tarn``."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.limits import HANG_SECONDS
from tests.paths import ROOT


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
