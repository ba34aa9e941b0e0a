"""Playing in the page: the same world as at telnet, over each subprotocol, in a real browser."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Callable, Iterator

import pytest

from tests.e2e.harness import Client, Server, until
from tests.e2e.web.chromium import TWO_FRAMES, Chromium, log_in
from tests.e2e.web.support.play import LINES, TERMINAL_LINES
from tests.e2e.web.support.socket_client import SocketClient
from tests.e2e.worlds import make_world

PASSWORD = "correct horse"
TELNET, GMCP, TERMINAL = (f"{each}.mudstandards.org" for each in ("telnet", "gmcp", "terminal"))
HOSTILE = "<script>document.title=1</script> <img src=x onerror=alert(1)> [a](javascript:b)"
#: The latest exit to the garden, as prose.
WAY = "[...document.querySelectorAll('.stretch .go')].findLast(e => e.innerText === 'garden')"

#: Where the word "garden" stands in the last list of exits, by the terminal's cells.
GARDEN = """(() => {
    const rows = [...document.querySelectorAll('.xterm-rows > div')];
    const row = rows.findLast(each => each.textContent.includes('Exits: garden'));
    if (!row) return null;
    const measured = document.querySelector('.xterm-char-measure-element');
    const width = measured.getBoundingClientRect().width / measured.textContent.length;
    const box = row.getBoundingClientRect();
    const left = document.querySelector('.xterm-screen').getBoundingClientRect().x;
    return [left + width * (row.textContent.indexOf('garden') + 2.5), box.y + box.height / 2];
})()"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    world = make_world(tmp_path_factory.mktemp("play"))
    # A closed connection's body waits, so that a visit can be come back to.
    settings = world.config / "server.yaml"
    text = settings.read_text("utf-8")
    assert "linkdead_seconds: 0" in text
    settings.write_text(text.replace("linkdead_seconds: 0", "linkdead_seconds: 600"), "utf-8")
    with world.server() as running:
        yield running


@pytest.fixture(scope="module")
def ada(server: Server) -> Client:
    """The first account, an administrator's, at telnet."""
    return server.client().create("Ada")


@pytest.fixture(scope="module")
def browser(server: Server, ada: Client, chromium: Chromium) -> Chromium:
    """A browser whose visitor is Bert, in the world."""
    server.client().create("Bert").ask("quit", "Goodbye")
    chromium.resize(1200, 800)
    log_in(chromium, server.web, "Bert")
    chromium.open(f"{server.web}/#/play")
    chromium.click("main button.primary")
    shows(chromium, "You come in from the page, where you are Bert.")
    shows(chromium, "A long stone hall.")
    return chromium


def shows(browser: Chromium, words: str, lines: str = LINES) -> None:
    """Wait until the world shows words, however it has wrapped them."""
    browser.until(f"{lines}.replace(/\\s+/g, ' ').includes({json.dumps(words)})")


def press(browser: Chromium, name: str) -> None:
    """Press the button below the line that has this name."""
    buttons = "[...document.querySelectorAll('.play .tools button')]"
    browser.evaluate(f"{buttons}.find(e => e.innerText === {name!r}).click()")


@pytest.fixture
def terminal(browser: Chromium) -> Iterator[Chromium]:
    """The same visit in the terminal, and back again."""
    enter(browser, "say Now the terminal.")
    shows(browser, "Now the terminal.”")
    press(browser, "Terminal")
    browser.until("!!document.querySelector('.xterm-rows') && !document.querySelector('.prose')")
    yield browser
    press(browser, "Terminal")
    browser.until("!!document.querySelector('.prose') && !document.querySelector('.xterm')")


def enter(browser: Chromium, line: str) -> None:
    browser.until("!document.querySelector('.play form input').disabled")
    browser.evaluate("document.querySelector('.play form input').focus()")
    browser.type(line)
    browser.press("Enter")


def log_in_at_page(server: Server, said: dict[str, object]) -> str:
    """The cookie of a login at the page."""
    asked = urllib.request.Request(
        f"{server.web}/api/v1/session",
        json.dumps(said).encode(),
        {"Content-Type": "application/json", "Origin": server.web},
    )
    with urllib.request.urlopen(asked) as reply:
        return str(reply.headers["Set-Cookie"]).partition(";")[0]


# --- in the browser ----------------------------------------------------------------------


def test_one_at_telnet_and_one_in_the_page_see_the_same(
    server: Server, ada: Client, browser: Chromium
) -> None:
    """Each hears the other, and what is written is text; nothing is refused by the browser."""
    enter(browser, f"say {HOSTILE}")
    ada.expect("Bert says")
    shows(browser, "You say")
    ada.ask(f"say Heard: {HOSTILE}", "You say")
    shows(browser, f"Ada says, “Heard: {HOSTILE}”")
    assert browser.evaluate("document.querySelectorAll('main img, main script').length") == 0
    assert browser.evaluate("document.title") == "Play – Tarn"
    assert browser.console == []


def test_a_link_is_clicked_and_goes(server: Server, ada: Client, browser: Chromium) -> None:
    """An exit is a link, as for clients with MXP at telnet; the Tab key finds the latest alone."""
    enter(browser, "look")
    enter(browser, "look")
    browser.until(f"{LINES}.split('> look').length === 3 && {WAY}?.tabIndex === 0")
    earlier = "[...document.querySelectorAll('.stretch .go')].filter(e => e.tabIndex !== 0).length"
    assert browser.evaluate(earlier) >= 2
    browser.evaluate(f"{WAY}.focus()")
    browser.press("Enter")
    ada.expect("Bert leaves")
    shows(browser, "Beans in rows.")
    enter(browser, "go hall")
    ada.expect("Bert (arrives|comes)")


def point_at(terminal: Chromium, word: str) -> tuple[float, float] | None:
    """Point at a word of the terminal; return where it is, if that is seen to be a link."""
    across, down = terminal.evaluate(word)
    terminal.run(terminal.page.mouse.move(2, 2))
    terminal.run(terminal.page.mouse.move(across, down))
    terminal.evaluate(TWO_FRAMES)
    is_link = terminal.evaluate("!!document.querySelector('.xterm-cursor-pointer')")
    return (across, down) if is_link else None


def test_a_link_in_the_terminal_goes(server: Server, ada: Client, terminal: Chromium) -> None:
    """What was shown before the terminal was chosen is there, too."""
    shows(terminal, "Now the terminal.", TERMINAL_LINES)
    enter(terminal, "say Which way?")
    enter(terminal, "look")
    # The answer to this look: another's exits stand there already, and would move away.
    terminal.until(f"{TERMINAL_LINES}.split('Which way?')[1]?.includes('Exits: garden')")
    # What still comes below them moves them up.
    place = until(lambda: point_at(terminal, GARDEN), "a link that is pointed at")
    assert place is not None
    terminal.run(terminal.page.mouse.click(*place))
    ada.expect("Bert leaves")
    shows(terminal, "Beans in rows.", TERMINAL_LINES)
    enter(terminal, "go hall")
    ada.expect("Bert (arrives|comes)")


def test_a_password_is_hidden(server: Server, browser: Chromium) -> None:
    """In both forms, also of who goes to the other one in the middle of the question."""
    hidden = "document.querySelector('.play form input').type === 'password'"
    enter(browser, "@password")
    browser.until(hidden)
    shows(browser, "Your password now:")
    press(browser, "Terminal")
    shows(browser, "Your password now:", TERMINAL_LINES)
    assert browser.evaluate(hidden)
    enter(browser, "not the password")
    shows(browser, "The new password:", TERMINAL_LINES)
    assert "not the password" not in browser.evaluate(TERMINAL_LINES)
    press(browser, "Terminal")
    shows(browser, "The new password:")
    enter(browser, "nor this")
    shows(browser, "again")
    enter(browser, "")
    browser.until(f"!({hidden})")
    shown = browser.evaluate(LINES)
    assert "not the password" not in shown and "nor this" not in shown


def test_a_dropped_connection_says_so_and_comes_back_to_the_same_body(
    server: Server, ada: Client, browser: Chromium
) -> None:
    enter(browser, "go garden")
    shows(browser, "Beans in rows.")
    browser.run(browser.page.context.set_offline(True))
    browser.evaluate(
        "import('tarn/views/play/visit.js').then(m => m.findVisit().socket.onclose({code: 1006}))"
    )
    shows(browser, "The connection is lost.")
    browser.run(browser.page.context.set_offline(False))
    browser.until_shows("in the world")
    enter(browser, "say Back again.")
    shows(browser, "You say, “Back again.”")
    enter(browser, "look")
    shows(browser, "Beans in rows.")
    enter(browser, "go hall")
    ada.expect("Bert (arrives|comes)")


def test_a_view_left_and_come_back_to_has_the_same_visit(
    server: Server, ada: Client, browser: Chromium
) -> None:
    browser.go("#/world")
    browser.until("!!document.querySelector('.map')")
    ada.ask("say Said behind your back.", "You say")
    browser.go("#/play")
    shows(browser, "Said behind your back.")


def test_where_one_is_stands_beside_it_and_a_click_acts(
    server: Server, ada: Client, browser: Chromium
) -> None:
    """A way is gone at once, a name begins a line; in any width."""
    browser.until("document.querySelector('.here h3')?.innerText === 'The Hall'")
    found = "[...document.querySelectorAll('.here button')].find(e => e.innerText.startsWith({!r}))"
    browser.until(f"!!{found.format('Ada')}")
    browser.evaluate(f"{found.format('Ada')}.click()")
    assert browser.evaluate("document.querySelector('.play form input').value") == "tell Ada "
    browser.evaluate("document.querySelector('.play form input').value = ''")
    for width, way, room in ((390, "garden", "The Garden"), (1200, "hall", "The Hall")):
        browser.resize(width, 800)
        browser.until(f"!!{found.format(way)}")
        browser.evaluate(f"{found.format(way)}.click()")
        browser.until(f"document.querySelector('.here h3')?.innerText === {room!r}")
    ada.expect("Bert (arrives|comes)")


def test_the_terminal_fits_a_phone_and_tells_its_size(server: Server, terminal: Chromium) -> None:
    terminal.resize(390, 844)
    terminal.until("document.documentElement.scrollWidth <= 390")
    terminal.until("document.querySelector('.xterm-screen').offsetWidth < 390")
    enter(terminal, "say " + "abc " * 30)
    # The server wraps its answer at the narrower width: no line ends inside a word.
    lines = TERMINAL_LINES
    answer = f"{lines}.slice({lines}.lastIndexOf('You say')).trimEnd().split('\\n')"
    terminal.until(
        f"{lines}.includes('say, \\x22abc') && {answer}.length >= 3 && "
        f"{answer}.slice(0, -1).every(line => /(abc|,)$/.test(line.trimEnd()))"
    )
    terminal.resize(1200, 800)


def test_a_screen_reader_is_told_the_lines(server: Server, ada: Client, browser: Chromium) -> None:
    """As prose always; the button asks for lists in words."""
    log = "document.querySelector('.prose')"
    assert browser.evaluate(f"[{log}.role, {log}.tabIndex, {log}.ariaLabel]") == [
        "log", 0, "What happens",
    ]  # fmt: skip
    ada.ask("say Can you hear me?", "You say")
    shows(browser, "Can you hear me?")
    press(browser, "Screen reader")
    enter(browser, "look")
    shows(browser, "garden and landing.")
    press(browser, "Screen reader")
    browser.until("!document.querySelector('.tools [aria-pressed=true]')")


def test_a_screen_reader_is_told_the_lines_of_the_terminal(
    server: Server, ada: Client, terminal: Chromium
) -> None:
    press(terminal, "Screen reader")
    terminal.until("!!document.querySelector('.xterm-accessibility')")
    ada.ask("say Can you read this?", "You say")
    terminal.until(
        "document.querySelector('.xterm-accessibility').innerText.includes('Can you read this?')"
    )
    press(terminal, "Screen reader")
    terminal.until("!document.querySelector('.xterm-accessibility')")


# --- plain clients ------------------------------------------------------------------------


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


def test_an_upgrade_is_come_back_from(server: Server, browser: Chromium) -> None:
    """The page does so by itself, to the same body, with what was said before still shown."""
    root = server.client().connect("Ada")
    root.ask("say Before the upgrade.", "You say")
    shows(browser, "Before the upgrade.")

    def is_renewed() -> bool:
        """Whether it is; a program that a busy machine starts in more than a minute is refused."""
        return "renewed" in root.ask(
            "@upgrade", r"The server is renewed|Everything\s+goes\s+on\s+as"
        )

    until(is_renewed, "an upgrade")
    shows(browser, "The page comes back by itself.")
    browser.until_shows("in the world")
    enter(browser, "say After the upgrade.")
    shows(browser, "You say, “After the upgrade.”")
