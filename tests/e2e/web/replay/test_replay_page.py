"""The past played again: in the page, as a link, as a file; for each as much as they may know."""

from __future__ import annotations

import json
import urllib.error
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from agents.memory.core.records import Experience
from agents.memory.log.codec import encode
from server.chronicle.entry import ChronicleEntry, encode_entry
from tests.e2e.harness import Client, Server, until
from tests.e2e.web.chromium import Chromium, log_in
from tests.e2e.web.replay.replay_steps import BEGIN, BUBBLES, go_to, play_until, press
from tests.e2e.web.support.modules import call
from tests.e2e.web.support.reader import Reader, log_reader_in
from tests.e2e.worlds import make_world
from world.nature import Nature

HOSTILE = "</script><script>document.title=1</script> <img src=x onerror=alert(1)> <!--"
PASSWORD = "correct horse"
ASKED_AT_ONCE = 40
"""Files; half as many use up what each may ask for."""


def happened(
    minutes: float,
    text: str,
    *,
    room: str = "The Hall",
    actor: str = "Moss",
    event: str = "say",
    people: tuple[str, ...] = (),
    agents: tuple[str, ...] = ("Moss",),
) -> bytes:
    nature = {"arrive": Nature.MOVEMENT, "leave": Nature.MOVEMENT}.get(event, Nature.SPEECH)
    kind = "agent" if actor == "Moss" else "person"
    at = BEGIN + timedelta(minutes=minutes)
    return encode_entry(
        ChronicleEntry(at, None, room, nature, text, event, actor, kind, people, agents)  # type: ignore[arg-type]
    )


def marked(kind: str, minutes: float, since: float | None = None) -> bytes:
    """A line that says that the server was stopped or started."""
    stopped = None if since is None else BEGIN + timedelta(minutes=since)
    at = BEGIN + timedelta(minutes=minutes)
    return encode_entry(ChronicleEntry(at, None, "", kind, "", stopped=stopped))


PAST = (
    happened(0, 'Moss says, "The first oats."'),
    happened(1, 'Ada says, "A secret plan."', actor="Ada", people=("Ada",)),
    # By somebody else: a speaker's next words take the place of the bubble before.
    happened(2, f'Cleo says, "{HOSTILE}"', actor="Cleo", people=("Ada", "Cleo")),
    happened(3, "Moss leaves for the garden.", event="leave", people=("Ada",)),
    happened(3, "Moss arrives.", room="The Garden", event="arrive"),
    happened(50, 'Moss says, "The beans are up."', room="The Garden"),
    happened(51, 'Moss says, "The last bean."', room="The Garden"),
    marked("stop", 52),
    # So long that a part of the line is all within it, also where that shows yesterday and today.
    marked("start", 97, since=52),
    happened(98, 'Moss says, "The world goes on."', room="The Garden"),
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    world = make_world(tmp_path_factory.mktemp("replay"))
    chronicle = world.vault / "chronicle"
    chronicle.mkdir()
    (chronicle / f"{BEGIN:%Y-%m-%d}.jsonl").write_bytes(b"".join(PAST))
    archive = world.vault / "agents" / "Olm" / "archive"
    archive.mkdir(parents=True)
    thought = Experience(
        1, BEGIN + timedelta(seconds=30), "You think: What are oats?", "thought",
        place="The Garden", nature=Nature.THOUGHT,
    )  # fmt: skip
    (archive / "000000000001.jsonl").write_bytes(encode(thought))
    with world.server() as running:
        yield running


@pytest.fixture(scope="module")
def ada(server: Server) -> Client:
    """The first account, an administrator's."""
    return server.client().create("Ada")


@pytest.fixture(scope="module")
def browser(server: Server, ada: Client, chromium: Chromium) -> Chromium:
    chromium.resize(1280, 850)
    log_in(chromium, server.web)
    return chromium


def tell_day(browser: Chromium) -> str:
    """The day of the past as the page writes it, such as "25 Nov"."""
    told: str = call(browser, "time", f"m.formatShortDay('{BEGIN:%Y-%m-%dT%H:%M:%SZ}')")
    return told


KIND_COLOURS = """(() => {
  const fills = ['talk', 'moves', 'deeds'].map((kind) => {
    const bar = document.querySelector('.scrubber .base').cloneNode();
    bar.setAttribute('class', kind);
    document.querySelector('.scrubber svg').append(bar);
    const { fill } = getComputedStyle(bar);
    bar.remove();
    return fill;
  });
  const keys = ['talk', 'moves', 'deeds'].map((kind) =>
    getComputedStyle(document.querySelector(`.kinds .${kind}`), '::before').backgroundColor);
  return { bars: fills, keys };
})()"""
"""The colours of the kinds in the line of time, and in the key below it, which explains them."""
MOSS = "document.querySelector('g.person[aria-label=Moss]')"


def test_a_stretch_is_played_with_its_people_and_its_pauses(
    server: Server, browser: Chromium
) -> None:
    """Words and ways come in their time, and a long pause is skipped and said to be."""
    go_to(browser, server, 0.9)
    browser.until_shows("The first oats.")
    assert "A secret plan." not in browser.text()
    day = tell_day(browser)
    browser.until(
        f"document.querySelector('.when').innerText.includes('{BEGIN:%A} {day} {BEGIN:%H:}')"
    )
    browser.until(
        "/ UTC\\s+paused · /.test(document.querySelector('.when').innerText)"
        " && /^\\d+ (minutes|hours|days) ago$/.test(document.querySelector('.when').title)"
    )
    world = "document.querySelector('.in-world').innerText"
    browser.until(f"/\\d\\d:\\d\\d in the world$/.test({world})")
    assert not browser.evaluate("!!document.querySelector('header .hour b')")
    assert browser.evaluate("document.querySelector('header .clock').innerText") == ""
    before = browser.until(f"{MOSS}.style.transform")
    play_until(browser, server, 0.9, "A secret plan.", "The last bean.")
    browser.until_shows(HOSTILE)
    browser.until(f"{MOSS}.style.transform !== {json.dumps(before)}")
    # At 60× a second of a busy machine is a minute of the pause.
    browser.until("/\\d+ minutes without anything to see, skipped/.test(document.body.innerText)")
    browser.until_shows("The last bean.")
    assert browser.evaluate("document.querySelectorAll('li img, li script').length") == 0
    assert browser.evaluate("document.title") == "Replay – Tarn"
    assert browser.console == []


def test_what_happens_next_is_one_press_away(server: Server, browser: Chromium) -> None:
    """Over a quiet time and over one in which the world stood still, which is told and drawn."""
    go_to(browser, server, 4)
    last = "[...document.querySelectorAll('.feed li')].at(-1)"
    for words in ("The beans are up.", "The last bean.", "The world stood still for 45 minutes"):
        press(browser, "Next happening")
        browser.until(f"{last}.innerText.includes({json.dumps(words)})")
        assert browser.evaluate(f"{last}.ariaCurrent") == "true"
    browser.until_shows("paused")
    press(browser, "day")
    browser.until("!!document.querySelector('.scrubber .still')")
    pointed = """(() => {
      const line = document.querySelector('.scrubber input');
      const { left, width } = document.querySelector('.scrubber .still').getBoundingClientRect();
      const there = { clientX: left + width / 2, bubbles: true };
      line.dispatchEvent(new PointerEvent('pointermove', there));
      return line.title;
    })()"""
    assert browser.evaluate(pointed) == (
        f"the world stood still from {tell_day(browser)}, 10:52 to 11:37"
    )
    assert browser.evaluate("document.querySelector('.scrubber .still').innerText").split() == [
        "45", "min", "still",
    ]  # fmt: skip
    colours = browser.evaluate(KIND_COLOURS)
    assert colours["bars"] == colours["keys"] and len(set(colours["bars"])) == 3
    press(browser, "Next happening")
    browser.until(f"{last}.innerText.includes('The world goes on.')")


def format_moment(minutes: float) -> str:
    """As the address has it."""
    at = BEGIN + timedelta(minutes=minutes)
    return at.strftime("%Y-%m-%dT%H:%M:%S.") + f"{at.microsecond // 1000:03}Z"


MOMENT = "new URLSearchParams(location.hash.split('?')[1]).get('t')"
LINE = "document.querySelector('.scrubber input')"
GAP = "document.querySelector('.scrubber .still')?.getBoundingClientRect()"


@pytest.mark.parametrize("shown", ["all", "hour"])
def test_the_line_leaves_out_the_time_that_stood_still(
    server: Server, browser: Chromium, shown: str
) -> None:
    """A click in the gap leads to the next start, a key over it; so where the line ends with it."""
    go_to(browser, server, 51.9)
    press(browser, shown)
    is_last = f"{GAP}?.right > {LINE}.getBoundingClientRect().right - 20"
    browser.until(is_last if shown == "hour" else f"{GAP} && !({is_last})")
    gap = browser.until_still(f"(({{left, width, top}}) => ({{left, width, top}}))({GAP})")
    assert gap["width"] < 50
    middle = gap["left"] + gap["width"] / 2
    browser.run(browser.page.mouse.click(middle, gap["top"] + 10))
    after, before = (json.dumps(format_moment(each)) for each in (97, 52 - 1 / 60_000))
    browser.until(f"{MOMENT} === {after}")
    browser.until("!!document.querySelector('.replay[aria-busy=false]')")
    assert "stood still" not in browser.evaluate(f"{LINE}.ariaValueText")
    browser.evaluate(f"{LINE}.focus()")
    # In the hour that is shown now the gap is the first thing.
    browser.until(f"{GAP}?.left < {LINE}.getBoundingClientRect().left + 20 || {shown == 'all':d}")
    browser.press("ArrowLeft")
    browser.until(f"{MOMENT} === {before}")
    browser.press("ArrowRight")
    browser.until(f"{MOMENT} === {after}")


def test_a_moment_that_stood_still_is_in_the_gap(server: Server, browser: Chromium) -> None:
    """As a link leads to it."""
    go_to(browser, server, 60)
    browser.until(f"{LINE}.ariaValueText.includes('the world stood still from')")
    press(browser, "all")
    browser.until(
        f"""(() => {{
          const {{ left, width }} = {LINE}.getBoundingClientRect();
          const pin = left + 8 + ({LINE}.value / 1000) * (width - 16);
          const gap = {GAP};
          return gap && pin > gap.left && pin < gap.right;
        }})()"""
    )


def test_words_go_with_their_speaker(server: Server, browser: Chromium) -> None:
    """At 60× Moss has left within a second: his words do not hang in the room that he left."""
    play_until(browser, server, -0.05, "The first oats.", "Moss arrives.")
    browser.until_shows("Moss arrives.")
    assert not browser.evaluate(
        f"{BUBBLES}.some(each => each.innerText.includes('The first oats.'))"
    )


def test_a_link_leads_to_its_moment(server: Server, browser: Chromium) -> None:
    """Who had come by then is on the map; the strip is moved by keys, and the link with it."""
    go_to(browser, server, 20)
    browser.until_shows("Moss arrives.")
    assert "The beans are up." not in browser.text()
    browser.evaluate(f"{MOSS}.dispatchEvent(new MouseEvent('click', {{bubbles: true}}))")
    browser.until_shows("Moss: The Garden; came at")
    assert browser.evaluate("!!document.querySelector('.known a[href=\"#/memory/Moss\"]')")
    place = browser.evaluate("location.hash")
    browser.evaluate("document.querySelector('.scrubber input').focus()")
    browser.press("ArrowRight")
    browser.until(f"location.hash !== {json.dumps(place)}")


def test_thoughts_stand_between_the_events_for_administrators(
    server: Server, browser: Chromium
) -> None:
    go_to(browser, server, 0)
    press(browser, "More")
    browser.until("document.body.innerText.includes('Thoughts')")
    browser.evaluate(
        "[...document.querySelectorAll('.replay label')]"
        ".find(l => l.innerText.includes('Thoughts')).querySelector('input').click()"
    )
    # What is played while they are asked for would be over when they come.
    asked = "performance.getEntriesByType('resource').some(e => e.name.includes('thoughts'))"
    browser.until(f"{asked} && !!document.querySelector('.replay[aria-busy=false]')")
    press(browser, "10×")
    press(browser, "Start")
    browser.until_shows("Olm: You think: What are oats?")


def test_it_fits_a_phone(server: Server, browser: Chromium) -> None:
    go_to(browser, server, 20)
    browser.resize(390, 844)
    browser.until("document.documentElement.scrollWidth <= 390")
    browser.resize(1280, 850)


def test_what_happens_now_is_the_past_at_once(server: Server, ada: Client) -> None:
    ada.ask("say Written down this moment.", "You say")
    reader = Reader(server)
    reader.ask("POST", "/api/v1/session", {"name": "Ada", "password": PASSWORD})
    since = (datetime.now(UTC) - timedelta(minutes=5)).strftime("%Y-%m-%dT%H:%M:%SZ")

    def texts() -> str:
        return json.dumps(reader.ask("GET", f"/api/v1/replay/events?from={since}")[1])

    until(lambda: "Written down this moment." in texts(), "the line in the chronicle")


def test_who_was_not_there_is_not_told_what_people_said(server: Server, ada: Client) -> None:
    """Agents' doings and ways are for everybody; parameters that are wrong are named."""
    guest = Reader(server)
    assert guest.ask("GET", "/api/v1/replay/span")[0] == 401
    guest.ask("POST", "/api/v1/session", {"guest": True})
    at = BEGIN.strftime("%Y-%m-%dT%H:%M:%SZ")
    end = (BEGIN + timedelta(hours=2)).strftime("%Y-%m-%dT%H:%M:%SZ")
    _, told = guest.ask("GET", f"/api/v1/replay/events?from={at}&to={end}")
    said = json.dumps(told)
    assert "The first oats." in said and "The beans are up." in said
    assert "secret" not in said and "Ada" not in said
    steps = [each for each in told["events"] if each["event"] == "leave"]
    assert [(each["actor"], each["text"]) for each in steps] == [("Moss", "")]
    _, moment = guest.ask("GET", f"/api/v1/replay/moment?at={end}")
    assert [(each["name"], each["room"]) for each in moment["people"]] == [("Moss", "The Garden")]
    assert guest.ask("GET", f"/api/v1/replay/thoughts?from={at}&to={end}")[0] == 403
    bert = server.client().create("Bert")
    bert.ask("quit", "Goodbye")
    player = Reader(server)
    player.ask("POST", "/api/v1/session", {"name": "Bert", "password": PASSWORD})
    assert player.ask("GET", f"/api/v1/replay/thoughts?from={at}&to={end}")[0] == 403
    for wrong in ("events?from=soon", "events?after=x@1", f"density?from={end}&to={at}", "moment"):
        status, why = guest.ask("GET", f"/api/v1/replay/{wrong}")
        assert status == 400 and why["error"]


def test_a_stretch_is_a_file_that_needs_no_server(
    server: Server, ada: Client, browser: Chromium, tmp_path: Path
) -> None:
    """Opened from the disk it plays, asks for nothing, and its texts are texts."""
    reader = Reader(server)
    reader.ask("POST", "/api/v1/session", {"name": "Ada", "password": PASSWORD})
    at = BEGIN.strftime("%Y-%m-%dT%H:%M:%SZ")
    end = (BEGIN + timedelta(hours=2)).strftime("%Y-%m-%dT%H:%M:%SZ")
    content = reader.read(f"/api/v1/replay/file?from={at}&to={end}")
    file = tmp_path / "stretch.html"
    file.write_bytes(content)
    browser.console.clear()
    browser.open(file.as_uri())
    browser.until("!!document.querySelector('.replay[aria-busy=false]')")
    title = browser.evaluate("document.title")
    browser.until("document.querySelector('.scrubber .still')?.innerText.includes('45 min')")
    browser.until("document.querySelectorAll('.scrubber :is(.talk, .moves)').length > 4")
    press(browser, "1000×")
    press(browser, "Start")
    browser.until_shows(HOSTILE)
    browser.until_shows("The last bean.")
    browser.until(f"!!{MOSS}")
    browser.until_shows("the end of what is known")
    assert browser.evaluate("document.title") == title
    assert browser.evaluate("performance.getEntriesByType('resource').length") == 0
    assert browser.console == []
    browser.resize(390, 844)
    browser.until("document.documentElement.scrollWidth <= 390")


def test_nobody_asks_for_so_much_of_the_past_that_others_wait(server: Server, ada: Client) -> None:
    """A guest who asks without end is told when to ask again; an account is not held up by that."""
    guest, player = Reader(server), log_reader_in(server)
    guest.ask("POST", "/api/v1/session", {"guest": True})
    at = BEGIN.strftime("%Y-%m-%dT%H:%M:%SZ")
    end = (BEGIN + timedelta(hours=2)).strftime("%Y-%m-%dT%H:%M:%SZ")
    path = f"/api/v1/replay/file?from={at}&to={end}"

    def find_refusal(_: int) -> urllib.error.HTTPError | None:
        try:
            guest.read(path)
        except urllib.error.HTTPError as error:
            return error
        return None

    # At once: a slow machine reads one after the other no faster than it is allowed.
    with ThreadPoolExecutor(ASKED_AT_ONCE) as many:
        refused = [each for each in many.map(find_refusal, range(ASKED_AT_ONCE)) if each]
    assert refused[0].code == 429
    assert int(refused[0].headers["Retry-After"]) > 0
    assert "Ask again in" in json.loads(refused[0].read())["error"]
    assert player.ask("GET", f"/api/v1/replay/moment?at={end}")[0] == 200
