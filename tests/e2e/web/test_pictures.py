"""The pictures of the page in the README; TARN_PICTURES=1 takes them anew."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

from tests.e2e.harness import until, write
from tests.e2e.model_server import ModelServer
from tests.e2e.web.chromium import Chromium, log_in
from tests.e2e.web.long_life import write_life
from tests.e2e.worlds import RULES, World, llm, make_world, profile
from tests.paths import ROOT, VAULT

PICTURES = ROOT / "docs" / "pictures"


def starter_world(root: Path) -> World:
    """The world as it ships, with its agents acting by rule."""
    world = make_world(root, settings=RULES)
    shutil.rmtree(world.vault / "world")
    for folder in ("world", "agents"):
        shutil.copytree(VAULT / folder, world.vault / folder)
    return world


def keep(browser: Chromium, name: str) -> None:
    """Take a picture of the page, and keep it if that is wanted."""
    picture = browser.picture()
    assert picture.startswith(b"\x89PNG")
    if os.environ.get("TARN_PICTURES"):
        PICTURES.mkdir(exist_ok=True)
        (PICTURES / f"{name}.png").write_bytes(picture)


def test_an_edit_that_is_refused_is_pictured(tmp_path: Path, browser: Chromium) -> None:
    """The errors beside the text of a profile."""
    with starter_world(tmp_path / "world").server() as server:
        server.client().create("Ada")
        browser.resize(1280, 800)
        log_in(browser, server.web)
        browser.evaluate("location.hash = '#/edit/agents/Moss/profile.md'")
        browser.until("!!document.querySelector('.editor textarea')")
        area = "document.querySelector('.editor textarea')"
        at = browser.evaluate(f"{area}.value.indexOf('home: ')")
        assert at > 0
        browser.evaluate(f"{area}.focus()")
        browser.evaluate(f"{area}.setSelectionRange({at + 6}, {at + 6})")
        browser.type("Not ")
        browser.click(".editor .primary")
        browser.until("!!document.querySelector('.problem li')")
        browser.click(".line-of")
        keep(browser, "edit")


def test_the_world_is_pictured(tmp_path: Path, browser: Chromium) -> None:
    """Map, people and feed at once."""
    with starter_world(tmp_path / "world").server() as server:
        ada = server.client().create("Ada")
        browser.resize(1280, 800)
        log_in(browser, server.web)
        ada.ask("say Good evening. Is anybody about?", "You say")
        browser.until("!!document.querySelector('.bubble')")
        browser.until("document.querySelectorAll('g.person').length > 4")
        browser.until("document.querySelectorAll('.feed li').length > 5")
        keep(browser, "world")


def test_a_mind_is_pictured(tmp_path: Path, browser: Chromium) -> None:
    """A turn: its line, what else might have been said, and the prompt."""
    with starter_world(tmp_path / "world").server() as server:
        ada = server.client().create("Ada")
        ada.ask("tell Wren What do you do all day?", "Wren tells you")
        ada.ask("tell Wren What are you afraid of?", "Wren tells you")
        browser.resize(1280, 1180)
        log_in(browser, server.web)
        browser.open(f"{server.web}/#/mind/Wren")
        browser.until("[...document.querySelectorAll('.turns a')].length > 0")
        browser.evaluate(
            "location.hash = [...document.querySelectorAll('.turns tr')].find(each =>"
            " each.innerText.includes('tell Ada')).querySelector('a').getAttribute('href')"
        )
        browser.until("document.querySelectorAll('.choices li').length > 1")
        keep(browser, "mind")


def test_a_visit_is_pictured(tmp_path: Path, browser: Chromium) -> None:
    """The terminal, with a room and a talk in it."""
    with starter_world(tmp_path / "world").server() as server:
        server.client().create("Ada").ask("quit", "Goodbye")
        browser.resize(1280, 800)
        log_in(browser, server.web)
        browser.open(f"{server.web}/#/play")
        browser.click("main button.primary")
        for line in ("say Good evening. Is anybody about?", "go garden"):
            browser.until("document.querySelector('.play form input')?.disabled === false")
            browser.evaluate("document.querySelector('.play form input').focus()")
            browser.type(line)
            browser.press("Enter")
        browser.until("document.querySelector('.xterm-rows').innerText.includes('Exits: hall')")
        keep(browser, "play")


def test_a_life_is_pictured(tmp_path: Path, browser: Chromium) -> None:
    """The strip of a long life, and a summary in its sentences."""
    world = make_world(tmp_path / "world", {"Moss": profile("Moss")}, RULES)
    write_life(world.agent("Moss"), 3_000)
    with world.server() as server:
        server.client().create("Ada")
        browser.resize(1280, 860)
        log_in(browser, server.web)
        browser.evaluate("location.hash = '#/memory/Moss?show=summaries'")
        browser.until("document.body.innerText.includes('recent, 2,861 to 2,925')")
        browser.evaluate(
            "[...document.querySelectorAll('.opened a')]"
            ".find(a => a.innerText.startsWith('recent, 2,8')).click()"
        )
        browser.until("document.querySelectorAll('.sentence').length > 3")
        browser.until("/in 45 compactions/.test(document.body.innerText)")
        browser.evaluate("document.querySelector('.sentence.hearsay summary').click()")
        browser.until("document.querySelector('.strip canvas').height > 250")
        keep(browser, "memory")


TREE = "memory: {strategy: tree, leaf_memories: 4, immediate_window: 8}\n"
HEARD = 290
"""Lines that Moss hears: enough for a summary of level 2."""


def test_a_tree_is_pictured(tmp_path: Path, browser: Chromium) -> None:
    """A life under the strategy tree: leaves, and the levels above them."""
    world = make_world(tmp_path / "world", {"Moss": profile("Moss", more=TREE)}, RULES)
    with world.server() as server:
        ada = server.client().create("Ada")
        for number in range(HEARD):
            ada.send(f"say {TOLD[number % len(TOLD)]} That is line {number}.")

        def has_grown() -> bool:
            # Summaries are merged at the compaction after that which wrote them.
            ada.ask("say And one more.", 'You say, "And one more."')
            return '"level": 2' in json.dumps(world.records("Moss"))

        until(has_grown, "a summary of level 2")
        browser.resize(1280, 620)
        log_in(browser, server.web)
        browser.evaluate("location.hash = '#/memory/Moss?show=summaries'")
        browser.until_shows("level 2, 1 to")
        browser.until_shows("tree: old memories become leaves")
        browser.until("document.querySelector('.strip canvas').height > 200")
        keep(browser, "tree")


SMALL_WINDOWS = "**immediate_window**: 8\n**recent_window**: 8\n"
TOLD = (
    "I come from the Hollow, three miles up the river.",
    "My sister Ines sells rope for two pence the yard.",
    "I promise to bring you nine eels tomorrow.",
    "My boat leaks, and I owe Cobb four pence for tar.",
)


def test_two_who_talk_are_pictured(tmp_path: Path, browser: Chromium) -> None:
    """Who talks with whom, and what Moss has noted of Ada."""
    world = starter_world(tmp_path / "world")
    write(world.vault / "config" / "memory_compaction.md", SMALL_WINDOWS)
    with world.server() as server:
        ada = server.client().create("Ada")
        for line in TOLD * 5:
            ada.ask(f"tell Moss {line}", "You tell")
        until((world.agent("Moss") / "people" / "Ada.md").exists, "Moss's page of Ada")
        browser.resize(1280, 800)
        log_in(browser, server.web)
        bert = server.client().create("Bert")
        ada.ask("say Moss tells me you catch eels, too.", "You say")
        bert.ask("say One or two, when the moon is down.", "You say")
        browser.evaluate("location.hash = '#/people'")
        for pair in ("Moss with Ada", "Ada with Bert: 2"):
            browser.until(f"!!document.querySelector('td a[aria-label^=\"{pair}\"]')")
        browser.resize(1280, 520)
        keep(browser, "talk")
        browser.resize(1280, 800)
        browser.evaluate("location.hash = '#/people/Moss?with=Ada'")
        browser.until("document.querySelectorAll('.journal li').length > 2")
        keep(browser, "people")


def test_costs_are_pictured(tmp_path: Path, browser: Chromium) -> None:
    """Of a world whose agents have asked a model for turns and summaries; and such a prompt."""
    with ModelServer() as model:
        world = starter_world(tmp_path / "world")
        settings = llm(model.url, more=", price: {input: 0.5, output: 1.5}")
        write(world.config / "llm.yaml", settings)
        write(world.vault / "config" / "memory_compaction.md", SMALL_WINDOWS)
        with world.server() as server:
            ada = server.client().create("Ada")
            for line in TOLD * 4:
                ada.ask(f"tell Moss {line}", "You tell")
                ada.ask(f"tell Wren {line}", "You tell")
            for name in ("Moss", "Wren"):  # either may be the first
                until((world.agent(name) / "summaries" / "recent.md").exists, f"one of {name}")
            browser.resize(1280, 1000)
            log_in(browser, server.web)
            browser.evaluate("location.hash = '#/mind/Moss'")
            browser.until("document.querySelectorAll('.band').length > 3")
            browser.until_shows("Recent summary")
            browser.evaluate("document.querySelector('.share').scrollIntoView()")
            keep(browser, "prompt")
            browser.evaluate("location.hash = '#/costs?by=purpose'")
            browser.until_shows("summaries")
            browser.until_shows("the loop was late by")
            browser.evaluate("location.hash = '#/costs?by=agent'")
            browser.until("!!document.querySelector('.costs a[href*=\"mind/Wren\"]')")
            keep(browser, "costs")


def test_the_past_is_pictured(tmp_path: Path, browser: Chromium) -> None:
    """A talk, played again."""
    with starter_world(tmp_path / "world").server() as server:
        ada = server.client().create("Ada")
        ada.ask("say Good evening. Is anybody about?", "You say")
        ada.ask("go garden", "Exits:")
        ada.ask("say The leeks stand straight.", "You say")
        ada.ask("go hall", "Exits:")
        browser.resize(1280, 800)
        log_in(browser, server.web)
        browser.until("document.querySelectorAll('.feed li').length > 12")
        browser.open(f"{server.web}/#/replay")
        browser.until("!!document.querySelector('.replay[aria-busy=false]')")
        browser.click(".replay button.primary")
        browser.until("!!document.querySelector('.bubble')")
        keep(browser, "replay")
