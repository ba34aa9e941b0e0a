"""Runs one server on the loop of asyncio, and later Twisted's reactor on it, from start to stop."""

from __future__ import annotations

import asyncio
import gc
import socket
import sys
import traceback

from agents.boundaries import ModelError
from server.app import App
from server.arguments import BAD_USAGE, Options
from server.cli.reactor import LateReactor
from server.cli.signals import call_on_stop, call_on_upgrade
from server.hashing.allocator import use_one_arena
from server.lock import VaultLock
from server.logs.capture import capture_libraries
from server.logs.log import Log
from server.settings import Settings
from server.shipped.renewal import renew_texts
from server.stopping.deadline import Deadline
from server.storage.database import StorageError
from server.tls.port import TlsPort
from server.upgrade.handover import Handover
from server.upgrade.preflight import own_command
from server.upgrade.replacement import replace_program
from server.web.serving.port import WebPort
from server.wiring.foundation import Roots
from server.wiring.garbage import GarbageSearches

#: Seconds after which a thread that computes gives the interpreter to one that waits for it.
SWITCH_SECONDS = 0.0005

#: When garbage is looked for among the youngest objects, the younger and all: a look among all
#: takes a tenth of a second, so it comes after four times as many younger ones as usual.
GARBAGE_THRESHOLDS = (700, 10, 40)


def run_world(
    options: Options,
    settings: Settings,
    listening: socket.socket,
    lock: VaultLock,
    left: Handover | None = None,
    tls: TlsPort | None = None,
    web: WebPort | None = None,
) -> int:
    """Serve until SIGTERM, SIGINT or ``@shutdown``; return the exit status.

    `left` is what the program before this one has left.  After an upgrade
    it does not return: the next program runs in this process.

    0: it was stopped.  2: it could not be started, which one line on standard error tells.
    1: it could not be started because of a fault of its own, which a traceback shows.
    """
    use_one_arena()
    loop = asyncio.SelectorEventLoop()  # Twisted refuses the default loop of Windows
    asyncio.set_event_loop(loop)
    log = Log.open(settings.server.log, options.vault)
    capture_libraries(log)
    for line in renew_texts(options.vault):
        log(line)
    reactor = LateReactor(loop, log)
    roots = Roots(options, settings, listening, lock, reactor.start, left, tls, web)
    life = _Life(roots, log)
    living = loop.create_task(life.live(loop))
    living.add_done_callback(lambda _: reactor.stop())
    loop.run_forever()
    log.close()
    if life.handover is not None:
        replace_program(life.handover, own_command())
    if life.deadline is not None and life.status == 0:
        life.deadline.conclude()
    return life.status


class _Life:
    """Starts and stops the server."""

    def __init__(self, roots: Roots, log: Log) -> None:
        self.status = 0
        self._log = log
        self.handover: Handover | None = None
        """What the next program gets, if this one is to be replaced."""
        self.deadline: Deadline | None = None
        """What keeps the time of the stop, once the start is complete."""
        self._roots = roots

    async def live(self, loop: asyncio.AbstractEventLoop) -> None:
        """Start the server and return when it has stopped."""
        app = App(self._roots, self._log)
        call_on_stop(loop, app.begin_stop)
        try:
            await app.start()
            self.deadline = app.stopping.deadline
            call_on_stop(loop, app.begin_stop, self.deadline.arm)
            self.deadline.watch()
            searches = _collect_garbage_from_now_on(loop, app)
            _let_the_loop_go_first()
            call_on_upgrade(loop, app.upgrade.begin)
            await app.stopping.stopped.wait()
            searches.end()
            self.handover = app.upgrade.handover
        except (StorageError, ModelError, OSError) as error:
            print(f"tarn: {error}", file=sys.stderr, flush=True)
            self.status = BAD_USAGE
            await app.stopping.close()
        except Exception:
            traceback.print_exc()
            self.status = 1
            await app.stopping.close()


def _let_the_loop_go_first() -> None:
    """Make threads give the interpreter back soon: else the loop, which gives it up at each look
    at its sockets, waits for the usual 5 ms whenever a thread computes."""
    sys.setswitchinterval(SWITCH_SECONDS)


def _collect_garbage_from_now_on(loop: asyncio.AbstractEventLoop, app: App) -> GarbageSearches:
    """Collect garbage, but not among what is made already: that stays to the end."""
    searches = GarbageSearches(loop.call_soon_threadsafe, lambda: app.entrance.gate.people > 0)
    searches.begin()
    gc.set_threshold(*GARBAGE_THRESHOLDS)
    gc.enable()
    return searches
