"""kill -9 at bad moments: nothing that was acknowledged is lost, and the next start works."""

from __future__ import annotations

import json
import re
import signal
from pathlib import Path

from tests.e2e.harness import flat, until
from tests.e2e.model_server import SUMMARY, ModelServer, write_recollection
from tests.e2e.worlds import World, llm, make_world, profile


def _world(root: Path, model: ModelServer) -> World:
    return make_world(root, {"Moss": profile("Moss")}, llm(model.url))


def test_kill_in_a_stream_of_words_loses_nothing_acknowledged(tmp_path: Path) -> None:
    """Every line whose echo came back is in the archive, whole, and the world starts again."""
    with ModelServer() as model:
        world = _world(tmp_path, model)
        with world.server() as server:
            client = server.client().create("Rowan")
            client.send(*(f"say line {number}" for number in range(3000)))
            client.expect('You say, "line 300"')
            assert server.stop(signal.SIGKILL) == -signal.SIGKILL
            heard = re.findall(r'You say, "line (\d+)"', client.rest())
        acknowledged = max(int(number) for number in heard) if heard else 300
        memories = set(world.memories("Moss"))
        lost = [n for n in range(acknowledged + 1) if f'Rowan says, "line {n}"' not in memories]
        assert lost == []
        before = len(memories)
        with world.server() as server:
            client = server.client().connect("Rowan")
            client.say(1, first=5000)
            assert world.memories("Moss")[-1] == 'Rowan says, "line 5000"'
            table = flat(client.ask("@memory-status", r"Moss .*\n"))
            assert "ERROR" not in table
            assert server.stop() == 0
        assert len(world.memories("Moss")) > before


def test_torn_line_is_set_aside_and_numbers_go_on(tmp_path: Path) -> None:
    """Half a line at the archive's end is set aside with a warning; nothing else suffers."""
    with ModelServer() as model:
        world = _world(tmp_path, model)
        with world.server() as server:
            server.client().create("Rowan").say(5)
            server.stop(signal.SIGKILL)
        (segment,) = (world.agent("Moss") / "archive").glob("*.jsonl")
        before = world.memories("Moss")
        with segment.open("ab") as archive:
            archive.write(b'{"v":1,"kind":"memory","seq":99,"te')
        with world.server() as server:
            server.client().connect("Rowan").say(1, first=100)
            assert re.search(r"Moss.*torn|Moss.*set aside", server.errors())
            assert server.stop() == 0
        now = world.memories("Moss")
        assert now[: len(before)] == before
        assert 'Rowan says, "line 100"' in now
        kept = segment.with_name(f"{segment.name}.torn").read_text(encoding="utf-8")
        assert json.loads(kept)["line"] == '{"v":1,"kind":"memory","seq":99,"te'


def _killed_in_a_compaction(world: World, model: ModelServer) -> None:
    model.summaries = "hang"
    with world.server() as server:
        client = server.client().create("Rowan")
        client.say(140)
        until(lambda: model.of_kind(SUMMARY), "the summary is asked for")
        table = flat(client.ask("@memory-status", r"Moss .*\n"))
        assert "Moss 141 none 141 running" in table
        # The world is none the slower for it.
        client.ask("look", r"A long stone hall\.(?s:.)*Exits: .*\n")
        server.stop(signal.SIGKILL)
    assert not list((world.agent("Moss") / "summaries").glob("*.md"))
    assert len(world.memories("Moss")) == 141


def test_kill_in_a_compaction_then_the_model_is_back(tmp_path: Path) -> None:
    """A compaction cut short leaves all as it was; the next start completes it by itself."""
    with ModelServer() as model:
        world = _world(tmp_path, model)
        _killed_in_a_compaction(world, model)
        model.summaries = "ok"
        with world.server() as server:
            server.logged(r"^\[Memory\] Moss: Compaction complete \(first summary\)$")
            assert server.stop() == 0
        front, text = world.summary("Moss", "recent.md")
        assert (front["method"], text) == ("llm", write_recollection(1))
        assert front["covers"] == [1, 141 - 64]


def test_kill_in_a_compaction_then_no_model(tmp_path: Path) -> None:
    """Where the model fails afterwards the summary is deterministic, and the log says so."""
    with ModelServer() as model:
        world = _world(tmp_path, model)
        _killed_in_a_compaction(world, model)
        model.summaries = "500"
        with world.server() as server:
            server.logged(r"^\[Memory\] Moss: WARNING: .*HTTP 500")
            server.logged(r"^\[Memory\] Moss: WARNING: .*deterministic")
            server.logged(r"^\[Memory\] Moss: Compaction complete \(first summary\)$")
        front, text = world.summary("Moss", "recent.md")
        assert front["method"] == "deterministic"
        assert text.startswith("I ") and "HTTP" not in text


def test_stop_in_a_compaction_is_clean(tmp_path: Path) -> None:
    """SIGTERM does not wait for a model that hangs; the memories stay uncovered, none is lost."""
    with ModelServer(summaries="hang") as model:
        world = _world(tmp_path, model)
        with world.server() as server:
            server.client().create("Rowan").say(130)
            until(lambda: model.of_kind(SUMMARY), "the summary is asked for")
            assert server.stop() == 0
            assert "not clean" not in server.errors()
        assert len(world.memories("Moss")) >= 131
        assert not [each for each in world.records("Moss") if each["kind"] == "compaction"]
