"""Hostile words in every view, as every role: they are seen as words, and nothing comes of them.

They stand wherever a view shows a text: notes, lines, memories, summaries, pages, facts, the words
of models and of errors, names in files; with control characters, and longer than a window is wide,
in a night 64 KB.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.e2e.model_server import ModelServer
from tests.e2e.web.chromium import Chromium, log_in
from tests.e2e.web.hostile.hostile_life import (
    CONTROLS,
    HOSTILE,
    LENGTH,
    LONG,
    MARK,
    NAME,
    write_hostile_chronicle,
    write_hostile_life,
)
from tests.e2e.web.support import play as shown
from tests.e2e.web.support.reader import log_reader_in
from tests.e2e.web.support.stage import Stage
from tests.e2e.worlds import PROMPT, World, llm, make_world, profile
from tests.examples import choose_count

#: Yesterday: a chronicle is not kept for ever.
THEN = (datetime.now(UTC) - timedelta(days=1)).replace(hour=10, minute=0, second=0, microsecond=0)
WIDE = "W" * 60
LINES = "\n".join(f"- {HOSTILE} {'x' * 4600}" for _ in range(choose_count(3, 14)))
"""In lines as long as a page of a journal may have."""
FILE = "<img src=x onerror=window.ran=1> ](javascript:x)"
FRONT = f"---\nhome: The Hall\nthink_interval: 0\ndescription: {json.dumps(HOSTILE)}\n"
ROOM = (
    f"---\nstart: true\nthings:\n  - {{name: lamp, description: {json.dumps(HOSTILE)}}}\n"
    f"phases: {{dusk: {json.dumps(HOSTILE[:300])}}}\n---\n{HOSTILE}\n\n{'w' * 3000}\n"
)

#: What is in the page that hostile words have made, in lines.
FOUND = r"""(() => {
  const found = window.ran ? ["a script ran"] : [];
  if (document.title.includes("ran")) found.push(document.title);
  const page = document.getElementById("page");
  for (const each of page.querySelectorAll("*")) {
    const made = /^(script|img|iframe|object|embed|base|form)$/i.test(each.tagName);
    const own = each.tagName === "FORM" && !each.getAttribute("action");
    if (made && !own) found.push(each.outerHTML.slice(0, 200));
    for (const { name, value } of each.attributes) {
      const leads = /^(href|src|action|formaction|data|srcdoc|xlink:href)$/.test(name);
      if (/^on/.test(name) || (leads && !/^(#|\/api\/v1\/)/.test(value))) {
        found.push(`${each.tagName} ${name}=${value.slice(0, 200)}`);
      }
    }
  }
  return found;
})()"""

#: How wide the page and its parts are, where nobody would scroll them.
WIDTHS = """(() => {
  const wide = [document.documentElement, document.querySelector("main")];
  return Math.max(...wide.map((each) => each.scrollWidth));
})()"""


class RudeModel(BaseHTTPRequestHandler):
    """A model server that refuses everything, in hostile words."""

    def do_POST(self) -> None:
        body = json.dumps({"error": LONG}).encode()
        self.send_response(400)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


@pytest.fixture(scope="module")
def rude() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), RudeModel) as serving:
        thread = threading.Thread(target=serving.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{serving.server_port}"
        serving.shutdown()
        thread.join()


def make_hostile_world(root: Path, model: str, rude: str) -> World:
    settings = llm(model).replace(
        "\n  summarizer",
        f'\n  rude: {{provider: ollama, url: "{rude}", model: {json.dumps(NAME)}, retries: 0}}'
        "\n  summarizer",
    )
    notes = {
        "config/agents.md": PROMPT,
        "world/The Hall.md": ROOM,
        f"world/{WIDE}.md": "---\nexits: {hall: The Hall}\n---\nWide.\n",
        f"agents/Moss/notes/{FILE}.md": f"{HOSTILE}{CONTROLS}\n",
        "agents/Moss/notes/Long.md": LONG,
        "agents/Moss/people/Ada.md": f"# Ada\n\n{LINES}\n- {HOSTILE} #1\n",
        "agents/Moss/people/Bert.md": LONG,
        "agents/Moss/journal/2026-03-01.md": LINES,
        "agents/Moss/voice.md": f"## Exchanges\n\n> {HOSTILE}\n\n{HOSTILE}\n",
    }
    agents = {
        "Moss": f"{FRONT}---\n{HOSTILE}\n",
        "Wren": profile("Wren", interval=None),
        "Cobb": profile("Cobb", interval=None, more="profile: rude\n"),
    }
    world = make_world(root, agents, settings, notes)
    write_hostile_life(world.agent("Moss"))
    write_hostile_chronicle(world.vault / "chronicle", THEN)
    return world


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory, rude: str) -> Iterator[Stage]:
    with ModelServer() as model:
        world = make_hostile_world(tmp_path_factory.mktemp("hostile"), model.url, rude)
        model.says("Wren", *(f"say {n} {HOSTILE}{CONTROLS}" for n in range(600)))
        with world.server() as server:
            ada = server.client().create("Ada")
            ada.ask(f"say {HOSTILE}", "You say")
            ada.ask(f"say {'x' * 1000}", "You say")
            ada.ask(f"@set-description -> I wear {HOSTILE}", "Your description is changed")
            ada.ask(f"tell Wren {HOSTILE}", r"Wren says, .*\n")
            ada.ask(f"tell Cobb {HOSTILE}", "You tell")
            yield Stage(world, server, ada)


def visit(browser: Chromium, place: str, *shown: str) -> None:
    """Open a place, wait for the words that it has to show, and look at it, wide and narrow."""
    browser.go(place)
    view = place.removeprefix("#/").partition("/")[0].partition("?")[0]
    browser.until(
        "!!document.querySelector('main:not([aria-busy=true])') && "
        f"document.querySelector('nav a[aria-current]')?.getAttribute('href') === '#/{view}'"
    )
    for words in shown:
        browser.until(
            "[document.body.innerText, document.querySelector('textarea')?.value || '']"
            f".some(text => text.includes({json.dumps(words)}))"
        )
    look(browser, place)


def look(browser: Chromium, place: str) -> None:
    """Nothing but words has come of words, and nothing is wider than a phone."""
    assert [each for each in browser.console if "Failed to load resource" not in each] == []
    assert browser.evaluate(FOUND) == [], place
    browser.resize(390, 844)
    browser.until(f"document.documentElement.clientWidth === 390 && {WIDTHS} > 0")
    browser.until(f"{WIDTHS} <= 390")
    browser.resize(1360, 820)
    assert browser.evaluate(FOUND) == [], place


def test_every_view_of_an_administrator(stage: Stage, browser: Chromium) -> None:
    log_in(browser, stage.server.web)
    visit(browser, "#/world", MARK)
    visit(browser, "#/mind", "Moss")
    visit(browser, "#/mind/Moss", "What a model would read for Moss now", MARK)
    for turn in (1, 2):
        visit(browser, f"#/mind/Moss?turn={turn}", f"Turn {turn} · ", MARK)
    visit(browser, "#/mind/Wren?turn=1", "Turn 1 · ", MARK)
    visit(browser, "#/mind/Cobb", "Cobb", "What a model would read for Cobb now")
    visit(browser, "#/people", "Moss")
    visit(browser, "#/people/Moss", "Journal")
    visit(browser, "#/people/Moss?with=Ada", "What Moss has noted of Ada", MARK)
    visit(browser, "#/people/Moss?with=Bert", "What Moss has noted of Bert", "x" * 1000)
    visit(browser, f"#/people/Moss?with={address(NAME)}", f"Moss and {NAME}")
    visit(browser, "#/people/Moss?day=2026-03-01", "Journal of Moss, 1 Mar", MARK)
    for group in ("agent", "purpose", "model", "profile"):
        visit(browser, f"#/costs?by={group}", "late at worst", MARK)


def test_every_list_of_a_life(stage: Stage, browser: Chromium) -> None:
    log_in(browser, stage.server.web)
    visit(browser, "#/memory/Moss", "All, with replaced ones", MARK)
    visit(browser, "#/memory/Moss?show=memories", "Memories from the first on", MARK)
    for number in (1, 2, 3, 13):
        visit(browser, f"#/memory/Moss?memory={number}", f"Memory {number}\n", MARK)
    visit(browser, "#/memory/Moss?show=summaries", "Summaries of memories", NAME)
    visit(browser, "#/memory/Moss?show=compactions", "refused: ", MARK)
    visit(browser, "#/memory/Moss?show=facts", "Notes in the journal, the most", MARK)
    visit(browser, "#/memory/Moss?show=changed", "page people/Ada", MARK)
    for summary in (f"recent-1-12-{NAME}", f"recent-1-12-{NAME}-2"):
        visit(browser, f"#/memory/Moss?summary={address(summary)}", "Show it alone", MARK)
    visit(browser, f"#/memory/Moss?q={address(HOSTILE)}", "why it is found", MARK)


def test_every_file_and_what_is_wrong_with_it(stage: Stage, browser: Chromium) -> None:
    log_in(browser, stage.server.web)
    visit(browser, "#/edit", "Choose a file")
    for name in ("profile.md", "voice.md", f"notes/{FILE}.md", "notes/Long.md"):
        visit(browser, f"#/edit/agents/Moss/{quote(name)}", f"agents/Moss/{name}", MARK)
    visit(browser, "#/edit/world/The%20Hall.md", "world/The Hall.md", MARK)


def test_addresses_of_nothing(stage: Stage, browser: Chromium) -> None:
    """What an address names is said to be missing, by most views in the words of the address."""
    log_in(browser, stage.server.web)
    name = address(HOSTILE)
    visit(browser, f"#/mind/{name}", "There is no such mind.")
    visit(browser, f"#/memory/{name}", "There is no resident called")
    visit(browser, f"#/memory/Moss?summary={name}", "never had a summary", MARK)
    visit(browser, f"#/people/{name}", HOSTILE, "There is no such resident.")
    visit(browser, f"#/people/Moss?day={name}", HOSTILE, "has no journal of this day")
    visit(browser, f"#/edit/{name}", HOSTILE, "There is no such file")
    visit(browser, f"#/replay?t={name}", "Start")
    visit(browser, f"#/costs?by={name}&span={name}", "Costs")


def test_the_past_and_its_file(stage: Stage, browser: Chromium, tmp_path: Path) -> None:
    log_in(browser, stage.server.web)
    visit(browser, f"#/replay?t={THEN:%Y-%m-%dT%H:%M:%SZ}", "1000×")
    play(browser)
    reader = log_reader_in(stage.server)
    end = THEN + timedelta(hours=1)
    times = f"from={THEN:%Y-%m-%dT%H:%M:%SZ}&to={end:%Y-%m-%dT%H:%M:%SZ}"
    file = tmp_path / "stretch.html"
    file.write_bytes(reader.read(f"/api/v1/replay/file?{times}"))
    browser.open(file.as_uri())
    browser.until("!!document.querySelector('.replay[aria-busy=false]')")
    play(browser)
    assert browser.evaluate("document.title").startswith("Tarn, ")


def test_the_world_as_prose_and_in_the_terminal(stage: Stage, browser: Chromium) -> None:
    """What Ada says at telnet, and what a room and a person are like, are words in Play."""
    stage.server.client().create("Bert").ask("quit", "Goodbye")
    log_in(browser, stage.server.web, "Bert")
    visit(browser, "#/play", "Enter as Bert")
    browser.click("main button.primary")
    for lines in (shown.LINES, shown.TERMINAL_LINES):
        browser.until(f"{lines}.includes('www')")
        stage.ada.ask(f"say Bert: {HOSTILE}", "You say")
        browser.until(f"{lines}.replace(/\\s/g, '').includes('Bert:{MARK}')")
        look(browser, "play")
        press = "[...document.querySelectorAll('.play .tools button')]"
        browser.evaluate(f"{press}.find(e => e.innerText === 'Terminal').click()")


def test_what_guests_and_players_are_shown(stage: Stage, browser: Chromium) -> None:
    stage.server.client().create("Cleo").ask("quit", "Goodbye")
    for name in ("", "Cleo"):
        browser.forget()
        if name:
            log_in(browser, stage.server.web, name)
        else:
            browser.open(stage.server.web)
            browser.click(".login button[type=button]")
            browser.until("!!document.querySelector('.link.live')")
        visit(browser, "#/world", "Moss says", MARK)
        choose(browser, "g.room[aria-label='The Hall']")
        visit(browser, "#/world", "Who is here")
        choose(browser, "g.person[aria-label=Moss]")
        visit(browser, "#/world", "lives here")
        choose(browser, "g.person[aria-label=Ada]")
        visit(browser, "#/world", f"I wear {MARK}" if name else "People with an account see more")
        visit(browser, f"#/replay?t={THEN:%Y-%m-%dT%H:%M:%SZ}", "1000×")
        play(browser)
        if name:
            visit(browser, "#/people", "Who talks with whom")


def choose(browser: Chromium, mark: str) -> None:
    """Open what is on the map."""
    browser.until(f"!!document.querySelector({json.dumps(mark)})")
    browser.evaluate(f"document.querySelector({json.dumps(mark)}).focus()")
    browser.press("Enter")
    browser.until("!!document.querySelector('.panel h2')")


def play(browser: Chromium) -> None:
    """Play the hostile stretch to its end, and look at it."""
    buttons = "[...document.querySelectorAll('.replay button')]"
    browser.evaluate(f"{buttons}.find(b => b.innerText === '1000×').click()")
    browser.evaluate(f"{buttons}.find(b => b.innerText === 'Start').click()")
    browser.until_shows("x" * LENGTH)
    browser.until("document.querySelectorAll('.feed li').length >= 4")
    look(browser, "replay")


def address(words: str) -> str:
    return quote(words, safe="")
