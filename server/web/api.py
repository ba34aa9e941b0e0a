"""The interface for pages and programs: JSON under ``/api/v1``, as `description` tells it."""

from __future__ import annotations

import inspect
import json
from collections.abc import Mapping, Sequence

from server.boundaries import Account
from server.storage.database import StorageError
from server.web.boundaries import Call, NotAnswered, Reply
from server.web.browser_sessions import BrowserSession
from server.web.description import describe_api
from server.web.login import BrowserLogin
from server.web.parameters import check_described, check_query
from server.web.routing import ROOT, Data, Route, RouteCall
from server.web.serving.headers import COOKIE, check_host, check_origin, make_cookie
from server.web.stream import encode_json


class PageApi:
    """Answers the calls under ``/api/v1``: sessions, the description, and the views' routes."""

    def __init__(self, login: BrowserLogin, routes: Sequence[Route], *, public: bool) -> None:
        check_described(routes)
        self.login, self.routes, self._public = login, routes, public

    async def handle(self, call: Call) -> Reply:
        """Return the reply to any call under ``/api/v1`` but a WebSocket's; never raises."""
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
            return reply_json(describe_api())
        return await self._answer(call)

    async def _answer(self, call: Call) -> Reply:
        fitting = [(each, found) for each in self.routes if (found := each.match(call.path))
                   is not None]  # fmt: skip
        if not fitting:
            raise NotAnswered(404, "There is nothing here.")
        wanted = [(each, found) for each, found in fitting if each.takes(call.method)]
        if not wanted:
            allowed = ", ".join(sorted(each.method for each, _ in fitting))
            raise NotAnswered(405, f"Allowed: {allowed}.")
        route, parts = wanted[0]
        session = await self.find_session(call)
        if not session.account.role.includes(route.role):
            raise NotAnswered(403, f"This is for {route.role.value}s.")
        check_query(route, call)
        answer = route.answer(RouteCall(call, session, parts))
        data = await answer if inspect.isawaitable(answer) else answer
        return data if isinstance(data, Reply) else reply_json(data)

    # --- sessions -----------------------------------------------------------------------

    async def find_session(self, call: Call) -> BrowserSession:
        """Return the caller's session. Raises `NotAnswered`."""
        session = await self._look_for_session(call)
        if session is None:
            raise NotAnswered(401, "Log in first.")
        return session

    async def _look_for_session(self, call: Call) -> BrowserSession | None:
        return await self.login.find(call.cookies.get(COOKIE, ""), call.address)

    async def _handle_session(self, call: Call) -> Reply:
        if call.method in ("GET", "HEAD"):
            # Nobody is an answer: a refusal would stand as an error in the browser's console.
            session = await self._look_for_session(call)
            return reply_json(describe_account(session.account) if session else None)
        if call.method == "DELETE":
            self.login.sessions.end(call.cookies.get(COOKIE, ""))
            return Reply(204, headers={"set-cookie": make_cookie("", ends=True)})
        if call.method != "POST":
            raise NotAnswered(405, "Allowed: GET, POST, DELETE.")
        begun = await self._log_in(call)
        self.login.sessions.end(call.cookies.get(COOKIE, ""))
        cookie = {"set-cookie": make_cookie(begun.token)}
        return reply_json(describe_account(begun.account), cookie)

    async def _log_in(self, call: Call) -> BrowserSession:
        asked = read_body(call)
        if asked.get("guest") is True:
            return self.login.log_in_guest(call.address)
        name, password = asked.get("name"), asked.get("password")
        if not (isinstance(name, str) and isinstance(password, str) and name and password):
            raise NotAnswered(400, 'Send {"name": …, "password": …} or {"guest": true}.')
        return await self.login.log_in(call.address, name, password)


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


def reply_json(data: Data | None, headers: Mapping[str, str] | None = None) -> Reply:
    """Return data as a reply."""
    return Reply(200, encode_json(data).encode("utf-8", "replace"), headers=headers or {})


def reply_error(refused: NotAnswered) -> Reply:
    """Return a refusal as a reply."""
    body = encode_json({"error": str(refused)}).encode("utf-8", "replace")
    after = {"retry-after": str(refused.retry_after)} if refused.retry_after else {}
    return Reply(refused.status, body, headers=after)
