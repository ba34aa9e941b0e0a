"""The real server as a process and a plain client on a real socket, for end-to-end tests."""

from __future__ import annotations

import codecs
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from tests.e2e.processes.forking import ForkedServer, run_forked
from tests.limits import HANG_SECONDS
from tests.paths import ROOT

T = TypeVar("T")

READY = re.compile(
    r"tarn ready telnet=(?P<host>\S+):(?P<port>\d+) vault=(?P<vault>.+) pid=(?P<pid>\d+)"
    r"(?P<more>(?: \w+=\S+)*)"
)
POLL_SECONDS, LONGEST_PAUSE = 0.02, 0.25
PASSWORD = "correct horse"
#: What ends the view of the room into which somebody comes.
ENTERED = r"Welcome, (?s:.*)(?:Exits?: |There is no way out).*\n"

TELNET = re.compile(rb"\xff[\xfb-\xfe].|\xff\xfa.*?\xff\xf0|\xff[\xf0-\xf9]", re.DOTALL)
_TORN = re.compile(rb"\xff(?:[\xfb-\xfe]|\xfa.*)?\Z", re.DOTALL)


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def until(look: Callable[[], T], what: str) -> T:
    """Look again and again until there is something to see; return it.

    Each pause is a fifth longer: what takes seconds is not asked for fifty times in each.
    """
    end, pause = time.monotonic() + HANG_SECONDS, POLL_SECONDS
    while not (seen := look()):
        assert time.monotonic() < end, f"it never came: {what}"
        time.sleep(pause)
        pause = min(1.2 * pause, LONGEST_PAUSE)
    return seen


def flat(text: str) -> str:
    """`text` as it was before it was wrapped for a terminal."""
    return " ".join(text.split())


@dataclass
class Server:
    """One server process; `start` waits for its ready line."""

    vault: Path
    config: Path
    options: tuple[str, ...] = ()
    environment: dict[str, str] = field(default_factory=dict)
    python: str = sys.executable
    cwd: Path = ROOT
    prefix: tuple[str, ...] = ()
    """What stands before the server's own command; it has to become the server's process."""
    fresh: bool = False
    """Start a Python of its own, as people do, in place of a fork that has imported the program."""
    process: subprocess.Popen[str] | ForkedServer | None = None
    port: int = 0
    ready: str = ""
    read: int = 0
    """How much of standard error `logged` has consumed, in characters."""

    @property
    def command(self) -> list[str]:
        options = ["--vault", str(self.vault), "--config", str(self.config)]
        program = [*self.prefix, self.python, "-m", "server"]
        return [*program, *options, "--telnet", "127.0.0.1:0", *self.options]

    @property
    def log_path(self) -> Path:
        return self.vault.parent / "server.err"

    @property
    def is_fresh(self) -> bool:
        """Whether only a Python of its own can be what is wanted."""
        changed = self.prefix or self.environment or self.python != sys.executable
        return self.fresh or bool(changed)

    def launch(self) -> subprocess.Popen[str] | ForkedServer:
        with self.log_path.open("w", encoding="utf-8") as errors:
            if self.is_fresh:
                self.process = subprocess.Popen(
                    self.command,
                    cwd=self.cwd,
                    stdout=subprocess.PIPE,
                    stderr=errors,
                    text=True,
                    env={**os.environ, **self.environment},
                )
            else:
                self.process = ForkedServer(self.command, self.cwd, self.log_path)
        self.read = 0
        return self.process

    def start(self) -> Server:
        process = self.launch()
        assert process.stdout is not None
        late = threading.Timer(HANG_SECONDS, process.kill)
        late.start()
        self.ready = process.stdout.readline()
        late.cancel()
        found = READY.fullmatch(self.ready.rstrip("\n"))
        assert found, f"no ready line; status {process.wait()}\n{self.errors()}"
        assert int(found["pid"]) == process.pid
        self.port = int(found["port"])
        return self

    def run(self) -> subprocess.CompletedProcess[str]:
        """Run a server that is expected to end by itself."""
        if not self.is_fresh:
            return run_forked(self.command, self.cwd)
        return subprocess.run(
            self.command,
            cwd=self.cwd,
            capture_output=True,
            text=True,
            timeout=HANG_SECONDS,
            check=False,
            env={**os.environ, **self.environment},
        )

    def errors(self) -> str:
        return self.log_path.read_text(encoding="utf-8")

    def logged(self, pattern: str) -> re.Match[str]:
        """Wait for a line of standard error; what stands before and in it is consumed."""

        def look() -> re.Match[str] | None:
            return re.compile(pattern, re.MULTILINE).search(self.errors(), self.read)

        try:
            found = until(look, pattern)
        except AssertionError as error:
            raise AssertionError(f"{error} in:\n{self.errors()[self.read :]}") from None
        assert found is not None
        self.read = found.end()
        return found

    def renew(self) -> subprocess.CompletedProcess[str]:
        """Run ``tarn upgrade``: again where a busy machine had no time to try the new program."""
        command = [sys.executable, "-m", "server", "upgrade", "--vault", str(self.vault)]
        end = time.monotonic() + HANG_SECONDS
        while True:
            done = subprocess.run(
                command, cwd=self.cwd, capture_output=True, text=True, check=False
            )
            if "gave no answer" not in done.stderr or time.monotonic() > end:
                return done

    @property
    def tls_port(self) -> int:
        """The port of the ready line's field for TLS."""
        return int(self.ready.rpartition(" tls=127.0.0.1:")[2].partition(" ")[0])

    @property
    def web(self) -> str:
        """The address of the page, as the ready line tells it."""
        return self.ready.rpartition(" web=")[2].strip()

    def client(self) -> Client:
        return Client(self.port)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        assert self.process is not None
        self.process.send_signal(how)
        return self.ended()

    def ended(self) -> int:
        """Wait for the process to end; return its exit status."""
        assert self.process is not None
        status = self.process.wait(timeout=HANG_SECONDS)
        assert self.process.stdout is not None
        self.process.stdout.close()
        if status > 0:
            print(f"the server ended with status {status}; its log:\n{self.errors()}")
        return status

    def __enter__(self) -> Server:
        return self.start()

    def __exit__(self, *_: object) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.ended()


class Client:
    """A person at a plain line client that answers no telnet negotiation."""

    def __init__(self, port: int, source: str = "127.0.0.1") -> None:
        """Connect from `source`: Linux has all of 127.0.0.0/8 for itself."""
        self.socket = socket.create_connection(
            ("127.0.0.1", port), timeout=HANG_SECONDS, source_address=(source, 0)
        )
        self.seen = ""
        self._torn = b""
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode

    def send(self, *lines: str) -> None:
        self.socket.sendall("".join(f"{line}\r\n" for line in lines).encode())

    def expect(self, pattern: str) -> str:
        """Return everything up to and with the first match of `pattern`; consume it."""
        end = time.monotonic() + HANG_SECONDS
        while not (found := re.search(pattern, self.seen)):
            left = end - time.monotonic()
            assert left > 0 and self._receive(left), f"no {pattern!r} in:\n{self.seen}"
        text, self.seen = self.seen[: found.end()], self.seen[found.end() :]
        return text

    def has_heard(self, pattern: str) -> bool:
        """Whether what has come by now matches `pattern`, which is consumed with all before it."""
        self._receive(POLL_SECONDS)
        found = re.search(pattern, self.seen)
        if found:
            self.seen = self.seen[found.end() :]
        return bool(found)

    def rest(self) -> str:
        """Everything up to the end of the connection, for which it waits."""
        end = time.monotonic() + HANG_SECONDS
        while self._receive(max(0.01, end - time.monotonic())):
            assert time.monotonic() < end, f"not hung up after:\n{self.seen}"
        return self.seen

    def _receive(self, seconds: float) -> bool:
        """Take in what comes next; False at the end of the connection, or when nothing came."""
        self.socket.settimeout(seconds)
        try:
            data = self.socket.recv(65536)
        except (TimeoutError, ConnectionResetError):
            return False
        plain = TELNET.sub(b"", self._torn + data)
        torn = _TORN.search(plain)
        self._torn = torn[0] if torn else b""
        plain = plain.removesuffix(self._torn)
        self.seen = (self.seen + self._decode(plain)).replace("\r\n", "\n")
        return bool(data)

    def ask(self, line: str, pattern: str) -> str:
        self.send(line)
        return self.expect(pattern)

    def reload(self) -> str:
        """Have all files read again; return what an administrator is told, on one line.

        While a compaction runs, what people wrote into summaries and pages is left for the next
        reload: then it is done again until none runs, and all that was told is returned.
        """
        told = [flat(self.ask("@reload", r"Read again: .*\n"))]
        end = time.monotonic() + HANG_SECONDS
        while "a compaction is running; reload again" in told[-1]:
            assert time.monotonic() < end, f"a compaction never ends: {told[-1]}"
            told.append(flat(self.ask("@reload", r"Read again: .*\n")))
        return " ".join(told)

    def hears_all(self) -> str:
        """Return whatever has come by the time the server answers something quite different."""
        text = self.ask("help no-such-topic", "There is no help on 'no-such-topic'.*\n")
        return text.partition("There is no help")[0]

    def create(self, name: str, password: str = PASSWORD) -> Client:
        self.ask(f"create {name} {password}", ENTERED)
        return self

    def connect(self, name: str, password: str = PASSWORD) -> Client:
        self.ask(f"connect {name} {password}", ENTERED)
        return self

    def say(self, count: int, first: int = 1) -> None:
        """Say so many numbered lines and wait until the last one has been said."""
        if count > 0:
            last = first + count - 1
            self.send(*(f"say line {number}" for number in range(first, last + 1)))
            self.expect(f'You say, "line {last}"\n')

    def close(self) -> None:
        self.socket.close()
