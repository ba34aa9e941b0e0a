"""The interface for pages and programs: JSON under ``/api/v1``, as `openapi.json` describes it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from server.boundaries import Account, Role
from server.storage.database import StorageError
from server.web.boundaries import Call, NotAnswered, Reply
from server.web.browser_sessions import BrowserSession
from server.web.headers import COOKIE, check_host, check_origin, make_cookie
from server.web.login import BrowserLogin
from server.web.stream import Onlooker, PageStream, encode_json, show_record
from server.web.world_view import WorldView

ROOT = "/api/v1"
DESCRIPTION = Path(__file__).parent / "static" / "openapi.json"

MOST_EVENTS = 500

Data = dict[str, Any]
Answer = Callable[[Call, BrowserSession, Mapping[str, str]], Data]


@dataclass(frozen=True, slots=True)
class Route:
    """What is asked by ``GET`` at a path, and the least role that may ask."""

    path: str
    answer: Answer
    role: Role = Role.GUEST

    def match(self, path: str) -> Mapping[str, str] | None:
        """Return the variable parts of a path; None: it is not this one's."""
        found = re.fullmatch(re.sub(r"{(\w+)}", r"(?P<\1>[^/]+)", self.path), path)
        return found.groupdict() if found else None


class PageApi:
    """Answers the calls under ``/api/v1``; `find_onlooker` tells for whom an account looks on."""

    def __init__(
        self,
        login: BrowserLogin,
        view: WorldView,
        stream: PageStream,
        history: list[Data],
        find_onlooker: Callable[[Account], Onlooker],
        *,
        public: bool,
    ) -> None:
        self.login, self._view, self._stream = login, view, stream
        self._history, self._find_onlooker, self._public = history, find_onlooker, public
        self.routes = (
            Route(f"{ROOT}/world", self._show_world),
            Route(f"{ROOT}/rooms", self._list_rooms),
            Route(f"{ROOT}/rooms/{{id}}", self._show_room, Role.PLAYER),
            Route(f"{ROOT}/people", self._list_people),
            Route(f"{ROOT}/people/{{id}}", self._show_person, Role.PLAYER),
            Route(f"{ROOT}/agents", self._list_agents),
            Route(f"{ROOT}/events", self._list_events),
        )

    async def handle(self, call: Call) -> Reply:
        """Return the reply to any call under ``/api/v1`` but the stream's; never raises."""
        try:
            return await self._handle(call)
        except NotAnswered as refused:
            return reply_error(refused)
        except StorageError as error:
            return reply_error(NotAnswered(503, str(error)))

    async def _handle(self, call: Call) -> Reply:
        check_host(call, public=self._public)
        check_origin(call)
        if call.path == f"{ROOT}/session":
            return await self._handle_session(call)
        if call.path == f"{ROOT}/openapi.json":
            return Reply(200, DESCRIPTION.read_bytes())
        for route in self.routes:
            parts = route.match(call.path)
            if parts is not None:
                if call.method not in ("GET", "HEAD"):
                    raise NotAnswered(405, "This can only be read.")
                session = await self.find_session(call)
                if not session.account.role.includes(route.role):
                    raise NotAnswered(403, "This is for people with an account.")
                return reply_json(route.answer(call, session, parts))
        raise NotAnswered(404, "There is nothing here.")

    # --- sessions -----------------------------------------------------------------------

    async def find_session(self, call: Call) -> BrowserSession:
        """Return the caller's session. Raises `NotAnswered`."""
        session = await self.login.find(call.cookies.get(COOKIE, ""), call.address)
        if session is None:
            raise NotAnswered(401, "Log in first.")
        return session

    async def _handle_session(self, call: Call) -> Reply:
        if call.method in ("GET", "HEAD"):
            return reply_json(describe_account((await self.find_session(call)).account))
        if call.method == "DELETE":
            self.login.sessions.end(call.cookies.get(COOKIE, ""))
            return Reply(204, headers={"set-cookie": make_cookie("", ends=True)})
        if call.method != "POST":
            raise NotAnswered(405, "Allowed: GET, POST, DELETE.")
        session = await self._log_in(call)
        self.login.sessions.end(call.cookies.get(COOKIE, ""))
        cookie = {"set-cookie": make_cookie(session.token)}
        return reply_json(describe_account(session.account), cookie)

    async def _log_in(self, call: Call) -> BrowserSession:
        asked = read_body(call)
        if asked.get("guest") is True:
            return self.login.log_in_guest(call.address)
        name, password = asked.get("name"), asked.get("password")
        if not (isinstance(name, str) and isinstance(password, str) and name and password):
            raise NotAnswered(400, 'Send {"name": …, "password": …} or {"guest": true}.')
        return await self.login.log_in(call.address, name, password)

    # --- the world ----------------------------------------------------------------------

    def describe_all(self, account: Account, onlooker: Onlooker) -> Data:
        """Return the whole picture that a page begins with."""
        return {
            "type": "world",
            "seq": self._stream.seq,
            "you": describe_account(account),
            "time": self._view.describe_time(),
            "rooms": self._view.rooms,
            "people": list(self._stream.people.values()),
            "events": self._find_events(onlooker, 0),
        }

    def _show_world(self, call: Call, session: BrowserSession, parts: Mapping[str, str]) -> Data:
        agents = sum(each["kind"] == "agent" for each in self._stream.people.values())
        return {
            "time": self._view.describe_time(),
            "rooms": len(self._view.rooms),
            "people": len(self._stream.people) - agents,
            "agents": agents,
            "seq": self._stream.seq,
        }

    def _list_rooms(self, call: Call, session: BrowserSession, parts: Mapping[str, str]) -> Data:
        return {"rooms": self._view.rooms}

    def _show_room(self, call: Call, session: BrowserSession, parts: Mapping[str, str]) -> Data:
        return _found(self._view.describe_room(_read_number(parts["id"])), "room")

    def _list_people(self, call: Call, session: BrowserSession, parts: Mapping[str, str]) -> Data:
        return {"people": list(self._stream.people.values())}

    def _show_person(self, call: Call, session: BrowserSession, parts: Mapping[str, str]) -> Data:
        return _found(self._view.describe_person(_read_number(parts["id"])), "person awake")

    def _list_agents(self, call: Call, session: BrowserSession, parts: Mapping[str, str]) -> Data:
        people = self._stream.people.values()
        return {"agents": [each for each in people if each["kind"] == "agent"]}

    def _list_events(self, call: Call, session: BrowserSession, parts: Mapping[str, str]) -> Data:
        after = _read_number(call.query.get("after", "0"))
        onlooker = self._find_onlooker(session.account)
        return {"seq": self._stream.seq, "events": self._find_events(onlooker, after)}

    def _find_events(self, onlooker: Onlooker, after: int) -> list[Data]:
        """Return the newest events after a number that somebody may see, oldest first."""
        kept = self._stream.list_after(after)
        records = kept if kept is not None else self._stream.list_kept()
        events = [each for each in records if each.data["type"] == "event"]
        shown = [show_record(each, onlooker) for each in events[-MOST_EVENTS:]]
        newer = [json.loads(each) for each in shown if each is not None]
        older = self._history if not after else []
        return [*older, *newer][-MOST_EVENTS:]


def describe_account(account: Account) -> Data:
    """Return who somebody is, for the page."""
    return {"name": account.name, "role": account.role.value}


def read_body(call: Call) -> Data:
    """Return the JSON object of a call. Raises `NotAnswered`."""
    if not call.headers.get("content-type", "").startswith("application/json"):
        raise NotAnswered(415, "Send application/json.")
    try:
        said = json.loads(call.body)
    except (ValueError, RecursionError):
        said = None
    if not isinstance(said, dict):
        raise NotAnswered(400, "Send a JSON object.")
    return said


def reply_json(data: Data, headers: Mapping[str, str] | None = None) -> Reply:
    """Return data as a reply."""
    return Reply(200, encode_json(data).encode("utf-8", "replace"), headers=headers or {})


def reply_error(refused: NotAnswered) -> Reply:
    """Return a refusal as a reply."""
    return Reply(refused.status, encode_json({"error": str(refused)}).encode("utf-8", "replace"))


def _read_number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 16):
        raise NotAnswered(400, "A whole number is needed here.")
    return int(text)


def _found(data: Data | None, what: str) -> Data:
    if data is None:
        raise NotAnswered(404, f"There is no such {what}.")
    return data
