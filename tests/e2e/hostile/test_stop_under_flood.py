"""A stop while a crowd talks, and strangers pour in what is not text, and new connections."""

from __future__ import annotations

import threading
import time
from pathlib import Path

from tests.e2e.harness import flat, write
from tests.e2e.hostile.attacks import JUNK, Attacker
from tests.e2e.worlds import make_world, profile
from tests.limits import HANG_SECONDS

TALKERS, STRANGERS, COMERS = 40, 20, 5
SETTINGS = "limits: {connections_per_address: 0, guests_per_address: 0}\n"


class Flood:
    """Sends the same from several connections until the server hangs up, each in a thread."""

    def __init__(self, port: int) -> None:
        count = TALKERS + STRANGERS + COMERS + 1
        self.flowing = threading.Barrier(count, timeout=HANG_SECONDS)
        makers = [(self._talk, f"127.0.10.{number}") for number in range(1, TALKERS + 1)]
        makers += [(self._pour, f"127.0.11.{number}") for number in range(1, STRANGERS + 1)]
        makers += [(self._come, f"127.0.12.{number}") for number in range(1, COMERS + 1)]
        self._port = port
        self._threads = [threading.Thread(target=run, args=(source,)) for run, source in makers]
        for thread in self._threads:
            thread.start()

    def join(self) -> None:
        for thread in self._threads:
            thread.join()

    def _talk(self, source: str) -> None:
        with Attacker(self._port, source) as talker:
            talker.send(b"guest\r\n")
            talker.until(b"Exits: ")
            self.flowing.wait()
            while talker.send(b"say one\r\nlook\r\nemote waves.\r\n" * 20):
                talker.socket.recv(65536)

    def _pour(self, source: str) -> None:
        junk = JUNK["options nobody has"] * 10_000
        with Attacker(self._port, source) as stranger:
            self.flowing.wait()
            while stranger.send(junk):
                pass

    def _come(self, source: str) -> None:
        """Connect again and again, begin to log in and go, until nobody listens any more."""
        self.flowing.wait()
        while True:
            try:
                with Attacker(self._port, source) as comer:
                    comer.send(b"connect Ada wrong\r\n")
            except OSError:
                return


def test_a_stop_under_a_flood_ends_in_order(tmp_path: Path) -> None:
    """It saves and says goodbye; a slow machine may cut off the rest, of which nothing is lost."""
    world = make_world(tmp_path, {"Moss": profile("Moss")})
    write(world.config / "server.yaml", SETTINGS)
    with world.server() as server:
        ada = server.client().create("Ada")
        flood = Flood(server.port)
        flood.flowing.wait()
        ada.ask("@create pebble", "You make pebble")
        begun = time.monotonic()
        status = server.stop()
        print(f"the stop took {time.monotonic() - begun:.2f} s")
        assert status == 0
        flood.join()
        assert "not saved" not in server.errors() and "Traceback" not in server.errors()
        assert "goes down" in flat(ada.rest())
    with world.server() as server:
        server.client().connect("Ada").ask("inventory", "pebble")
