"""Playing in the page: the same world as at telnet, in a real browser."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.e2e.harness import Client, Server, until
from tests.e2e.web.chromium import TWO_FRAMES, Chromium, log_in
from tests.e2e.web.support.play import LINES, TERMINAL_LINES
from tests.e2e.worlds import make_world

PASSWORD = "correct horse"
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
    answered = "split('You say, \"Which way?\"')[1]?.includes('Exits: garden')"
    terminal.until(f"{TERMINAL_LINES}.{answered}")
    # What still comes below them moves them up.
    place = until(lambda: point_at(terminal, GARDEN), "a link that is pointed at")
    assert place is not None
    terminal.run(terminal.page.mouse.click(*place))
    ada.expect("Bert leaves")
    shows(terminal, "Beans in rows.", TERMINAL_LINES)
    enter(terminal, "go hall")
    ada.expect("Bert (arrives|comes)")


def test_who_may_not_see_a_view_reads_why_at_the_address_of_another(browser: Chromium) -> None:
    """Until they go elsewhere."""
    lead = "document.querySelector('.lead p').innerText"
    browser.evaluate("location.hash = '#/mind/Moss'")
    browser.until("location.hash === '#/world'")
    words = "Minds is for administrators and you are a player, so this is World."
    browser.until(f"{lead} === {json.dumps(words)}")
    browser.go("#/replay")
    browser.go("#/world")
    assert browser.evaluate(lead).startswith("A small world, live.")
    browser.go("#/play")


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
    """A way is gone at once, a name begins a line; in any width. Where nobody is, that is said."""
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
        alone = "!!document.querySelector('.here .nobody')"
        browser.until(alone if way == "garden" else f"!({alone}) && !!{found.format('Ada')}")
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
