"""``tarn model-server``: a ready line, a clean end, and one clear line for what is wrong."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from server.cli.model_server import run_model_server
from tests.limits import HANG_SECONDS
from tests.paths import ROOT

START = (
    "import sys; from server.cli.model_server import *; sys.exit(run_model_server(sys.argv[1:]))"
)
READY = re.compile(r"tarn model-server ready url=(http://127\.0\.0\.1:\d+) pid=(\d+)\n")


def launch(*options: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", START, *options],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_serves_until_it_is_stopped(tmp_path: Path, how: signal.Signals) -> None:
    """The ready line tells the address; the options hold; either signal ends it with status 0."""
    script = tmp_path / "lines.txt"
    script.write_text("say By the script.\n", encoding="utf-8")
    with launch("--summaries", "refusal", "--seed", "7", "--script", str(script)) as process:
        assert process.stdout is not None and process.stderr is not None
        ready = READY.fullmatch(process.stdout.readline())
        assert ready and int(ready[2]) == process.pid
        client = httpx.Client(base_url=ready[1], timeout=HANG_SECONDS, trust_env=False)
        modes = client.get("/mode").json()
        assert (modes["summaries"], modes["turns"], modes["seed"]) == ("refusal", "ok", 7)
        body = {"prompt": "What now?", "stream": False}
        said = client.post("/api/generate", json=body).json()["response"]
        assert said == "say By the script."
        # Somebody who still waits does not keep it from ending.
        client.post("/mode", json={"turns": "hang"})
        with pytest.raises(httpx.TimeoutException):
            client.post("/api/generate", json=body, timeout=0.05)
        client.close()
        process.send_signal(how)
        assert process.wait(HANG_SECONDS) == 0
        assert process.stderr.read() == ""


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--mode", "bad"], "--mode is 'bad', allowed: ok, lossy, "),
        (["--turns", ""], "--turns is '', allowed: ok, "),
        (["--loss", "1.5"], "loss: read 1.5, allowed: a number from 0 to 1"),
        (["--loss", "much"], "--loss is 'much', allowed: 0 to 1"),
        (["--drip", "nan"], "drip: read nan, allowed: seconds from 0 to 3600"),
        (["--seed", "1.5"], "--seed is '1.5', allowed: a whole number"),
        (["--seed"], "--seed is empty"),
        (["--listen", "here"], "--listen is 'here', allowed: HOST:PORT"),
        (["--listen", "127.0.0.1:99999"], "--listen is '127.0.0.1:99999', allowed: HOST:PORT"),
        (["--script", "no/such/file"], "no/such/file: the script cannot be read"),
        (["--script", ""], "--script is '', allowed: a file"),
        (["--wrong"], "'--wrong' is not an option, allowed: --help, --listen, "),
        (["--mod", "ok"], "'--mod' is not an option"),
        (["more"], "'more' is not an option"),
    ],
)
def test_wrong_option_is_one_clear_line(
    options: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was read and what is allowed, on one line, and exit status 2."""
    assert run_model_server(options) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith(f"tarn: {said}") and err.count("\n") == 1


def test_taken_port_is_one_clear_line() -> None:
    """The other program keeps the address; the line names it and says what to do."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        with launch("--listen", address) as process:
            out, err = process.communicate(timeout=HANG_SECONDS)
    assert (process.returncode, out) == (2, "")
    assert re.fullmatch(
        rf"tarn: cannot listen on {address}: .*in use.*; give another address .*\n", err
    )


def test_help_tells_the_modes(capsys: pytest.CaptureFixture[str]) -> None:
    """--help ends with 0 and names every option and mode."""
    assert run_model_server(["--help"]) == 0
    shown = "".join(capsys.readouterr().out.split())
    assert "--honour-max-tokens" in shown and "wrong-citations" in shown
