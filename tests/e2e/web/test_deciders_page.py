"""Agents with scenes, with rules alone and with a tree, in the views Minds, Memory and Costs."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.e2e.harness import until
from tests.e2e.model_server import ModelServer
from tests.e2e.web.chromium import Chromium, log_in
from tests.e2e.worlds import CLOSED_HALL, PROMPT, llm, make_world, profile

WINDOWS = "memory: {immediate_window: 4, recent_window: 4, semantic_recall: false}\n"
VOICE = """## Exchanges
> How many herons are there?

Seven, and they are all thieves.

> Do you like the ferry?

It is late, and I am not.
"""
VOICED = "each.command.includes('all thieves')"
TREE = "memory: {strategy: tree, leaf_memories: 2, branching: 2, immediate_window: 4}\n"
LINES = 12
"""Enough that memories are summed up."""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory, chromium: Chromium) -> Iterator[Chromium]:
    """A page on the world of Fern, who is asked by scenes, and Bee, who has no model."""
    with ModelServer() as model:
        npc = llm(model.url).split("  npc: ")[1].split("\n")[0]
        scened = npc.replace("}", ", prompting: scene}")
        settings = f"{llm(model.url)}  scened: {scened}\n  ruled: {{provider: rules}}\n"
        agents = {
            "Fern": profile("Fern", interval=None, more=f"profile: scened\n{WINDOWS}"),
            "Bee": profile("Bee", interval=None, more=f"profile: ruled\n{WINDOWS}"),
            "Wren": profile("Wren", interval=None, more=TREE),
        }
        notes = {"config/agents.md": PROMPT, "agents/Bee/voice.md": VOICE, **CLOSED_HALL}
        world = make_world(tmp_path_factory.mktemp("deciders"), agents, settings, notes)
        with world.server() as server:
            ada = server.client().create("Ada")
            ada.ask("tell Bee How many herons are there?", "all thieves")
            for number in range(LINES):
                for name in agents:
                    ada.ask(f"tell {name} Heron number {number} came to the ferry.", "You tell")
            until(lambda: all(map(world.turns, agents)), "a turn of each")
            until(
                (world.agent("Fern") / "summaries" / "recent.md").exists,
                "a summary of Fern",
            )
            log_in(chromium, server.web)
            yield chromium


def read_row(browser: Chromium, name: str, label: str) -> str:
    row = (
        "[...document.querySelectorAll('.minds tbody tr')]"
        f".find(each => each.innerText.startsWith('{name}'))"
    )
    cell = f"{row}?.querySelector('[data-label=\"{label}\"]').innerText"
    return str(browser.until(cell))


def test_a_row_of_minds_says_who_decided(browser: Chromium) -> None:
    """Of an agent without a model these are rules, and nothing else."""
    browser.go("#/mind")
    told = r"([1-9]\d* by rule · )?[1-9]\d* from its voice( · (?!.*by the model).*)?"
    assert re.fullmatch(told, read_row(browser, "Bee", "Who decided"))
    assert read_row(browser, "Bee", "Model") == "none"
    decides = {name: read_row(browser, name, "Who decides") for name in ("Bee", "Fern", "Wren")}
    fern = decides.pop("Fern")
    assert re.fullmatch(
        r"rules and its voice; (not the model in|the model in \d+ of) its last (\d+ )?turns?", fern
    )
    assert decides == {"Bee": "rules and its voice", "Wren": "the model"}
    assert re.match(r"\d+ by rule", read_row(browser, "Fern", "Who decided"))
    browser.until_shows("Who decided the last ")
    browser.go("#/mind/Bee")
    browser.until_shows("settings “ruled” of llm.yaml")
    decided = "document.querySelector('.decides')"
    assert browser.until(f"{decided}?.innerText") == "rules and its voice"
    assert "no model is asked" in browser.evaluate(f"{decided}.title")
    browser.until_shows("none is asked: Bee is played by rules")
    assert browser.evaluate("document.querySelector('.prompt').open") is False


def test_a_mind_says_that_it_is_asked_by_scenes(browser: Chromium) -> None:
    """How large its prompts are is told with each turn, and whole ones in Memory."""
    browser.go("#/mind/Fern")
    browser.until_shows("settings “scened” of llm.yaml")
    browser.until(
        "[...document.querySelectorAll('.now dd')].some(e => e.innerText.startsWith('scenes'))"
    )


def test_costs_say_that_scenes_never_had_what_compaction_saves(browser: Chromium) -> None:
    browser.go("#/costs")
    browser.until("!!document.querySelector('[aria-label=Compaction] details')")
    browser.evaluate("document.querySelector('[aria-label=Compaction] details').open = true")
    browser.until(
        "/It saves nothing in the prompts of (Bee, )?Fern: they are scenes, which never had it/"
        ".test(document.body.innerText)"
    )
    browser.until_shows("What was taken out is saved again with every later prompt of Wren.")


def test_a_turn_shows_its_candidates_and_how_each_was_judged(browser: Chromium) -> None:
    """As many as the log has, with reasons and scores; how these are made is told when asked."""
    turns = "fetch('/api/v1/minds/Bee/turns?limit=100').then(r => r.json())"
    number = browser.evaluate(
        f"{turns}.then(({{turns: all}}) => all.find(each => {VOICED}).number)"
    )
    browser.go(f"#/mind/Bee?turn={number}")
    browser.until(f"document.querySelector('.shown')?.ariaLabel === 'Turn {number}'")
    turn = browser.evaluate(f"fetch('/api/v1/minds/Bee/turns/{number}').then(r => r.json())")
    lines = "[...document.querySelectorAll('.choices tbody tr')].map(each => each.innerText)"
    assert "scores how well it fits" not in browser.text()
    assert "times 4" not in "\n".join(browser.evaluate(lines)), "told when asked"
    browser.evaluate("document.querySelector('.shown .raw').click()")
    browser.until("document.querySelector('.shown .raw').ariaPressed === 'true'")
    browser.until_shows("scores how well it fits")
    assert len(browser.evaluate(lines)) == min(5, len(turn["choices"]))
    browser.evaluate("document.querySelector('.rest-of-choices')?.click()")
    browser.until(f"{lines}.length === {len(turn['choices'])}")
    shown = browser.evaluate(lines)
    assert len(shown) == len(turn["choices"]) > 0
    assert "Seven, and they are all thieves." in shown[0] and "said" in shown[0]
    assert re.search(r"its voice, .*fits \d\.\d\d, times 4", shown[0])
    score = re.match(r"[\d.]+", shown[0])
    assert score and f"voice {score[0]}" in turn["choices"][0]
    browser.until_shows("a line of its voice")


def test_a_tree_has_a_lane_for_each_round(browser: Chromium) -> None:
    """On the strip, and in the list of summaries, from which one opens in its sentences."""
    browser.go("#/memory/Wren?show=summaries")
    browser.until("!!document.querySelector('.how-fold summary')")
    browser.click(".how-fold summary")
    browser.until_shows("Its strategy is tree: some old memories at a time become a first-round")
    browser.until_shows("First-round summaries: ")
    browser.until_shows("summary, memories 1 to 2")
    browser.click(".opened .rows a")
    browser.until_shows("Its memories")
    browser.until("document.querySelectorAll('.sentence').length > 0")
