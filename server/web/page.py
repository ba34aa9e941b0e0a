"""Joins the parts of the page: files, sessions, interface, stream; built for the first browser."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from itertools import islice
from typing import Any
from weakref import WeakSet

from twisted.web.server import Request
from twisted.web.websocket import WebSocketResource

from server.boundaries import Role
from server.chronicle.entry import GAP, ChronicleEntry
from server.people.people import ACCOUNT
from server.storage.database import StorageError
from server.usage.disk_use import DiskMeter
from server.usage.loop_lag import LoopLag
from server.watching.story import Story
from server.web.api import PageApi, reply_error
from server.web.boundaries import Call, NotAnswered, Reply
from server.web.browser_sessions import BrowserSession, BrowserSessions
from server.web.login import BrowserLogin
from server.web.page_link import PageLink
from server.web.routing import ROOT, Route
from server.web.scraping import METRICS, MetricsAnswer
from server.web.serving.assets import Assets
from server.web.serving.headers import check_host, check_origin, make_security_headers
from server.web.serving.intake import BrowserIntake
from server.web.serving.late import LoadedPage
from server.web.serving.site import OpenSocket, PageResource, make_site
from server.web.sources import PageSources
from server.web.stream import Onlooker, PageStream
from server.web.views.costs.health import ServerHealth
from server.web.views.costs.routes import CostRoutes
from server.web.views.edit.routes import EditRoutes
from server.web.views.memory.routes import MemoryRoutes
from server.web.views.mind.routes import MindRoutes
from server.web.views.people.routes import PeopleRoutes
from server.web.views.play.visits import PLAY, PageVisits, VisitWatch
from server.web.views.replay.routes import ReplayRoutes, find_reader
from server.web.views.world.routes import WorldRoutes, describe_past_event
from server.web.views.world.world_view import WorldView

STREAM = f"{ROOT}/stream"
"""The address of the WebSocket."""

REMEMBERED = 200
REMEMBERED_CHARACTERS = 500_000
"""Events from before the first browser came that a page begins with, and characters of them."""

MAP_SECONDS = 5.0
"""So often it is looked whether rooms have changed, while a page is open."""


async def make_page(sources: PageSources) -> LoadedPage:
    """Return the page, ready for browsers.

    What happens is kept first, and then what was before it is read, so that nothing is missing.
    """
    begun = sources.missed.begin()
    await sources.story.chronicle.writer.flush()
    stream = PageStream(sources.world, sources.clock, sources.carried.get("stream"), begun)
    past = await asyncio.to_thread(_read_past, sources.story, stream, begun)
    for each in past:
        if stream.is_later(each.at):
            stream.add(describe_past_event(each), people=each.people)
    sources.missed.pass_on(stream.notice)
    page = _Page(sources, stream, [each for each in past if not stream.is_later(each.at)])
    await page.begin()
    site = make_site(page.make_resource(), sources.reactor, page.trusts)
    intake = BrowserIntake(site, sources.limits, sources.reactor.seconds)
    return LoadedPage(intake, page.hand_over)


def _read_past(story: Story, stream: PageStream, until: datetime) -> list[ChronicleEntry]:
    """Return the newest entries until a moment that are no records of a stream, oldest first."""
    entries: list[ChronicleEntry] = []
    size = 0
    try:
        past = (each for each in story.chronicle.read() if each.at <= until)
        for each in islice((each for each in past if not stream.covers(each.at)), REMEMBERED):
            size += len(each.text)
            if size > REMEMBERED_CHARACTERS:
                break
            entries.append(each)
    except OSError:
        return []
    return [each for each in reversed(entries) if each.kind != GAP]


class _Page:
    """The page's own addresses, and the WebSocket."""

    def __init__(
        self, sources: PageSources, stream: PageStream, history: Sequence[ChronicleEntry]
    ) -> None:
        self._sources, self._stream = sources, stream
        self._clock, self._world, self._desk = sources.clock, sources.world, sources.desk
        self._links: WeakSet[PageLink | VisitWatch] = WeakSet()
        sources.accounts.password_changed = self._check_links
        self._view = WorldView(sources.world, sources.world_clock)
        self._worlds = WorldRoutes(self._view, self._stream, history, self.find_onlooker)
        sessions = BrowserSessions(sources.desk.seconds, find_newest=lambda: stream.seq)
        sessions.resume(sources.carried.get("sessions", ()))
        sessions.ended = self._check_links
        self._login = BrowserLogin(
            sessions, sources.accounts, sources.passwords, sources.desk, sources.find_ban
        )
        self._health = ServerHealth(
            sources.reloader.models, sources.reloader.population,
            LoopLag(sources.clock, sources.desk.spawn), DiskMeter(sources.vault, sources.clock),
            lambda: (each["kind"] for each in self._stream.people.values()),
            sources.describe_trouble,
        )  # fmt: skip
        self._visits = PageVisits(
            sources.telnet, self._login, sources.clock, sources.desk, self._links.add
        )
        self._api = PageApi(self._login, self._list_routes(), public=sources.public)
        self._metrics = MetricsAnswer(
            self._health, sources.metrics_token, self._api.find_session, public=sources.public
        )
        self._assets = Assets()

    def _list_routes(self) -> Sequence[Route]:
        """Return the routes of every view."""
        sources = self._sources
        return (
            *self._worlds.routes,
            *MemoryRoutes(sources).routes,
            *self._make_replay().routes,
            *CostRoutes(sources.history, self._health, sources.clock).routes,
            *EditRoutes(sources).routes,
            *MindRoutes(sources).routes,
            *PeopleRoutes(
                sources.reloader.population,
                sources.world,
                sources.story.chronicle,
                sources.desk.spawn,
            ).routes,
        )

    def _make_replay(self) -> ReplayRoutes:
        sources = self._sources
        return ReplayRoutes(
            sources.story.chronicle,
            sources.vault,
            lambda: self._view.rooms,
            sources.world_clock,
            sources.desk.seconds,
        )

    async def begin(self) -> None:
        """Lay out the map, and look from time to time whether it has changed."""
        await self._view.refresh()
        if self._sources.carried:
            self._catch_up()
        self._desk.spawn(self.watch_map())

    def _catch_up(self) -> None:
        """Let pages that come back after an upgrade know how things stand now."""
        people, now = self._stream.people, {"type": "rooms", "rooms": self._view.rooms}
        self._stream.announce(now)
        self._stream.announce({"type": "everybody", "people": list(people.values())})

    def hand_over(self) -> dict[str, Any]:
        """Return sessions and stream for the program to come; pages are sent nothing more."""
        self._sources.story.page = lambda events: None
        return {"sessions": self._login.sessions.hand_over(), "stream": self._stream.hand_over()}

    def make_resource(self) -> PageResource:
        headers = make_security_headers(self._assets.import_map_hash)
        sockets = {STREAM: self._open(self.open_stream), PLAY: self._open(self._visits.open)}
        return PageResource(self.handle, sockets, headers, self._desk.spawn)

    def _open(self, open_socket: Callable[[Request, Call], Awaitable[None]]) -> OpenSocket:
        """Return what opens a WebSocket for whoever asks for it from the page."""

        async def check_and_open(request: Request, call: Call) -> Reply | None:
            try:
                check_host(call, public=self._sources.public)
                check_origin(call, websocket=True)
                await open_socket(request, call)
            except NotAnswered as refused:
                return reply_error(refused)
            except StorageError as error:
                return reply_error(NotAnswered(503, str(error)))
            return None

        return check_and_open

    async def handle(self, call: Call) -> Reply:
        if call.path.startswith(f"{ROOT}/"):
            return await self._api.handle(call)
        if call.path == METRICS:
            return await self._metrics.answer(call)
        try:
            check_host(call, public=self._sources.public)
        except NotAnswered as refused:
            return reply_error(refused)
        return self._assets.find(call) or reply_error(NotAnswered(404, "There is nothing here."))

    def trusts(self, token: str) -> bool:
        """Whether the session of a token may write files."""
        session = self._login.sessions.find(token)
        return session is not None and session.account.role.includes(Role.BUILDER)

    def find_onlooker(self, session: BrowserSession) -> Onlooker:
        """Return for whom a session looks on: with its character in the world, if it has one."""
        account = session.account
        body = None if account.guest else self._world.find_character(account.name)
        own = body is not None and body.properties.get(ACCOUNT) == "person"
        watches = account.role.includes(Role.ADMINISTRATOR)
        character = body.id if body is not None and own else None
        return Onlooker(character, watches, find_reader(account), session.since)

    async def open_stream(self, request: Request, call: Call) -> None:
        """Turn a request into an open page. Raises `NotAnswered`."""
        session = await self._api.find_session(call)
        asked = call.query.get("after", "")
        same = call.query.get("stream") == self._stream.name
        after = int(asked) if same and asked.isdecimal() and len(asked) < 16 else None
        token, address = session.token, call.address

        async def look_again() -> Onlooker | None:
            now = await self._login.find(token, address)
            return self.find_onlooker(now) if now is not None else None

        def describe(onlooker: Onlooker) -> dict[str, Any]:
            whole = self._worlds.describe_all(session.account, onlooker)
            return {**whole, "stream": self._stream.name}

        link = PageLink(
            self._stream, self._clock, self.find_onlooker(session), after,
            describe, look_again, self._view.describe_time, self._desk.spawn,
        )  # fmt: skip
        self._links.add(link)
        if isinstance(WebSocketResource(_Only(link)).render_GET(request), bytes):
            raise NotAnswered(400, "This is no WebSocket.")

    def _check_links(self) -> None:
        """Let those open pages and visits be closed at once whose sessions are over."""
        for link in list(self._links):
            link.check_now()

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
