"""The real server as a process and a plain client on a real socket, for end-to-end tests."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
READY = re.compile(r"tarn ready telnet=(?P<host>\S+):(?P<port>\d+) vault=(?P<vault>.+) pid=(?P<pid>\d+)")
SECONDS = 30.0


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@dataclass
class Server:
    """One server process; `start` waits for its ready line."""

    vault: Path
    config: Path
    options: tuple[str, ...] = ()
    environment: dict[str, str] = field(default_factory=dict)
    process: subprocess.Popen[str] | None = None
    port: int = 0
    log: list[str] = field(default_factory=list)

    def launch(self) -> subprocess.Popen[str]:
        self.stderr = (self.vault.parent / "server.err").open("a", encoding="utf-8")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "server", "--vault", str(self.vault), "--config"]
            + [str(self.config), "--telnet", "127.0.0.1:0", *self.options],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=self.stderr,
            text=True,
            env={**os.environ, **self.environment},
        )
        return self.process

    def start(self) -> Server:
        process = self.launch()
        assert process.stdout is not None
        for line in process.stdout:
            self.log.append(line)
            if found := READY.search(line):
                self.port = int(found["port"])
                assert int(found["pid"]) == process.pid
                return self
        raise AssertionError(f"no ready line; status {process.wait()}\n{self.errors()}")

    def errors(self) -> str:
        return (self.vault.parent / "server.err").read_text(encoding="utf-8")

    def client(self) -> Client:
        return Client(self.port)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        assert self.process is not None
        self.process.send_signal(how)
        status = self.process.wait(timeout=SECONDS)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.stderr.close()
        return status

    def __enter__(self) -> Server:
        return self.start()

    def __exit__(self, *_: object) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.wait()


class Client:
    """A person at a plain line client that answers no telnet negotiation."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=SECONDS)
        self.seen = ""

    def send(self, line: str) -> None:
        self.socket.sendall(line.encode() + b"\r\n")

    def expect(self, pattern: str, seconds: float = SECONDS) -> str:
        """Return everything up to and with the first match of `pattern`; consume it."""
        end = time.monotonic() + seconds
        while not (found := re.search(pattern, self.seen)):
            self.socket.settimeout(max(0.01, end - time.monotonic()))
            try:
                data = self.socket.recv(65536)
            except TimeoutError:
                raise AssertionError(f"no {pattern!r} in:\n{self.seen}") from None
            assert data, f"closed before {pattern!r} in:\n{self.seen}"
            self.seen += re.sub(rb"\xff[\xfb-\xfe].|\xff\xfa.*?\xff\xf0|\xff[\xf0-\xf9]", b"", data, flags=re.S).decode(
                "utf-8", "replace"
            ).replace("\r\n", "\n")
        text, self.seen = self.seen[: found.end()], self.seen[found.end() :]
        return text

    def ask(self, line: str, pattern: str, seconds: float = SECONDS) -> str:
        self.send(line)
        return self.expect(pattern, seconds)

    def create(self, name: str, password: str = "correct horse") -> str:
        self.expect("(?i)connect")
        return self.ask(f"create {name} {password}", r"Exits?: ")

    def connect(self, name: str, password: str = "correct horse") -> str:
        self.expect("(?i)connect")
        return self.ask(f"connect {name} {password}", r"Exits?: ")

    def close(self) -> None:
        self.socket.close()
