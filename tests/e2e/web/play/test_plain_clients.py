"""Plain clients of the page's socket: the same world as at telnet, over each subprotocol."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Callable, Iterator

import pytest

from tests.e2e.harness import Client, Server, until
from tests.e2e.web.support.socket_client import SocketClient
from tests.e2e.worlds import make_world

PASSWORD = "correct horse"
TELNET, GMCP, TERMINAL = (f"{each}.mudstandards.org" for each in ("telnet", "gmcp", "terminal"))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with make_world(tmp_path_factory.mktemp("plain")).server() as running:
        yield running


@pytest.fixture(scope="module", autouse=True)
def ada(server: Server) -> Client:
    """The first account, an administrator's, at telnet."""
    return server.client().create("Ada")


def log_in_at_page(server: Server, said: dict[str, object]) -> str:
    """The cookie of a login at the page."""
    asked = urllib.request.Request(
        f"{server.web}/api/v1/session",
        json.dumps(said).encode(),
        {"Content-Type": "application/json", "Origin": server.web},
    )
    with urllib.request.urlopen(asked) as reply:
        return str(reply.headers["Set-Cookie"]).partition(";")[0]


def test_telnet_in_messages_is_telnet(server: Server, ada: Client) -> None:
    """The door, the options and the words are those of telnet; bytes may be cut anywhere."""
    client = SocketClient(server.web, [TELNET])
    assert client.subprotocol == TELNET
    assert "\x1b" not in client.expect("connect")
    assert client.bytes == b"" and client.refused == 0
    client.send(b"conn", whole=False)
    client.send(b"ect Ada correct")
    client.send(b" horse\r")
    client.send(b"\nsay Over a socket.\r\n")
    client.expect('You say, "Over a socket."')
    client.send(b"quit\r\n")
    client.until(lambda: client.closed, "a goodbye")
    assert client.closed == 1000


def test_gmcp_is_lines_and_messages(server: Server) -> None:
    client = SocketClient(server.web, ["unknown.example", GMCP])
    assert client.subprotocol == GMCP
    client.expect("connect")
    client.send('Core.Supports.Set ["Room 1"]')
    client.send(b"create Gwen correct horse")
    told = client.expect("A long stone hall")
    assert "\x1b[" in told and "\xff" not in told and "\ufffd" not in told
    client.until(lambda: any(each.startswith("Room.Info {") for each in client.texts), "the room")
    _, _, data = next(t for t in client.texts if t.startswith("Room.Info")).partition(" ")
    assert json.loads(data)["name"] == "The Hall"
    client.send("Core.Ping")
    client.until(lambda: "Core.Ping" in client.texts, "an echo")
    client.drop()


def test_a_terminal_gets_coloured_lines_alone(server: Server) -> None:
    client = SocketClient(server.web, [TERMINAL], query="?columns=40")
    client.expect("connect")
    client.send(b"create Tess")
    client.expect("Your client will show the password")
    client.send(PASSWORD.encode())
    client.expect("again")
    client.send(PASSWORD)
    told = client.expect("A long stone hall")
    assert "\x1b[" in told and client.texts == []
    client.send(("say " + "word " * 20).encode())
    assert max(map(len, client.expect('You say.*?word *"').split("\r\n"))) < 80
    client.drop()


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        (lambda s: SocketClient(s.web, ["chat.example"]), 400),
        (lambda s: SocketClient(s.web, [TERMINAL], origin="http://evil.example"), 403),
        (lambda s: SocketClient(s.web, [TERMINAL], origin=""), 403),
        (lambda s: SocketClient(s.web, [TERMINAL], cookie="tarn_session=stale"), 401),
        (lambda s: SocketClient(s.web, [TERMINAL], query="?columns=-1"), 400),
    ],
)
def test_what_is_not_right_is_refused(
    server: Server, asked: Callable[[Server], SocketClient], status: int
) -> None:
    assert asked(server).refused == status


def test_a_guest_of_the_page_becomes_a_guest(server: Server) -> None:
    client = SocketClient(server.web, [TERMINAL], cookie=log_in_at_page(server, {"guest": True}))
    client.expect("where you are a guest.*You are Guest")
    client.drop()


def test_a_logout_at_the_page_ends_its_visit(server: Server) -> None:
    server.client().create("Lena").ask("quit", "Goodbye")
    cookie = log_in_at_page(server, {"name": "Lena", "password": PASSWORD})
    client = SocketClient(server.web, [TERMINAL], cookie=cookie)
    client.expect("where you are Lena")
    ended = urllib.request.Request(
        f"{server.web}/api/v1/session", None, {"Cookie": cookie, "Origin": server.web},
        method="DELETE",
    )  # fmt: skip
    urllib.request.urlopen(ended).close()
    client.expect("not logged in at the page any more")
    client.until(lambda: client.closed, "a goodbye")


def test_hostile_bytes_cost_their_sender_alone(server: Server, ada: Client) -> None:
    """Torn frames, endless messages, floods of nothing: the connection ends, the world goes on."""
    endless = SocketClient(server.web, [GMCP])
    endless.send("x" * 3000, whole=False)
    endless.send("x" * 3000, whole=False)
    wrong = SocketClient(server.web, [TERMINAL])
    wrong.send_raw(b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff")
    flood = SocketClient(server.web, [TELNET])
    noise = SocketClient(server.web, [TERMINAL])
    noise.send(bytes(range(256)) * 8)
    noise.send(b"\xff\xfb\xc9\xff\xfa\x18\x00" + b"A" * 100)
    noise.send("wh\u202eo \x1b]0;title\x07\x00")
    for each in (endless, wrong):
        until(lambda each=each: is_gone(each), "the end of the connection")  # type: ignore[misc]
    with pytest.raises((OSError, AssertionError)):
        for _ in range(200):
            flood.send_raw(b"\x82\x80\0\0\0\0" * 100)
        flood.until(lambda: False, "the end")
    ada2 = server.client().connect("Ada")
    ada2.ask("say Nothing happened.", "You say")


def is_gone(client: SocketClient) -> bool:
    try:
        client.until(lambda: bool(client.closed), "a goodbye")
    except (OSError, AssertionError):
        return True
    return bool(client.closed)
