"""Joins the parts of the page: files, sessions, interface, stream; built for the first browser."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import islice
from typing import Any

from twisted.web.server import Request
from twisted.web.websocket import WebSocketResource

from agents.boundaries import Clock
from config.server import ConnectionLimits
from server.accounts import StoredAccounts
from server.boundaries import Account, Role
from server.chronicle.entry import GAP, ChronicleEntry
from server.people.people import ACCOUNT
from server.session.boundaries import Desk
from server.session.entry.password_check import PasswordCheck
from server.watching.story import Story
from server.web.api import ROOT, PageApi, reply_error
from server.web.assets import Assets
from server.web.boundaries import Call, NotAnswered, Reply
from server.web.browser_sessions import BrowserSessions
from server.web.headers import check_host, check_origin, make_security_headers
from server.web.intake import BrowserIntake
from server.web.login import BrowserLogin
from server.web.page_link import PageLink
from server.web.site import PageResource, make_site
from server.web.stream import Onlooker, PageStream
from server.web.world_view import WorldView
from world.world import World

STREAM = f"{ROOT}/stream"
"""The address of the WebSocket."""

REMEMBERED = 200
"""Events from before the first browser came that a page begins with."""

MAP_SECONDS = 5.0
"""So often it is looked whether rooms have changed, while a page is open."""


async def make_page(
    reactor: Any,
    clock: Clock,
    limits: ConnectionLimits,
    world: World,
    story: Story,
    accounts: StoredAccounts,
    passwords: PasswordCheck,
    desk: Desk,
    find_ban: Callable[[str], str],
    public: bool,
) -> BrowserIntake:
    """Return the factory for browsers' connections."""
    stream, view = PageStream(world, clock), WorldView(world)
    story.page = stream.notice
    await view.refresh()
    login = BrowserLogin(BrowserSessions(desk.seconds), accounts, passwords, desk, find_ban)
    history = await asyncio.to_thread(_read_history, story)
    page = _Page(clock, world, stream, view, login, history, desk, public)
    desk.spawn(page.watch_map())
    site = make_site(page.make_resource(), reactor)
    return BrowserIntake(site, limits, reactor.seconds)


def _read_history(story: Story) -> list[dict[str, Any]]:
    try:
        entries = list(islice(story.chronicle.read(), REMEMBERED))
    except OSError:
        return []
    return [_describe_entry(each) for each in reversed(entries) if each.kind != GAP]


def _describe_entry(entry: ChronicleEntry) -> dict[str, Any]:
    return {
        "type": "event",
        "seq": 0,
        "at": f"{entry.at:%Y-%m-%dT%H:%M:%S}Z",
        "room": entry.room,
        "place": 0,
        "actor": entry.actor,
        "who": 0,
        "by": entry.actor_kind or "",
        "kind": str(entry.kind),
        "event": entry.event,
        "text": entry.text,
        "private": False,
    }


class _Page:
    """The page's own addresses, and the WebSocket."""

    def __init__(
        self,
        clock: Clock,
        world: World,
        stream: PageStream,
        view: WorldView,
        login: BrowserLogin,
        history: list[dict[str, Any]],
        desk: Desk,
        public: bool,
    ) -> None:
        self._clock, self._world, self._stream, self._view = clock, world, stream, view
        self._desk, self._public = desk, public
        self._assets = Assets()
        self._api = PageApi(login, view, stream, history, self.find_onlooker, public=public)

    def make_resource(self) -> PageResource:
        headers = make_security_headers(self._assets.import_map_hash)
        spawn = self._desk.spawn
        return PageResource(self.handle, self.open_socket, headers, spawn, STREAM)

    async def handle(self, call: Call) -> Reply:
        if call.path.startswith(f"{ROOT}/"):
            return await self._api.handle(call)
        try:
            check_host(call, public=self._public)
        except NotAnswered as refused:
            return reply_error(refused)
        return self._assets.find(call) or reply_error(NotAnswered(404, "There is nothing here."))

    def find_onlooker(self, account: Account) -> Onlooker:
        """Return for whom an account looks on: its character in the world, if it has one."""
        body = None if account.guest else self._world.find_character(account.name)
        own = body is not None and body.properties.get(ACCOUNT) == "person"
        watches = account.role.includes(Role.ADMINISTRATOR)
        return Onlooker(body.id if body is not None and own else None, watches)

    async def open_socket(self, request: Request, call: Call) -> Reply | None:
        """Turn a request into an open page; return the reply if it is refused."""
        try:
            check_host(call, public=self._public)
            check_origin(call, websocket=True)
            session = await self._api.find_session(call)
        except NotAnswered as refused:
            return reply_error(refused)
        asked = call.query.get("after", "")
        same = call.query.get("stream") == self._stream.name
        after = int(asked) if same and asked.isdecimal() and len(asked) < 16 else None
        token, address = session.token, call.address

        async def look_again() -> Onlooker | None:
            now = await self._api.login.find(token, address)
            return self.find_onlooker(now.account) if now is not None else None

        def describe(onlooker: Onlooker) -> dict[str, Any]:
            whole = self._api.describe_all(session.account, onlooker)
            return {**whole, "stream": self._stream.name}

        link = PageLink(
            self._stream, self._clock, self.find_onlooker(session.account), after,
            describe, look_again, self._view.describe_time, self._desk.spawn,
        )  # fmt: skip
        answer = WebSocketResource(_Only(link)).render_GET(request)
        return Reply(400, answer, "text/plain") if isinstance(answer, bytes) else None

    async def watch_map(self) -> None:
        """Tell open pages of rooms that have changed."""
        while True:
            await self._clock.sleep(MAP_SECONDS)
            if self._stream.is_watched and await self._view.refresh():
                self._stream.announce({"type": "rooms", "rooms": self._view.rooms})


class _Only:
    """Makes one link."""

    def __init__(self, link: PageLink) -> None:
        self._link = link

    def buildProtocol(self, request: Request) -> PageLink:  # noqa: N802  # Twisted's name
        return self._link
