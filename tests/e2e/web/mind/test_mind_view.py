"""The view Mind in a real browser: prompts in bands, turns, orders, and talk."""

from __future__ import annotations

import json

import pytest

from tests.e2e.harness import until
from tests.e2e.web.chromium import Chromium, log_in
from tests.e2e.web.mind.scene import MINDS, Scene, join
from tests.e2e.web.support.reader import log_reader_in
from tests.e2e.web.test_world_page import HOSTILE

STACKED = (
    "[...document.querySelector('main').children].filter(each => each.offsetHeight)"
    ".filter(each => getComputedStyle(each).position !== 'sticky')"
    ".map(each => each.getBoundingClientRect())"
    ".every((each, n, all) => n === 0 || each.top >= all[n - 1].bottom - 1)"
)
"""Whether no part of the view lies over another."""


ORDER = ".scrubber", ".story .when", ".headline", ".why", ".story .heard", ".shown"
"""What is read of a turn, from top to bottom."""


@pytest.fixture(scope="module")
def browser(scene: Scene, chromium: Chromium) -> Chromium:
    """A page on which Ada is logged in."""
    chromium.resize(1280, 900)
    log_in(chromium, scene.server.web)
    return chromium


def open_turn(browser: Chromium, number: int) -> None:
    browser.go(f"#/mind/Moss?turn={number}")
    browser.until(f"document.querySelector('.shown')?.ariaLabel === 'Turn {number}'")


def list_texts(browser: Chromium, selector: str) -> list[str]:
    found = f"[...document.querySelectorAll({json.dumps(selector)})].map(each => each.textContent)"
    return list(browser.evaluate(found))


def check_console(browser: Chromium) -> None:
    assert browser.console == []


def test_an_agent_is_found_in_the_list_and_on_the_map(scene: Scene, browser: Chromium) -> None:
    browser.go("#/world")
    browser.until("!!document.querySelector('g.person[aria-label=Moss]')")
    browser.evaluate("document.querySelector('g.person[aria-label=Moss]').focus()")
    browser.press("Enter")
    browser.click(".panel a[href='#/mind/Moss']")
    browser.until_shows("What a model would read for Moss now")
    browser.click(".residents a")
    browser.until("document.querySelectorAll('.minds tbody tr').length === 2")
    assert "between turns, in The Hall" in browser.text()
    assert "Who decided the last " in browser.text()
    check_console(browser)


def test_a_prompt_is_shown_in_bands_that_join_to_it(scene: Scene, browser: Chromium) -> None:
    """Closed bands are in the page, too; the difference is marked by signs, not by colour alone."""
    number = scene.read("")["turns"]
    open_turn(browser, number)
    turn = scene.read(f"/turns/{number}")
    readable = list_texts(browser, ".plain-text p")
    assert not [each for each in readable if each.startswith(("~", "# ", "## ", "---"))]
    assert list_texts(browser, ".band pre") == []
    browser.evaluate("document.querySelector('.proof .joined button:last-child').click()")
    browser.until("!!document.querySelector('.band pre')")
    assert "".join(list_texts(browser, ".band pre")) == join(turn["prompt"])
    browser.evaluate("document.querySelector('.proof .joined button:first-child').click()")
    assert turn["decided_by"] == "model"
    (why,) = list_texts(browser, ".story .why")
    assert why.startswith(f"The model {turn['model']} chose this.")
    titles = list_texts(browser, ".band .title")
    hints = "[...document.querySelectorAll('.band .title')].every(each => each.title)"
    assert browser.evaluate(hints), "each band says what it is for, when it is pointed at"
    ends = [each["to"] for each in turn["prompt"]["bands"]]
    assert titles[:4] == [
        "Who it is", f"Long-term summary, memories 1 to {ends[1]}",
        f"Recent summary, memories {ends[1] + 1} to {ends[2]}",
        f"Memories, word for word, {ends[2] + 1} to {ends[3]}",
    ]  # fmt: skip
    changed = turn["difference"]
    assert len(list_texts(browser, "ins.diff")) == changed["added"]
    assert len(list_texts(browser, "del.diff")) == changed["removed"]
    assert {text[0] for text in list_texts(browser, "ins.diff")} == {"+"}
    assert "to the byte" not in browser.text(), "what is shown has no signs for the model"
    browser.evaluate("document.querySelector('.proof button:last-child').click()")
    browser.until_shows("to the byte, what the model was given.")
    check_console(browser)


def test_the_log_is_said_to_keep_the_best_of_many_candidates(browser: Chromium) -> None:
    """So that no two numbers of them contradict each other."""
    counted = browser.evaluate(
        "import('/static/views/mind/words.js').then(m => ["
        "'voice 1.7, the best of 10 that may be said, 15 in all',"
        "'voice, before 14 others: 1.7, the next 1.7', 'voice, the only one: 1.7', ''"
        "].map(outcome => m.countCandidates({ outcome, choices: ['[voice 1.7] \"Yes.\"'] })))"
    )
    assert counted == [15, 15, 1, 1]


def test_a_turn_begins_with_what_was_done_and_then_what_was_said_to_the_agent(
    scene: Scene, browser: Chromium
) -> None:
    """In a sentence, with why below it; then what it heard, above what else it could have said."""
    numbers = range(1, scene.read("")["turns"] + 1)
    number = next(
        n for n in numbers
        if any("the heron?" in e["text"] for e in scene.read(f"/turns/{n}")["story"]["new"])
    )  # fmt: skip
    open_turn(browser, number)
    browser.until_shows("Do you know the heron?")
    terms = list_texts(browser, ".story dt")
    assert terms[0] == "Heard" and set(terms[1:]) <= {"Heard before", "Thought", "Came of it"}
    (headline,) = list_texts(browser, ".story .headline")
    assert headline.startswith("Moss ")
    browser.until_shows(f"Turn {number} · ")
    top = "document.querySelector({!r}).getBoundingClientRect().top"
    tops = [browser.evaluate(top.format(each)) for each in ORDER]
    assert tops == sorted(tops)
    browser.go("#/mind/Moss")
    browser.until_shows("Its last turn, turn ")
    check_console(browser)


def test_the_first_screen_has_mind_turn_line_and_prompt(scene: Scene, browser: Chromium) -> None:
    """What is so now stands beside the turn; a part of the prompt opens by keyboard, below."""
    open_turn(browser, scene.read("")["turns"])
    browser.resize(1280, 800)
    seen = ".residents h2", ".scrubber", ".story .command", ".strip-of-bands", ".orders"
    bottom = "document.querySelector({!r}).getBoundingClientRect().bottom"
    bottoms = {each: browser.evaluate(bottom.format(each)) for each in seen}
    assert max(bottoms.values()) <= 800, bottoms
    left = "document.querySelector('.now').getBoundingClientRect().left"
    assert browser.evaluate(
        f"{left} > document.querySelector('.story').getBoundingClientRect().right"
    )
    assert browser.evaluate("document.querySelector('#band-0').open") is False
    browser.evaluate("document.querySelector('#band-0 summary').focus()")
    browser.press("Enter")
    browser.until("document.querySelector('#band-0').open")
    head = "document.querySelector('.head').getBoundingClientRect().bottom"
    browser.until(f"document.querySelector('#band-0').getBoundingClientRect().top >= {head} - 1")
    assert browser.evaluate("document.activeElement.closest('details')?.id") == "band-0"
    browser.evaluate("document.querySelector('#band-0').open = false")
    browser.evaluate("scrollTo(0, 0)")
    browser.resize(1360, 820)
    check_console(browser)


def test_turns_are_walked_through_by_keyboard(scene: Scene, browser: Chromium) -> None:
    """Each is in the address, so that it can be linked to; so is the turn that knew a memory."""
    open_turn(browser, 3)
    browser.evaluate("document.querySelector('[aria-label=\"Turn before\"]').focus()")
    browser.press("Enter")
    browser.until("location.hash === '#/mind/Moss?turn=2'")
    browser.until("document.querySelector('.shown').ariaLabel === 'Turn 2'")
    for _ in ("the slider", "the turn behind", "now", "the number"):
        browser.press("Tab")
    browser.evaluate("document.activeElement.select()")
    browser.type("4")
    browser.evaluate("void dispatchEvent(new HashChangeEvent('hashchange'))")  # draws all again
    assert browser.evaluate("document.activeElement.value") == "4"
    browser.press("Enter")
    browser.until("document.querySelector('.shown').ariaLabel === 'Turn 4'")
    after = scene.read("/turns/2")["after"]
    browser.go(f"#/mind/Moss?at={after}")
    browser.until("location.hash === '#/mind/Moss?turn=2'")
    slider = "document.querySelector('input[type=range]')"
    browser.evaluate(f"{slider}.value = 3; {slider}.dispatchEvent(new Event('input'))")
    browser.until("document.querySelector('.shown').ariaLabel === 'Turn 3'")
    assert browser.evaluate(f"{slider}.ariaValueText").startswith("turn 3 of ")
    check_console(browser)


def test_an_agent_is_paused_stepped_and_resumed_by_buttons(scene: Scene, browser: Chromium) -> None:
    browser.go("#/mind/Moss")
    browser.until("!!document.querySelector('.orders button')")
    before = scene.read("")["turns"]
    browser.click(".orders button")
    browser.until_shows("Moss is paused: it perceives and remembers, and takes no turns.")
    browser.until("document.querySelector('.orders button').textContent === 'Resume'")
    browser.click(".orders button:nth-child(2)")
    browser.until(f"Number(document.querySelector('[type=number]').max) > {before}")
    assert scene.read("")["paused"] is True
    browser.until("document.querySelector('.orders button').textContent === 'Resume'")
    browser.click(".orders button")
    browser.until_shows("Moss takes turns again.")
    assert scene.read("")["paused"] is False
    check_console(browser)


def test_an_agent_is_talked_to_and_answers(scene: Scene, browser: Chromium) -> None:
    """As the person's own character: somebody at telnet sees it, too, and one who left cannot."""
    browser.go("#/mind/Moss")
    browser.until("!!document.querySelector('.talk input')")
    browser.evaluate("document.querySelector('.talk input').focus()")
    browser.type(f"Good evening. {HOSTILE}")
    browser.press("Enter")
    scene.ada.expect("You tell Moss, .Good evening")
    scene.ada.expect("Moss tells you, .I have counted")
    browser.until("document.querySelectorAll('.talk li').length >= 2")
    browser.until_shows("Moss tells you")
    check_console(browser)
    away = log_reader_in(scene.server)
    for said, status in (({}, 400), ({"words": " \n "}, 400), ({"words": "x" * 1001}, 400)):
        assert away.ask("POST", f"{MINDS}/Moss/tell", said)[0] == status
    scene.ada.ask("quit", r"Goodbye\.")
    until(lambda: not scene.read("")["here"], "Ada's going")
    status, refused = away.ask("POST", f"{MINDS}/Moss/tell", {"words": "Hello."})
    assert (status, refused["error"]) == (
        409, "Come into the world as Ada first, to talk to Moss.",
    )  # fmt: skip
    browser.until_shows("To talk to Moss from here, be in the world as Ada.")


def test_what_anybody_wrote_is_text_in_any_light_and_width(scene: Scene, browser: Chromium) -> None:
    open_turn(browser, 2)
    browser.until(f"document.querySelector('.bands').textContent.includes({json.dumps(HOSTILE)})")
    title = browser.evaluate("document.title")
    assert browser.evaluate("document.querySelectorAll('main img, main script').length") == 0
    links = "[...document.querySelectorAll('main a')].map(each => each.getAttribute('href'))"
    assert all(each.startswith(("#/", "/api/v1/")) for each in browser.evaluate(links))
    for scheme in ("light", "dark"):
        browser.prefer(scheme)
        browser.resize(390, 844)
        browser.until("document.documentElement.scrollWidth <= 390")
        browser.until("document.querySelector('main').scrollWidth <= 390")
        browser.until(STACKED)
    assert browser.evaluate("document.title") == title
    check_console(browser)
