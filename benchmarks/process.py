"""The real server as a process, for benchmarks."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType

ROOT = Path(__file__).resolve().parents[1]
READY = re.compile(r"tarn ready telnet=\S+:(\d+) vault=.+ pid=(\d+)")


class RunningServer:
    """Starts on a free port when entered; ends by SIGTERM when left."""

    def __init__(self, vault: Path, config: Path) -> None:
        self._command = [sys.executable, "-m", "server", "--vault", str(vault)]
        self._command += ["--config", str(config), "--telnet", "127.0.0.1:0"]
        self.port = 0
        self.pid = 0
        self.seconds_to_ready = 0.0

    def __enter__(self) -> RunningServer:
        start = time.perf_counter()
        self._process = subprocess.Popen(
            self._command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := READY.search(line):
                self.seconds_to_ready = time.perf_counter() - start
                self.port, self.pid = int(found[1]), int(found[2])
                return self
        raise RuntimeError(f"the server did not come up: status {self._process.wait()}")

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(30)

    def resident_mb(self) -> float:
        """Resident memory of the process, in MB (2^20 bytes)."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        return int(found[1]) / 1024 if found else float("nan")
