"""Pictures of all views; TARN_PICTURES=1 takes them anew.

They are of a world that is lived in: `tests.e2e.web.lived` makes it. To take them, some days are
lived; in a night an evening of before and one of now.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests.e2e.harness import until
from tests.e2e.web.chromium import Chromium, log_in
from tests.e2e.web.lived.living import DAYS, EVENING, make_lived_world, write_models
from tests.e2e.web.lived.model import PlainModel
from tests.e2e.web.support.play import LINES
from tests.e2e.web.support.stage import Stage
from tests.examples import THOROUGH
from tests.paths import ROOT

PICTURES = ROOT / "docs" / "pictures"
TAKEN = bool(os.environ.get("TARN_PICTURES"))

#: What the pictures show is tested elsewhere: here only that they can be taken.
pytestmark = pytest.mark.skipif(
    not (TAKEN or THOROUGH), reason="pictures are tried by night, with TARN_THOROUGH=1"
)


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """The lived world, served by a process of its own, and its model."""
    world = make_lived_world(tmp_path_factory.mktemp("lived"), DAYS if TAKEN else EVENING)
    with PlainModel() as model:
        write_models(world, model.url)
        with world.server() as server:
            yield Stage(world, server, server.client().connect("Ada"))


@pytest.fixture(scope="module")
def page(stage: Stage, chromium: Chromium) -> Chromium:
    """A browser in which Ada is logged in."""
    chromium.resize(1280, 800)
    log_in(chromium, stage.server.web)
    return chromium


def go_to(page: Chromium, stage: Stage, place: str, height: int = 800) -> None:
    """Open a place of the page, in a window of that height."""
    page.resize(1280, height)
    page.open("about:blank")
    page.open(f"{stage.server.web}/#/{place}")
    page.until("!!document.querySelector('.link.live')")


def keep(page: Chromium, name: str, *shown: str, begin: str = "header", end: str = "") -> None:
    """Take a picture of the page, and keep it if that is wanted, once it shows all this.

    It begins above one part of the page, and ends below another; without one it is of the window.
    """
    for words in shown if TAKEN else ():
        page.until_shows(words)
    page.until("!document.getAnimations().some(each => each.playState === 'running')")
    picture = page.picture_of(begin, end) if end else page.picture()
    assert picture.startswith(b"\x89PNG")
    if TAKEN:
        PICTURES.mkdir(exist_ok=True)
        (PICTURES / f"{name}.png").write_bytes(picture)


def open_by(page: Chromium, selector: str, words: str) -> None:
    """Click what is found by a selector and has these words in it."""
    found = (
        f"[...document.querySelectorAll({selector!r})].find(e => e.innerText.includes({words!r}))"
    )
    page.until(f"!!{found}")
    page.evaluate(f"{found}.click()")


def open_turn(page: Chromium, stage: Stage, name: str, wanted: str) -> None:
    """Open the newest turn of an agent that is wanted: an expression about `each`."""
    find = f"({{turns}}) => turns.find(each => {wanted}).number"
    path = f"/api/v1/minds/{name}/turns?limit=100"
    number = page.evaluate(f"fetch({path!r}).then(reply => reply.json()).then({find})")
    go_to(page, stage, f"mind/{name}?turn={number}")
    page.until(f"document.querySelector('.shown')?.ariaLabel === 'Turn {number}'")


#: Some may be said, others not, and all of them are in the log; else one that had others beside it.
CHOSEN_AMONG_SEVERAL = (
    "each === (turns.find(one =>"
    " / [2-4][.].*best of [2-9] that .* ([5-9]|1[0-2]) in all/.test(one.outcome))"
    " || turns.find(one => / ([2-9]|1[0-2]) in all/.test(one.outcome))"
    " || turns.find(one => /, before [0-9]+ others: /.test(one.outcome)))"
)


#: What was asked of the bell; else, where many turns have come since, the newest.
ANSWERED_BY_A_MODEL = (
    "each === (turns.find(one => one.command.includes('nine hundredweight'))"
    " || turns.find(one => one.model))"
)


def test_an_edit_that_is_refused_is_pictured(stage: Stage, page: Chromium) -> None:
    """The errors beside the text of a profile."""
    go_to(page, stage, "edit/agents/Moss/profile.md", 806)
    area = "document.querySelector('.editor textarea')"
    page.until(f"!!{area}")
    at = page.evaluate(f"{area}.value.indexOf('home: ')")
    assert at > 0
    page.evaluate(f"{area}.focus()")
    page.evaluate(f"{area}.setSelectionRange({at + 10}, {at + 14})")
    page.type("Orchard")
    page.click(".editor .primary")
    page.until("!!document.querySelector('.problem li')")
    page.click(".line-of")
    keep(page, "edit", "there is no such room")
    open_by(page, ".editor button", "Undo my changes")


def test_the_world_is_pictured(stage: Stage, page: Chromium) -> None:
    """Map, people and feed at once: somebody comes, and is greeted."""
    go_to(page, stage, "world")
    page.until("document.querySelectorAll('g.person').length > 4")
    stage.ada.ask("say I hear steps. Is that the post?", "You say")
    lena = stage.server.client().create("Lena")
    lena.ask("say Good day. I am Lena. Yes, two letters.", "You say")
    page.until("!!document.querySelector('.bubble')")
    page.until("!!document.querySelector('g.person[aria-label=Lena]')")
    page.until("document.querySelectorAll('.feed li').length > 5")
    if TAKEN:
        page.until(
            "[...document.querySelectorAll('.bubble')]"
            ".some(each => /^(Moss|Wren|Hester|Cobb)/.test(each.innerText))"
        )
    keep(page, "world")
    lena.ask("quit", "Goodbye")


def test_the_past_is_pictured(stage: Stage, page: Chromium) -> None:
    """A talk of some days ago, played again."""
    said = "Is there still soup" if TAKEN else "I come from the Hollow"
    lines = b"".join(map(Path.read_bytes, sorted((stage.world.vault / "chronicle").glob("*"))))
    events = map(json.loads, lines.splitlines())
    at = datetime.fromisoformat(next(each["at"] for each in events if said in each["text"]))
    moment = (at - timedelta(seconds=2)).strftime("%Y-%m-%dT%H:%M:%S.000Z")
    go_to(page, stage, f"replay?t={moment}", 860)
    page.until("!!document.querySelector('.replay[aria-busy=false]')")
    open_by(page, ".replay button", "all")
    open_by(page, ".replay button", "1×")
    page.until("!!document.querySelector('.scrubber .talk')")
    page.until("!!document.querySelector('.scrubber .still')")
    page.click(".replay button.primary")
    page.until("document.querySelectorAll('.bubble').length > 0")
    page.click(".replay button.primary")
    page.until_shows("paused")
    keep(page, "replay", "paused")


#: What else is pictured needs more than an evening, and is tested elsewhere.
only_to_take = pytest.mark.skipif(not TAKEN, reason="some days are lived only with TARN_PICTURES=1")


@only_to_take
def test_a_mind_is_pictured(stage: Stage, page: Chromium) -> None:
    """A turn in which somebody is answered: what was said, and what else might have been."""
    open_turn(page, stage, "Moss", CHOSEN_AMONG_SEVERAL)
    keep(page, "mind", end=".now")


@only_to_take
def test_a_prompt_is_pictured(stage: Stage, page: Chromium) -> None:
    """A whole one in its parts, of which the longest is open."""
    open_turn(page, stage, "Hester", ANSWERED_BY_A_MODEL)
    page.until_shows("Bare text")
    page.until("!!document.querySelector('.band[open] .swatch.verbatim')")
    keep(page, "prompt", end=".difference")


@only_to_take
@pytest.mark.parametrize(
    ("name", "agent", "lane"),
    [("memory", "Moss", "long-term"), ("tree", "Wren", "(second|third|fourth)-round summary")],
)
def test_a_life_is_pictured(stage: Stage, page: Chromium, name: str, agent: str, lane: str) -> None:
    """The strip; and of a summary that stands the sentences, with the memories of one."""
    # What is read for the first time changes under the hand: the newest then does not stand long.
    life = f"fetch('/api/v1/memory/{agent}').then(reply => reply.json())"
    until(lambda: page.evaluate(f"{life}.then(life => !life.reading)"), "the whole life")
    checks = f"fetch('/api/v1/memory/{agent}/checks').then(reply => reply.json())"
    denied = page.evaluate(f"{checks}.then(({{checks}}) => checks.find(e => e.contradicted)?.id)")
    if denied:
        go_to(page, stage, f"memory/{agent}?summary={denied}")
        page.until("!!document.querySelector('.sentence.denied')")
        page.until("!!document.querySelector('.legend .denied')")
        keep(page, name, end=".opened article")
        return
    go_to(page, stage, f"memory/{agent}?show=summaries")
    page.until("!!document.querySelector('.numbers') && !document.querySelector('.reading')")
    page.until("document.querySelectorAll('.opened .rows a').length > 4")
    standing = (
        "[...document.querySelectorAll('.opened .rows li')]"
        f".find(e => /^{lane}.*in use.*what .* said/.test(e.innerText)).querySelector('a')"
    )
    page.evaluate(f"{standing}.click()")
    page.until("!!document.querySelector('.sentence.hearsay .seq')")
    page.until("document.querySelector('.strip canvas').offsetHeight > 160")
    page.until("!!document.querySelector('.checked:not([aria-busy])')")
    keep(page, name, end=".opened article")


@only_to_take
def test_those_who_talk_are_pictured(stage: Stage, page: Chromium) -> None:
    """Who talks with whom; and two of them, with what one has noted of the other."""
    go_to(page, stage, "people")
    page.until("!!document.querySelector('.matrix') && !document.querySelector('progress')")
    keep(page, "talk", end=".talks")
    go_to(page, stage, "people/Moss?with=Ada")
    page.until("document.querySelectorAll('.journal li').length > 2")
    keep(page, "people", end=".pair")


@only_to_take
def test_a_visit_is_pictured(stage: Stage, page: Chromium) -> None:
    """The world as prose: somebody is answered."""
    stage.ada.ask("quit", "Goodbye")
    go_to(page, stage, "play", 920)
    page.click("main button.primary")
    page.until("document.querySelector('.play form input')?.disabled === false")
    for number, line in enumerate(TALK, 1):
        page.evaluate("document.querySelector('.play form input').focus()")
        page.type(line)
        page.press("Enter")
        page.until(f"{LINES}.includes({line.split(' ', 2)[2]!r})")
        if TAKEN:
            page.until(f"{LINES}.split(' tells you, ').length > {number}")
    keep(page, "play")
    page.evaluate("document.querySelector('.play form input').focus()")
    page.type("quit")
    page.press("Enter")
    page.until(f"{LINES}.includes('Goodbye')")


TALK = (
    "tell Moss Do you remember me?",
    "tell Moss What did I promise you?",
    "tell Hester How high is the water today?",
    "tell Cobb Will you row me across?",
)


@only_to_take
def test_costs_are_pictured(stage: Stage, page: Chromium) -> None:
    """Of several models, over some days."""
    go_to(page, stage, "costs?span=month&by=agent")
    # Of a life that a model had often nothing to say of, too many requests fail.
    page.until("!!document.querySelector('.overview :is(.well, [role=alert])')")
    page.until("!!document.querySelector('.chart canvas')")
    page.until_shows("late at worst")
    page.until(
        "/careful[^]*[1-9][0-9,]+ of today/.test(document.querySelector('.loads').innerText)"
    )
    keep(page, "costs", "this world has cost", end=".both")
