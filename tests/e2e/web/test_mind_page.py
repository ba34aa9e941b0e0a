"""The view Mind: prompts to the byte, what came of them, and orders, in a real browser."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.request import Request, urlopen

import pytest

from server.web.description import describe_api
from tests.e2e.harness import Client, Server, until
from tests.e2e.model_server import ModelServer
from tests.e2e.web.chromium import Chromium, log_in
from tests.e2e.web.reader import Reader, fits
from tests.e2e.web.test_world_page import HOSTILE
from tests.e2e.worlds import PROMPT, World, llm, make_world, profile

MINDS = "/api/v1/minds"
STACKED = (
    "[...document.querySelector('main').children].filter(each => each.offsetHeight)"
    ".filter(each => getComputedStyle(each).position !== 'sticky')"
    ".map(each => each.getBoundingClientRect())"
    ".every((each, n, all) => n === 0 || each.top >= all[n - 1].bottom - 1)"
)
"""Whether no part of the view lies over another."""
REFUSED_BY_BROWSER = "401"
"""Before the login the page asks who is logged in, and is told: nobody."""
LONG = "Each evening the heron stands in the reeds and looks at the ferry. "


@dataclass(frozen=True)
class Scene:
    """A running world with one agent that a model server answers for."""

    world: World
    model: ModelServer
    server: Server
    ada: Client
    """An administrator, in the room of the agent."""
    reader: Reader
    """A program with the administrator's session."""

    def read(self, path: str) -> Any:
        status, data = self.reader.ask("GET", f"{MINDS}/Moss{path}")
        assert status == 200, data
        return data

    def hear(self, words: str) -> None:
        """Say something to Moss, and wait until its turn is in the log."""
        before = self.read("")["turns"]
        self.ada.ask(f"tell Moss {words}", "You tell")
        until(lambda: self.read("")["turns"] > before, "the turn")


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """Moss has a long-term and a recent summary, a note about the Hall, and four turns."""
    root = tmp_path_factory.mktemp("mind")
    with ModelServer() as model:
        world = make_world(
            root,
            {"Moss": profile("Moss", interval=None), "Wren": profile("Wren")},
            llm(model.url, more=", context_tokens: 32000"),
            {
                "config/agents.md": PROMPT,
                "agents/Moss/notes/Hall.md": f"The Hall has a draught. {HOSTILE}\n",
            },
        )
        # It stays where it is, and never says the same again.
        model.says("Moss", *(f"tell Ada I have counted {n} herons." for n in range(600)))
        with world.server() as server:
            ada = server.client().create("Ada")
            reader = Reader(server)
            reader.ask("POST", "/api/v1/session", {"name": "Ada", "password": "correct horse"})
            found = Scene(world, model, server, ada, reader)
            found.hear(HOSTILE)
            found.hear("Do you know the heron?")
            ada.say(200)
            until(lambda: found.read("")["memory"]["summarised"] >= 129, "both summaries")
            found.hear(f"What do you see? {LONG * 4}")
            found.hear("And what else is there?")
            yield found


def join(prompt: Any) -> str:
    return "".join(band["text"] for band in prompt["bands"])


def test_the_bands_joined_are_what_the_model_was_sent(scene: Scene) -> None:
    """Of every turn, summaries and all; the text of a turn is the same, to the byte."""
    sent = set(scene.model.prompts)
    count, compared = scene.read("")["turns"], 0
    for number in range(1, count + 1):
        turn = scene.read(f"/turns/{number}")
        assert turn["agrees"] is True
        # It greets by rule, and the model is not asked.
        assert join(turn["prompt"]) in sent or turn["outcome"] == "brain: by rule"
        compared += bool(turn["model"])
        address = f"{scene.server.web}{MINDS}/Moss/turns/{number}/text"
        with urlopen(Request(address, headers={"Cookie": scene.reader.cookie})) as reply:
            assert reply.read() == join(turn["prompt"]).encode()
    assert compared >= 4
    kinds = [(band["kind"], band["from"], band["to"]) for band in turn["prompt"]["bands"]]
    older, recent, after = kinds[1][2], kinds[2][2], turn["after"]
    assert kinds[:4] == [
        ("persona", 0, 0), ("summary", 1, older), ("summary", older + 1, recent),
        ("verbatim", recent + 1, after),
    ]  # fmt: skip
    assert {kind for kind, _, _ in kinds[4:]} >= {"notes", "talk", "situation"}
    assert all(band["tokens"] > 0 for band in turn["prompt"]["bands"])
    assert turn["command"] and turn["reply"] and turn["model"] == "tiny"
    assert turn["prompt_tokens"] > 0 and turn["seconds"] >= 0


def test_the_prompt_of_now_is_what_the_model_is_sent_next(scene: Scene) -> None:
    """But for the words to answer, which nobody has said yet."""
    now = scene.read("/prompt")
    scene.reader.ask("POST", f"{MINDS}/Moss/think")
    count = now["difference"]["turn"]
    until(lambda: scene.read("")["turns"] > count, "the turn")
    turn = scene.read(f"/turns/{count + 1}")
    assert join(now["prompt"]) == join(turn["prompt"])
    assert now["prompt"]["tokens"] == turn["prompt"]["tokens"]
    assert now["difference"] == turn["difference"]
    assert turn["difference"]["added"] > 0


def test_turns_are_listed_by_pages_and_found_by_memory(scene: Scene) -> None:
    first = scene.read("/turns?limit=2")
    count = first["count"]
    assert [each["number"] for each in first["turns"]] == [count, count - 1]
    older = scene.read(f"/turns?limit=2&before={count - 1}")
    assert [each["number"] for each in older["turns"]] == [count - 2, count - 3]
    after = older["turns"][0]["after"]
    assert scene.read(f"/turns?limit=1&at={after}")["turns"] == older["turns"][:1]
    assert scene.read("/turns?at=0")["turns"] == []
    assert scene.reader.ask("GET", f"{MINDS}/Moss/turns/99999")[0] == 404
    assert scene.reader.ask("GET", f"{MINDS}/Nobody")[0] == 404
    assert scene.reader.ask("GET", f"{MINDS}/Moss/turns/x")[0] == 400


def test_minds_are_as_the_document_says(scene: Scene) -> None:
    whole = describe_api()
    paths = [each for each in whole["paths"] if each.startswith(MINDS)]
    for path in paths:
        content = whole["paths"][path].get("get", {}).get("responses", {}).get("200", {}).get(
            "content", {}
        )  # fmt: skip
        if "application/json" in content:
            asked = path.replace("{name}", "Moss").replace("{number}", "2")
            status, data = scene.reader.ask("GET", asked)
            assert status == 200
            assert fits(data, content["application/json"]["schema"], whole), path
    assert len(paths) == 11


def test_only_administrators_see_minds(scene: Scene) -> None:
    """Guests and players are refused at every address and order."""
    guest, player = Reader(scene.server), Reader(scene.server)
    guest.ask("POST", "/api/v1/session", {"guest": True})
    scene.server.client().create("Bert")
    player.ask("POST", "/api/v1/session", {"name": "Bert", "password": "correct horse"})
    for path, methods in describe_api()["paths"].items():
        if path.startswith(MINDS):
            asked = path.replace("{name}", "Moss").replace("{number}", "1")
            for method in methods:
                for who in (guest, player):
                    said = {"words": "Hello."} if method == "post" else None
                    assert who.ask(method.upper(), asked, said)[0] == 403, path
    assert scene.read("")["paused"] is False


def test_orders_are_obeyed_and_kept_in_the_audit_log(scene: Scene) -> None:
    def order(name: str, status: int = 200) -> str:
        got, data = scene.reader.ask("POST", f"{MINDS}/Moss/{name}")
        assert got == status, data
        return str(data.get("done") or data["error"])

    before = scene.read("")["turns"]
    assert "Moss is paused" in order("pause")
    assert scene.read("")["state"] == "paused"
    assert "paused" in order("think", 409)
    assert "takes one turn" in order("step")
    until(lambda: scene.read("")["turns"] > before, "the turn")
    until(lambda: scene.read("")["state"] == "paused", "the end of the turn")
    assert "takes turns again" in order("resume")
    log = (scene.world.vault / ".tarn" / "audit.jsonl").read_text("utf-8")
    kept = [json.loads(line) for line in log.splitlines()]
    orders = [(each["line"], each["result"]) for each in kept if each.get("through") == "page"]
    assert ("@step Moss", "done") in orders and ("@think Moss", "refused") in orders


# --- in a browser ----------------------------------------------------------------------


@pytest.fixture(scope="module")
def browser(scene: Scene, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    """A page on which Ada is logged in."""
    chromium = Chromium(tmp_path_factory.mktemp("profile"))
    chromium.resize(1280, 900)
    log_in(chromium, scene.server.web)
    yield chromium
    chromium.close()


def open_turn(browser: Chromium, number: int) -> None:
    browser.evaluate(f"location.hash = '#/mind/Moss?turn={number}'")
    browser.until(f"document.querySelector('.shown')?.ariaLabel === 'Turn {number}'")


def list_texts(browser: Chromium, selector: str) -> list[str]:
    found = f"[...document.querySelectorAll({json.dumps(selector)})].map(each => each.textContent)"
    return list(browser.evaluate(found))


def check_console(browser: Chromium) -> None:
    assert [each for each in browser.console if REFUSED_BY_BROWSER not in each] == []


def test_an_agent_is_found_in_the_list_and_on_the_map(scene: Scene, browser: Chromium) -> None:
    browser.evaluate("location.hash = '#/world'")
    browser.until("!!document.querySelector('g.person[aria-label=Moss]')")
    browser.evaluate("document.querySelector('g.person[aria-label=Moss]').focus()")
    browser.press("Enter")
    browser.click(".panel a[href='#/mind/Moss']")
    browser.until_shows("The prompt that it would get now")
    browser.click(".back a")
    browser.until("document.querySelectorAll('.minds tbody tr').length === 2")
    assert "between turns, in The Hall" in browser.text()
    check_console(browser)


def test_a_prompt_is_shown_in_bands_that_join_to_it(scene: Scene, browser: Chromium) -> None:
    """Closed bands are in the page, too; the difference is marked by signs, not by colour alone."""
    number = scene.read("")["turns"]
    open_turn(browser, number)
    turn = scene.read(f"/turns/{number}")
    assert "".join(list_texts(browser, ".band pre")) == join(turn["prompt"])
    named = list_texts(browser, ".band .title")
    hints = list_texts(browser, ".band .title .hint")
    assert all(hints), "each band says what it is for"
    titles = [name.removesuffix(hint).strip() for name, hint in zip(named, hints, strict=True)]
    ends = [each["to"] for each in turn["prompt"]["bands"]]
    assert titles[:4] == [
        "Who it is", f"Long-term summary, 1–{ends[1]}",
        f"Recent summary, {ends[1] + 1}–{ends[2]}",
        f"Memories, word for word, {ends[2] + 1}–{ends[3]}",
    ]  # fmt: skip
    assert len(list_texts(browser, ".share button")) == len(titles)
    changed = turn["difference"]
    assert len(list_texts(browser, "ins.diff")) == changed["added"]
    assert len(list_texts(browser, "del.diff")) == changed["removed"]
    assert {text[0] for text in list_texts(browser, "ins.diff")} == {"+"}
    browser.until_shows("To the byte what the model was given.")
    check_console(browser)


def test_turns_are_walked_through_by_keyboard(scene: Scene, browser: Chromium) -> None:
    """Each is in the address, so that it can be linked to; so is the turn that knew a memory."""
    open_turn(browser, 3)
    browser.evaluate("document.querySelector('[aria-label=\"Turn before\"]').focus()")
    browser.press("Enter")
    browser.until("location.hash === '#/mind/Moss?turn=2'")
    browser.until("document.querySelector('.shown').ariaLabel === 'Turn 2'")
    browser.press("Tab")
    browser.evaluate("document.activeElement.select()")
    browser.type("4")
    browser.press("Enter")
    browser.until("document.querySelector('.shown').ariaLabel === 'Turn 4'")
    after = scene.read("/turns/2")["after"]
    browser.evaluate(f"location.hash = '#/mind/Moss?at={after}'")
    browser.until("location.hash === '#/mind/Moss?turn=2'")
    slider = "document.querySelector('input[type=range]')"
    browser.evaluate(f"{slider}.value = 3; {slider}.dispatchEvent(new Event('input'))")
    browser.until("document.querySelector('.shown').ariaLabel === 'Turn 3'")
    assert browser.evaluate(f"{slider}.ariaValueText").startswith("turn 3 of ")
    check_console(browser)


def test_an_agent_is_paused_stepped_and_resumed_by_buttons(scene: Scene, browser: Chromium) -> None:
    browser.evaluate("location.hash = '#/mind/Moss'")
    browser.until("!!document.querySelector('.orders button')")
    before = scene.read("")["turns"]
    browser.click(".orders button")
    browser.until_shows("Moss is paused: it perceives and remembers, and takes no turns.")
    browser.until("document.querySelector('.orders button').textContent === 'Resume'")
    browser.click(".orders button:nth-child(2)")
    browser.until(f"Number(document.querySelector('[type=number]').max) > {before}")
    assert scene.read("")["paused"] is True
    browser.click(".orders button")
    browser.until_shows("Moss takes turns again.")
    assert scene.read("")["paused"] is False
    check_console(browser)


def test_an_agent_is_talked_to_and_answers(scene: Scene, browser: Chromium) -> None:
    """As the person's own character: somebody at telnet sees it, too, and one who left cannot."""
    browser.evaluate("location.hash = '#/mind/Moss'")
    browser.until("!!document.querySelector('.talk input')")
    browser.evaluate("document.querySelector('.talk input').focus()")
    browser.type(f"Good evening. {HOSTILE}")
    browser.press("Enter")
    scene.ada.expect("You tell Moss, .Good evening")
    scene.ada.expect("Moss tells you, .I have counted")
    browser.until("document.querySelectorAll('.talk li').length >= 2")
    browser.until_shows("Moss tells you")
    check_console(browser)
    away = Reader(scene.server)
    away.ask("POST", "/api/v1/session", {"name": "Ada", "password": "correct horse"})
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
        assert browser.evaluate("document.documentElement.scrollWidth") <= 390
        assert browser.evaluate("document.querySelector('main').scrollWidth") <= 390
        assert browser.evaluate(STACKED)
    assert browser.evaluate("document.title") == title
    check_console(browser)
