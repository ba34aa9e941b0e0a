"""The real server as a process, for benchmarks. Linux: it reads ``/proc``."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

ROOT = Path(__file__).resolve().parents[1]
READY = re.compile(r"tarn ready telnet=\S+:(\d+) vault=.+ pid=(\d+)(?:.* web=http://(\S+))?")

SERVER = (
    "limits: {commands_per_second: 0, burst: 0, connections_per_address: 0, connections: 0,"
    " guests_per_address: 0, accounts_per_hour: 0, input_bytes_per_second: 0}\n"
    "budgets: {command_seconds_per_minute: 0, heard_per_minute: 0, recorded_bytes_per_hour: 0,"
    " answers_per_hour: 0}\n"
)
MODELS = """\
default: npc
profiles:
  npc: {provider: scripted, script: replies.txt, concurrency: 8}
  summarizer: {provider: scripted, script: replies.txt}
"""
HALL = (
    "---\nstart: true\nexits: {garden: The Garden}\n---\n"
    + "A long stone hall, cold even in June. " * 12
)
GARDEN = "---\nexits: {hall: The Hall}\n---\nA garden with a wall of roses around it.\n"


def cpu_ms(pid: int) -> float:
    """Return a process's CPU time in ms: user and system, all threads.

    The clock's number is what clock_getcpuclockid(3) makes of a pid on Linux.
    """
    return time.clock_gettime((~pid << 3) | 2) * 1000


def resident_mb(pid: int) -> float:
    """Return the resident memory of a process in MB (10^6 bytes)."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


@contextmanager
def scratch() -> Iterator[Path]:
    """Make a temporary folder with ``config`` (scripted, no limits) and a vault of two rooms."""
    with tempfile.TemporaryDirectory(prefix="tarn-benchmark-") as folder:
        root = Path(folder)
        _write(root / "config" / "server.yaml", SERVER)
        _write(root / "config" / "llm.yaml", MODELS)
        _write(root / "config" / "replies.txt", "emote waits.\nlook\n")
        _write(root / "vault" / "world" / "The Hall.md", HALL)
        _write(root / "vault" / "world" / "The Garden.md", GARDEN)
        yield root


def put_speaking_model(root: Path) -> None:
    """Write the shipped model's settings to ``root/config``, with a model that is asked."""
    settings = (ROOT / "config" / "llm.yaml").read_text(encoding="utf-8")
    own = settings.replace("max_tokens: 48\n", "max_tokens: 48\n    speaks: always\n", 1)
    (root / "config" / "llm.yaml").write_text(own, encoding="utf-8")


def put_starter_vault(root: Path) -> None:
    """Replace the two rooms of a `scratch` folder by the starter world and its agents."""
    shutil.rmtree(root / "vault")
    written = shutil.ignore_patterns(".tarn", "archive", "summaries", "notes")
    shutil.copytree(ROOT / "vault", root / "vault", ignore=written)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def environment(root: Path) -> Mapping[str, str]:
    """Return the environment of a process that keeps its compiled modules in `root`.

    So later starts find them compiled, and the checkout stays as it is.
    """
    kept = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPYCACHEPREFIX": str(root / "compiled")}


class Finished:
    """Runs a program to its end and keeps its `seconds` and `cpu_ms`."""

    def __init__(self, root: Path, arguments: Sequence[str]) -> None:
        start = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=environment(root),
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        with process.stdout as output:
            self.output = output.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise RuntimeError(f"{arguments} ended with status {process.returncode}")
        self.seconds = time.perf_counter() - start
        self.cpu_ms = (usage.ru_utime + usage.ru_stime) * 1000


class RunningServer:
    """Starts on a free port when entered; ends by SIGTERM when left.

    `root` is a `scratch` folder; the vault is the one in it unless another is given.  `program`
    is what Python runs with the server's options.
    """

    def __init__(
        self,
        root: Path,
        *,
        vault: Path | None = None,
        config: Path | None = None,
        program: Sequence[str] = ("-m", "server"),
    ) -> None:
        self._command = [sys.executable, *program, "--telnet", "127.0.0.1:0"]
        self._command += ["--vault", str(vault or root / "vault")]
        self._command += ["--config", str(root / "config")]
        self._environment = environment(root)
        self._log = root / "server.log"
        self.port = 0
        self.ready = ""
        """The line with which the server says where it listens."""
        self.pid = 0
        self.web = ""
        """Where browsers connect: ``HOST:PORT``; empty: nowhere."""
        self.seconds_to_ready = 0.0
        self.cpu_ms_to_ready = 0.0

    def __enter__(self) -> RunningServer:
        start = time.perf_counter()
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                self._command,
                cwd=ROOT,
                env=self._environment,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := READY.search(line):
                self.seconds_to_ready = time.perf_counter() - start
                self.port, self.pid, self.web = int(found[1]), int(found[2]), found[3] or ""
                self.ready = line
                self.cpu_ms_to_ready = cpu_ms(self.pid)
                return self
        status = self._process.wait()
        raise RuntimeError(f"the server did not come up ({status}): {self._log.read_text()}")

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(30)
        if self._process.stdout is not None:
            self._process.stdout.close()

    def cpu_ms(self) -> float:
        """Return the CPU time of the server since its start, in ms."""
        return cpu_ms(self.pid)

    def resident_mb(self) -> float:
        """Return the resident memory of the server in MB."""
        return resident_mb(self.pid)
