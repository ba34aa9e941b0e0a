"""The page in a real browser, beside somebody at telnet: both see the same world."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from server.web.description import describe_api
from tests.e2e.harness import PASSWORD, Client, Server, until
from tests.e2e.web.chromium import Chromium, log_in
from tests.e2e.web.support.reader import Reader, fits, log_reader_in
from tests.e2e.worlds import ROOMS, make_world
from tests.paths import ROOT

STRETCH = "?from=2026-11-22T08:00:00Z&to=2026-11-22T09:00:00Z"
QUERIES = {
    "/api/v1/files/text": "?path=world/The%20Hall.md",
    "/api/v1/files/before": "?path=world/The%20Hall.md",
    "/api/v1/files/new": "?path=world/The%20Attic.md",
    "/api/v1/replay/density": STRETCH,
    "/api/v1/replay/moment": "?at=2026-11-22T08:00:00Z",
    "/api/v1/replay/events": STRETCH,
    "/api/v1/replay/thoughts": STRETCH,
}
"""What a described path has to be asked with."""

HOSTILE = "<script>document.title=1</script> <img src=x onerror=alert(1)> [a](javascript:b)"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    # One above the other, where a bubble would stand on the name of the room above.
    pins = {"The Garden": -1, "The Hall": 0, "The Landing": 1}
    notes = {
        f"world/{name}.md": ROOMS[name].replace("---\n", f"---\nmap: [0, {y}]\n", 1)
        for name, y in pins.items()
    }
    world = make_world(tmp_path_factory.mktemp("page"), notes=notes)
    with world.server() as running:
        yield running


@pytest.fixture(scope="module")
def ada(server: Server) -> Client:
    """The first account, which is an administrator's."""
    return server.client().create("Ada")


def go_to_the_hall(ada: Client) -> None:
    """Be there, wherever the tests before have left her."""
    if "Exits: hall" in ada.ask("look", r"Exits?: .*\n"):
        ada.ask("go hall", r"Exits?: .*\n")


def say_in_a_bubble(ada: Client, browser: Chromium, words: str, look: str = "true") -> Any:
    """Say something until it is seen in a bubble: none is there for words older than 7 seconds.

    Returns the value of a script about that `bubble`, looked at while it is there.
    """
    bubbles = "[...document.querySelectorAll('.bubble')]"
    said = f"{bubbles}.find(each => each.innerText.includes({json.dumps(words)}))"
    shown = f"(bubble => bubble && ({look}))({said})"

    def find() -> Any:
        ada.ask(f"say {words}", "You say")
        return next(filter(None, (browser.evaluate(shown) for _ in range(100))), None)

    return until(find, f"a bubble: {words}")


def test_a_person_at_telnet_is_seen_to_speak_and_walk(
    server: Server, ada: Client, browser: Chromium
) -> None:
    """In a bubble, in the feed, and on the map; with nothing that the browser refuses."""
    go_to_the_hall(ada)
    log_in(browser, server.web)
    browser.until("!!document.querySelector('g.person[aria-label=Ada]')")
    before = browser.evaluate("document.querySelector('g.person[aria-label=Ada]').style.transform")
    say_in_a_bubble(ada, browser, "Is that the lamp?")
    browser.until_shows("Ada says, “Is that the lamp?”")
    ada.ask("go garden", r"Exits?: .*\n")
    browser.until(
        "document.querySelector('g.person[aria-label=Ada]').style.transform !== "
        f"{json.dumps(before)}"
    )
    assert browser.console == []


def test_a_bubble_hides_no_name_of_a_room(server: Server, ada: Client, browser: Chromium) -> None:
    """Wherever the speaker stands."""
    log_in(browser, server.web)
    go_to_the_hall(ada)
    for way in ("go landing", "go hall", "go garden"):
        ada.ask(way, r"Exits?: .*\n")
        words = f"I have come by {way} and shall go on at once, before it rains."
        look = f"[{HIDDEN}, {TAIL_TO_SPEAKER}]"
        hidden, distance = say_in_a_bubble(ada, browser, words, look)
        assert hidden == [], way
        assert distance < 80, way


HIDDEN = """(() => {
  const box = bubble.querySelector('p').getBoundingClientRect();
  return [...document.querySelectorAll('g.room text')].filter((label) => {
    const other = label.getBoundingClientRect();
    return box.left < other.right && other.left < box.right
      && box.top < other.bottom && other.top < box.bottom;
  }).map((label) => label.textContent);
})()"""
"""The names that a bubble lies on."""
TAIL_TO_SPEAKER = """(() => {
  const tails = [...document.querySelectorAll('.speech path')];
  const numbers = (text) => text.match(/-?[0-9.]+/g).map(Number);
  const tip = numbers(tails[tails.length - 1].getAttribute('d').split('L')[1]);
  const mark = numbers(document.querySelector('g.person[aria-label=Ada]').style.transform);
  return Math.hypot(tip[0] - mark[0], tip[1] - mark[1]);
})()"""
"""How far the tail of the newest words ends from the mark of their speaker, by the map's units."""


def test_the_feed_stays_at_the_newest_line(server: Server, ada: Client, browser: Chromium) -> None:
    """Also in a window that becomes smaller; whoever has scrolled back is left there."""
    log_in(browser, server.web)
    for number in range(12):
        ada.ask(f"say Line {number} of the ferry's timetable.", "You say")
    browser.until_shows("Line 11 of")
    left = "(e => e.scrollHeight - e.scrollTop - e.clientHeight)(document.querySelector('.lines'))"
    browser.until(f"{left} < 2")
    browser.resize(700, 500)
    browser.until(f"{left} < 2")
    browser.evaluate("document.querySelector('.lines').scrollTop = 0")
    browser.until(f"{left} > 50")
    ada.ask("say That was all of it.", "You say")
    browser.until_shows("That was all of it.")
    assert browser.evaluate("document.querySelector('.lines').scrollTop") == 0


def test_the_feed_is_filtered_and_searched(server: Server, ada: Client, browser: Chromium) -> None:
    """By kind, and by words of a line, of its place or of who did it."""
    log_in(browser, server.web)
    go_to_the_hall(ada)
    ada.ask("say The ferry is late.", "You say")
    ada.ask("go garden", r"Exits?: hall.*\n")
    ada.ask("emote counts the beans.", "Ada counts the beans")
    go_to_the_hall(ada)
    lines = "document.querySelector('.lines').innerText"
    kinds = {
        "Talk": ("The ferry is late.", "walks from"),
        "Moves": ("Ada walks from The Hall to The Garden.", "The ferry"),
        "Everything": ("counts the beans", "nothing of the kind"),
    }  # fmt: skip
    for kind, (there, gone) in kinds.items():
        press = (
            f"[...document.querySelectorAll('.feed button')].find(e => e.innerText === '{kind}')"
        )
        browser.until(f"Boolean({press})")
        browser.evaluate(f"{press}.click()")
        browser.until(f"{press}.ariaPressed === 'true'")
        browser.until(f"{lines}.includes('{there}') && !{lines}.includes('{gone}')")
    browser.evaluate("document.querySelector('.feed input').focus()")
    browser.type("beans")
    browser.until(f"{lines}.includes('counts the beans') && !{lines}.includes('ferry')")
    browser.type(" of brass")
    browser.until(f"{lines}.includes('Nothing found.')")


def test_a_room_opens_with_its_picture_of_things(
    server: Server, ada: Client, browser: Chromium
) -> None:
    """By a click: what it looks like, what lies there, who is there and the ways out."""
    go_to_the_hall(ada)
    ada.ask("@create brass lamp", "brass lamp")
    ada.ask("drop brass lamp", "brass lamp")
    log_in(browser, server.web)
    browser.until(
        "/^World clock \\d\\d:\\d\\d \\w+/.test(document.querySelector('.hour').innerText)"
    )
    browser.until_shows("Times are by your clock, UTC; one hour here is 2.5 minutes.")
    browser.until("!!document.querySelector('g.room[aria-label=\"The Hall\"]')")
    browser.click('g.room[aria-label="The Hall"] .mark')
    for words in (
        "A long stone hall.",
        "Things here",
        "brass lamp",
        "Who is here",
        "garden → The Garden",
    ):
        browser.until_shows(words)
    browser.evaluate(
        "[...document.querySelectorAll('.panel button')].find(e => e.innerText === 'Ada').click()"
    )
    browser.until("document.querySelector('.panel h2').innerText === 'Ada'")
    browser.until_shows("visits")


def test_a_map_that_does_not_fit_keeps_its_names_readable(
    server: Server, ada: Client, browser: Chromium
) -> None:
    """Made larger, a part of it is seen, which can be moved; made smaller, all of it is."""
    browser.resize(390, 480)
    log_in(browser, server.web)
    label = "document.querySelector('g.room text').getBoundingClientRect().height"
    spills = "(c => c.scrollHeight > c.clientHeight + 1)(document.querySelector('.canvas'))"
    browser.until("!!document.querySelector('g.room text')")
    while not browser.evaluate(spills):
        browser.click("[aria-label=Larger]")
    assert browser.evaluate(label) >= 9
    while browser.evaluate(spills):
        before = browser.evaluate("document.querySelector('.canvas svg').style.height")
        browser.click("[aria-label=Smaller]")
        browser.until(f"document.querySelector('.canvas svg').style.height !== {before!r}")
    assert browser.evaluate(label) >= 9, "a small world is readable as a whole"


def test_a_long_name_stands_on_two_lines_of_the_map(server: Server, browser: Chromium) -> None:
    """So that it does not lie over its neighbours'; one without spaces is cut, too."""
    browser.open(server.web)
    browser.evaluate(
        "import('/static/views/world/labels.js').then((m) => { window.wrapped = ["
        "'The Hall', 'A Room with a Very Long Name Indeed, and More', 'x'.repeat(60), ''"
        "].map(m.wrapName); })"
    )
    assert browser.until("window.wrapped") == [
        ["The Hall"], ["A Room with a Very", "Long Name Indeed,…"], ["x" * 18, "x" * 17 + "…"], [],
    ]  # fmt: skip


def test_what_people_write_is_text_and_nothing_else(
    server: Server, ada: Client, browser: Chromium
) -> None:
    log_in(browser, server.web)
    title = browser.evaluate("document.title")
    ada.ask(f"say {HOSTILE}", "You say")
    browser.until("document.body.innerText.includes('onerror')")
    browser.until_shows(HOSTILE)
    assert browser.evaluate("document.title") == title
    assert browser.evaluate("document.querySelectorAll('li img, li script, li a').length") == 0


def test_a_page_that_was_away_misses_nothing(
    server: Server, ada: Client, browser: Chromium
) -> None:
    log_in(browser, server.web)
    browser.until("!!document.querySelector('.feed')")
    browser.run(browser.page.context.set_offline(True))
    browser.until("document.querySelector('.link').innerText === 'connection lost'")
    ada.ask("say Said while you were away.", "You say")
    browser.run(browser.page.context.set_offline(False))
    browser.until_shows("Said while you were away.")
    browser.until("document.querySelector('.link').innerText === 'connected'")


def test_a_look_by_keyboard_in_every_light_and_width(
    server: Server, ada: Client, browser: Chromium
) -> None:
    """A room is chosen by Enter and let go by Escape; nothing is wider than a phone."""
    log_in(browser, server.web)
    browser.until("!!document.querySelector('g.room')")
    browser.evaluate("document.querySelector('g.room').focus()")
    browser.press("Enter")
    browser.until("!!document.querySelector('.panel h2')")
    browser.press("Escape")
    browser.until("!document.querySelector('.panel')")
    for scheme in ("light", "dark"):
        browser.prefer(scheme)
        browser.until("document.getAnimations().every((each) => each.playState !== 'running')")
        paper = browser.evaluate("getComputedStyle(document.body).backgroundColor")
        ink = browser.evaluate("getComputedStyle(document.body).color")
        assert (brightness(paper) > brightness(ink)) == (scheme == "light")
    browser.resize(390, 844)
    browser.until("document.documentElement.scrollWidth <= 390")


def brightness(color: str) -> int:
    return sum(int(part) for part in color.strip("rgb()").split(","))


# --- the interface for programs --------------------------------------------------------


def test_the_interface_is_as_its_document_says(server: Server, ada: Client) -> None:
    """Every path that is described answers so, and what is not described is not there."""
    whole = describe_api()
    reader = Reader(server)
    assert reader.ask("POST", "/api/v1/session", {"name": "Ada", "password": "correct horse"}) == (
        200, {"name": "Ada", "role": "administrator"},
    )  # fmt: skip
    _, people = reader.ask("GET", "/api/v1/people")
    ids = {"people": next(p["id"] for p in people["people"] if p["name"] == "Ada")}
    _, rooms = reader.ask("GET", "/api/v1/rooms")
    ids["rooms"] = rooms["rooms"][0]["id"]
    for path, methods in whole["paths"].items():
        content = methods.get("get", {}).get("responses", {}).get("200", {}).get("content")
        if content and "{" not in path.replace("{id}", ""):  # agents' have tests of their own
            asked = path.replace("{id}", str(ids.get(path.split("/")[3], 0)))
            asked += QUERIES.get(path, "")
            status, data = reader.ask("GET", asked)
            assert status == 200
            assert fits(data, content["application/json"]["schema"], whole), path
    assert reader.ask("GET", "/api/v1/openapi.json") == (200, whole)
    assert reader.ask("GET", "/api/v1/nothing")[0] == 404


def test_the_notebook_makes_rows_of_a_running_world(server: Server, ada: Client) -> None:
    """Its code runs as it stands there, up to the first line that needs pandas."""
    ada.ask("say This is for the table.", "You say")
    text = (ROOT / "docs" / "notebook.md").read_text(encoding="utf-8")
    code = text.partition("```python\n")[2].partition("```")[0]
    lines = [line for line in code.splitlines() if line]
    assert len(lines) == 10
    ours, pandas, _ = code.partition("import pandas\n")
    assert pandas and "http://127.0.0.1:4001" in ours
    names: dict[str, Any] = {}
    exec(ours.replace("http://127.0.0.1:4001", server.web), names)
    assert ("Ada", "speech", 'Ada says, "This is for the table."') in [
        (row["actor"], row["kind"], row["text"]) for row in names["rows"]
    ]
    names["tarn"].close()
    table = text.partition("| path |")[2]
    known = [re.sub(r"{\w+}", "[^/]+", path) for path in describe_api()["paths"]]
    named = re.findall(r"/api/v1/[\w./]+", table)
    assert len(named) > 10
    assert [each for each in named if not any(re.fullmatch(p, each) for p in known)] == []


def test_guests_see_the_map_and_public_talk_and_no_more(server: Server, ada: Client) -> None:
    """What is said to one alone is shown to those two, and a password is asked for as at telnet."""
    guest, bert = Reader(server), Reader(server)
    assert guest.ask("GET", "/api/v1/rooms")[0] == 401
    assert guest.ask("POST", "/api/v1/session", {"guest": True})[0] == 200
    status, said = bert.ask("POST", "/api/v1/session", {"name": "Bert", "password": "wrong"})
    assert (status, said["error"]) == (403, "Wrong name or password.")
    other = server.client().create("Bert")
    assert (
        bert.ask("POST", "/api/v1/session", {"name": "Bert", "password": "correct horse"})[0] == 200
    )
    ada.ask("tell Bert The key is under the stone.", "You tell")
    other.expect("The key is under the stone.")
    other.ask("say Nobody heard that.", "You say")

    def texts(reader: Reader) -> str:
        return json.dumps(reader.ask("GET", "/api/v1/events")[1])

    until(lambda: "Nobody heard that." in texts(guest), "the public remark")
    assert "under the stone" not in texts(guest)
    assert "under the stone" in texts(bert)
    # Who comes later reads of it no more than by @narrative.
    later = Reader(server)
    later.ask("POST", "/api/v1/session", {"guest": True})
    assert "Nobody heard that." not in texts(later)
    assert "Nobody heard that." in texts(log_reader_in(server, "Bert"))
    assert "Nobody heard that." in texts(log_reader_in(server, "Ada"))
    other.ask("say But this is heard.", "You say")
    until(lambda: "But this is heard." in texts(later), "the remark after that")
    assert "Nobody heard that." not in texts(later)
    assert guest.ask("GET", "/api/v1/rooms/1")[0] == 403
    foreign = guest.ask("DELETE", "/api/v1/session", None, Origin="http://evil.example")
    assert foreign[0] == 403
    assert guest.ask("DELETE", "/api/v1/session")[0] == 204
    assert guest.ask("GET", "/api/v1/rooms")[0] == 401


# --- another password --------------------------------------------------------------------


def test_another_password_closes_every_page_of_the_account(
    server: Server, ada: Client, browser: Chromium
) -> None:
    """Open ones at once, and the interface; the connection at which it was changed stays."""
    cleo, reader, guest = server.client().create("Cleo"), Reader(server), Reader(server)
    guest.ask("POST", "/api/v1/session", {"guest": True})
    given = {"name": "Cleo", "password": PASSWORD}
    assert reader.ask("POST", "/api/v1/session", given)[0] == 200
    assert reader.ask("GET", "/api/v1/rooms")[0] == 200
    log_in(browser, server.web, "Cleo")
    cleo.ask("@password", r"Your password now: ")
    cleo.ask(PASSWORD, r"The new password: ")
    cleo.ask("battery staple", r"The new password again: ")
    cleo.ask("battery staple", r"Your password is changed\. .*again\.\n")
    browser.until("!!document.querySelector('input[name=name]')")
    assert reader.ask("GET", "/api/v1/rooms")[0] == 401
    assert reader.ask("POST", "/api/v1/session", given)[0] == 403
    again = {"name": "Cleo", "password": "battery staple"}
    assert reader.ask("POST", "/api/v1/session", again)[0] == 200
    assert reader.ask("GET", "/api/v1/rooms")[0] == 200
    assert guest.ask("GET", "/api/v1/rooms")[0] == 200
    cleo.ask("say Still here.", r'You say, "Still here\."\n')
