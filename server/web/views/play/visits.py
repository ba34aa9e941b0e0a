"""Opens visits: who may, as whom, and until when."""

from __future__ import annotations

from collections.abc import Callable

from twisted.web.server import Request

from agents.boundaries import Clock, Timer
from late.late_dataclass import late_dataclass
from server.session.boundaries import Desk
from server.session.terminal import (
    DEFAULT_HEIGHT,
    DEFAULT_WIDTH,
    MAX_WIDTH,
    MIN_WIDTH,
    Terminal,
)
from server.storage.database import StorageError
from server.telnet.factory import TelnetFactory
from server.telnet.options.terminal_type import take_abilities
from server.telnet.protocol import TelnetProtocol
from server.web.boundaries import Call, NotAnswered
from server.web.browser_sessions import BrowserSession
from server.web.login import BrowserLogin
from server.web.routing import read_number
from server.web.serving.headers import COOKIE
from server.web.serving.websocket import list_subprotocols, upgrade
from server.web.views.play.subprotocols import (
    SUBPROTOCOLS,
    TELNET,
    choose_subprotocol,
    make_subprotocol,
)
from server.web.views.play.transport import SocketTransport

PLAY = "/play"
"""The address of the WebSocket."""

CHECK_SECONDS = 10.0
"""So often it is looked whether the login at the page still holds."""

MOST_ROWS, MOST_BITS = 999, 65_535

ANSI_IN_UTF8 = 1 + 4 + 8
"""What a client that says nothing of itself shows: colours, 256 of them, and all letters (MTTS)."""


@late_dataclass(frozen=True, slots=True)
class PageVisits:
    """Lets people into the world from the page."""

    telnet: TelnetFactory
    login: BrowserLogin
    clock: Clock
    desk: Desk
    watch: Callable[[VisitWatch], None]
    """Is given what can look at once whether a login still holds."""

    async def open(self, request: Request, call: Call) -> None:
        """Turn a request into a visit. Raises `NotAnswered`.

        Without a login at the page the door asks for name and password, as it does at telnet.
        """
        offered = list_subprotocols(call.headers.get("sec-websocket-protocol", ""))
        name = choose_subprotocol(offered)
        if name is None:
            raise NotAnswered(400, f"Offer one of the subprotocols {', '.join(SUBPROTOCOLS)}.")
        terminal = read_terminal(call, name)
        session = await self._find_session(call)
        if not upgrade(request, lambda: self._make(call, name, terminal, session), name):
            raise NotAnswered(400, "This is no WebSocket.")

    def _make(
        self, call: Call, name: str, terminal: Terminal, session: BrowserSession | None
    ) -> SocketTransport:
        subprotocol = make_subprotocol(name)
        visit = self.telnet.build_visit(
            call.address,
            terminal,
            session.account if session else None,
            hides_input=subprotocol.hides_input,
        )
        if visit is None:
            raise NotAnswered(503, "The server goes down.")
        if session is None or not isinstance(visit, TelnetProtocol):
            return SocketTransport(visit, subprotocol, lambda: None, self._is_renewing)
        watch = VisitWatch(self, session, visit)
        self.watch(watch)
        return SocketTransport(visit, subprotocol, watch.end, self._is_renewing)

    def _is_renewing(self) -> bool:
        return self.telnet.renewing

    async def _find_session(self, call: Call) -> BrowserSession | None:
        token = call.cookies.get(COOKIE, "")
        if not token:
            return None
        session = await self.login.find(token, call.address)
        if session is None:
            raise NotAnswered(401, "Log in first.")
        return session


class VisitWatch:
    """Ends a visit when its login at the page ends."""

    def __init__(self, visits: PageVisits, session: BrowserSession, visit: TelnetProtocol) -> None:
        self._visits, self._visit = visits, visit
        self._token, self._address = session.token, session.address
        self._over = False
        self._timer = self._wait()

    def end(self) -> None:
        """Look no more."""
        self._over = True
        self._timer.cancel()

    def check_now(self) -> None:
        """Look at once."""
        self._check_soon()

    def _wait(self) -> Timer:
        return self._visits.clock.call_later(CHECK_SECONDS, self._check_soon)

    def _check_soon(self) -> None:
        self._visits.desk.spawn(self._check())

    async def _check(self) -> None:
        if not await self._is_logged_in():
            self._visit.close(self._visits.desk.texts.say("page.over"))
        elif not self._over:
            self._timer.cancel()
            self._timer = self._wait()

    async def _is_logged_in(self) -> bool:
        try:
            return await self._visits.login.find(self._token, self._address) is not None
        except StorageError:  # the database is busy: that ends nobody's visit
            return True


def read_terminal(call: Call, subprotocol: str) -> Terminal:
    """Return what a client says of its screen in the address. Raises `NotAnswered`.

    ``columns`` and ``rows``; ``mtts``, its abilities as a number of telnet's terminal type;
    ``mxp=1`` if it shows links.  Over `TELNET` a client can say all of it later, too.
    """

    def read(name: str, default: int, most: int) -> int:
        return min(most, read_number(call.query.get(name, str(default)), name))

    known = Terminal(
        width=max(MIN_WIDTH, read("columns", DEFAULT_WIDTH, MAX_WIDTH)),
        height=max(1, read("rows", DEFAULT_HEIGHT, MOST_ROWS)),
        links=subprotocol == TELNET and call.query.get("mxp") == "1",
    )
    expected = 0 if subprotocol == TELNET else ANSI_IN_UTF8
    bits = read("mtts", expected, MOST_BITS)
    return take_abilities(known, str(bits)) if bits else known
