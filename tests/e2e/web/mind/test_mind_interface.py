"""The interface of Minds: prompts to the byte, what came of them, and orders."""

from __future__ import annotations

import json
from urllib.request import Request, urlopen

from server.web.description import describe_api
from tests.e2e.harness import until
from tests.e2e.web.mind.scene import MINDS, Scene, join
from tests.e2e.web.support.reader import Reader, fits


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


def test_a_turn_tells_what_led_to_it_and_what_came_of_it(scene: Scene) -> None:
    """What was said since the turn before, whose record it is, and the world's answer."""
    numbers = range(1, scene.read("")["turns"] + 1)
    told = {number: scene.read(f"/turns/{number}")["story"] for number in numbers}
    number = next(n for n, s in told.items() if any("the heron?" in e["text"] for e in s["new"]))
    story, turn = told[number], scene.read(f"/turns/{number}")
    heard = next(each for each in story["new"] if "the heron?" in each["text"])
    assert heard["kind"] == "heard"
    assert heard["text"] == 'Ada tells you, "Do you know the heron?"'
    before = scene.read(f"/turns/{number - 1}")["after"]
    assert all(before < each["seq"] <= turn["after"] for each in story["new"])
    assert (story["number"], story["command"]) == (number, turn["command"])
    assert story["result"] == turn["result"] != ""
    memories = scene.world.memories("Moss")
    assert memories[heard["seq"] - 1] == heard["text"]
    assert memories[story["seq"] - 1].endswith(story["result"])
    last = scene.read("/prompt")["story"]
    assert last == told[max(told)] or last["number"] > max(told)


def test_the_prompts_it_gets_are_described_by_their_form(scene: Scene) -> None:
    """How large the last one was, and a whole one is; under whole that is nearly the same."""
    mind = scene.read("")
    prompts = mind["prompts"]
    assert prompts["form"] == mind["model"]["prompting"] == "whole"
    assert prompts["last"] == scene.read(f"/turns/{mind['turns']}")["prompt_tokens"]
    assert prompts["whole"] > 0


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

    assert "Moss is paused" in order("pause")
    # A turn that has begun, such as at an arrival, is ended first.
    until(lambda: scene.read("")["state"] == "paused", "the end of what has begun")
    before = scene.read("")["turns"]
    assert "paused" in order("think", 409)
    assert "takes one turn" in order("step")
    until(lambda: scene.read("")["turns"] > before, "the turn")
    until(lambda: scene.read("")["state"] == "paused", "the end of the turn")
    assert "takes turns again" in order("resume")
    log = (scene.world.vault / ".tarn" / "audit.jsonl").read_text("utf-8")
    kept = [json.loads(line) for line in log.splitlines()]
    orders = [(each["line"], each["result"]) for each in kept if each.get("through") == "page"]
    assert ("@step Moss", "done") in orders and ("@think Moss", "refused") in orders
