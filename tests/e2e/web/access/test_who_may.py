"""Every path of the interface, asked as everybody; and what the doors to it hold against."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest

from server.boundaries import Role
from server.session.entry.throttle import ALLOWED
from server.web.description import describe_api
from tests.e2e.harness import PASSWORD, Client, Server
from tests.e2e.web.support.reader import Reader, log_reader_in
from tests.e2e.web.support.socket_client import SocketClient
from tests.e2e.worlds import make_world

OPEN = {"/session", "/openapi.json"}
"""What needs no login."""

SOCKETS = {"/stream"}

LEAST: dict[str, Role] = {
    **dict.fromkeys(("/world", "/rooms", "/people", "/agents", "/events"), Role.GUEST),
    **dict.fromkeys((f"/replay/{each}" for each in ("span", "density", "moment", "events", "file")),
                    Role.GUEST),
    **dict.fromkeys(("/rooms/{id}", "/people/{id}", "/talk", "/spoken"), Role.PLAYER),
    **dict.fromkeys(("/files", "/files/text", "/files/before", "/files/new"), Role.BUILDER),
}  # fmt: skip
"""Who may ask; everything else is for administrators alone."""

PEOPLE = {"Ada": Role.ADMINISTRATOR, "Bea": Role.BUILDER, "Pim": Role.PLAYER}

PARTS = {"{id}": "1", "{number}": "1", "{summary}": "1", "{day}": "2026-11-22"}

FOREIGN = ("http://evil.example", "null", "")


def list_operations() -> list[tuple[str, str, dict[str, Any]]]:
    """Return each path below the root, method and description, but for what needs no login."""
    return [
        (path.removeprefix("/api/v1"), method.upper(), operation)
        for path, item in describe_api()["paths"].items()
        for method, operation in item.items()
        if method != "parameters" and path.removeprefix("/api/v1") not in OPEN | SOCKETS
    ]


def fill(path: str) -> str:
    """Return a path that can be asked; nobody of the world has the name in it."""
    for part, value in PARTS.items():
        path = path.replace(part, value)
    return path.replace("{name}", "Nobody").replace("{agent}", "Nobody")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with make_world(tmp_path_factory.mktemp("access")).server() as running:
        yield running


@pytest.fixture(scope="module")
def readers(server: Server) -> dict[Role, Reader]:
    """A program of each role."""
    ada = server.client().create("Ada")
    for name, role in PEOPLE.items():
        if name != "Ada":
            server.client().create(name).ask("quit", "Goodbye")
        if role is Role.BUILDER:
            ada.ask(f"@role {name} builder", name)
    guest = Reader(server)
    assert guest.ask("POST", "/api/v1/session", {"guest": True})[0] == 200
    return {Role.GUEST: guest} | {
        role: log_reader_in(server, name) for name, role in PEOPLE.items()
    }


def test_each_path_is_for_those_who_may_ask(server: Server, readers: dict[Role, Reader]) -> None:
    """Nobody without a login, nobody of a lesser role; and each refusal is described."""
    nobody = Reader(server)
    asked = 0
    for path, method, operation in list_operations():
        least, address = LEAST.get(path, Role.ADMINISTRATOR), f"/api/v1{fill(path)}"
        # An order, or a text to be written, that is understood by nobody.
        said = None if method == "GET" else {"nothing": True}
        status, answer = nobody.ask(method, address, said)
        assert (status, answer["error"]) == (401, "Log in first."), (method, path)
        assert operation["x-role"] == least.value, (method, path)
        assert {"401", "421"} <= operation["responses"].keys(), (method, path)
        for role, reader in readers.items():
            status, answer = reader.ask(method, f"{address}?zone=&nonsense=1", said)
            asked += 1
            if role.includes(least):
                assert status == 400 and "'nonsense' is no parameter" in answer["error"], path
            else:
                assert status == 403 and answer["error"].startswith("This is for "), (role, path)
            assert str(status) in operation["responses"], (status, method, path)
    assert asked > 150


def test_a_change_comes_from_the_page_alone(server: Server, readers: dict[Role, Reader]) -> None:
    """With the cookie of an administrator, too; and so does every WebSocket."""
    ada = readers[Role.ADMINISTRATOR]
    changes = [(path, method) for path, method, _ in list_operations() if method != "GET"]
    assert len(changes) > 5
    for path, method in [*changes, ("/session", "POST"), ("/session", "DELETE")]:
        for origin in FOREIGN:
            status, answer = ada.ask(method, f"/api/v1{fill(path)}", {}, Origin=origin)
            assert (status, answer["error"]) == (403, "Only the page itself may ask for this.")
    for path in ("/play", "/api/v1/stream"):
        for origin in FOREIGN:
            socket = SocketClient(
                server.web, ["telnet.mudstandards.org"],
                path=path, origin=origin, cookie=ada.cookie,
            )  # fmt: skip
            assert socket.refused == 403, (path, origin)
    assert ada.ask("GET", "/api/v1/session")[1]["name"] == "Ada"


def log_in(server: Server, *, cookie: str = "", source: str = "127.0.0.1", name: str = "Pim",
           password: str = PASSWORD) -> tuple[int, str, Any]:  # fmt: skip
    """Return the status, the cookie that is set, whole, and the answer."""
    connection = http.client.HTTPConnection(urlsplit(server.web).netloc, source_address=(source, 0))
    headers = {"Content-Type": "application/json", "Origin": server.web, "Cookie": cookie}
    body = json.dumps({"name": name, "password": password})
    connection.request("POST", "/api/v1/session", body, headers)
    reply = connection.getresponse()
    found = reply.status, reply.headers["Set-Cookie"] or "", json.loads(reply.read())
    connection.close()
    return found


def test_a_login_has_a_cookie_of_its_own(server: Server, readers: dict[Role, Reader]) -> None:
    """No script reads it, no other page sends it; the one before is over, and one that somebody
    else has made up is not taken."""
    planted = "tarn_session=planted"
    status, first, _ = log_in(server, cookie=planted)
    token, *attributes = first.split("; ")
    assert status == 200 and token != planted and len(token) > 50
    assert sorted(attributes) == ["HttpOnly", "Path=/", "SameSite=Strict"]
    second = log_in(server, cookie=token)[1].partition(";")[0]
    assert second not in (token, planted)
    reader = Reader(server)
    pim = {"name": "Pim", "role": PEOPLE["Pim"].value}
    for cookie, who in (("", None), (planted, None), (token, None), (second, pim)):
        reader.cookie = cookie
        assert reader.ask("GET", "/api/v1/session") == (200, who)
    _, answer = reader.ask("DELETE", "/api/v1/session")
    reader.cookie = second
    assert answer is None and reader.ask("GET", "/api/v1/session") == (200, None)


def test_passwords_are_guessed_at_one_door_for_all(
    server: Server, readers: dict[Role, Reader]
) -> None:
    """Who has guessed too often at telnet is not heard at the page, nor the other way round."""
    at_telnet, at_page = "127.0.0.41", "127.0.0.42"
    for _ in range(ALLOWED):
        client = Client(server.port, at_telnet)
        client.ask("connect Pim wrong", "Wrong name or password")
        client.close()
        assert log_in(server, source=at_page, password="wrong")[0] == 403
    status, _, answer = log_in(server, source=at_telnet)
    assert status == 403 and "Wrong" not in answer["error"], answer
    client = Client(server.port, at_page)
    client.ask(f"connect Pim {PASSWORD}", "Too many wrong passwords")
    client.close()
    assert log_in(server)[0] == 200
