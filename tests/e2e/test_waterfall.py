"""An agent's memories fall through 129, 193 and 257 with a real model server, and come back."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.harness import Client, Server, flat, until
from tests.e2e.model_server import (
    MERGE,
    SUMMARY,
    ModelServer,
    write_combination,
    write_recollection,
)
from tests.e2e.worlds import CLOSED_HALL, World, llm, make_world, profile

COPY = re.compile(r"recent-\d{8}-\d{6}(?:-\d+)?\.md")


@dataclass(frozen=True)
class Stage:
    """What was to be seen when the agent had so many memories."""

    log: list[str]
    memories: list[str]
    records: list[dict[str, Any]]
    files: dict[str, tuple[dict[str, Any], str]]
    copies: list[tuple[dict[str, Any], str]]
    table: str
    report: str
    prompt: str


@dataclass(frozen=True)
class Story:
    """A world that has been through all three compactions, and how it was after each."""

    world: World
    stages: dict[int, Stage]
    prompts: list[str]


def _prompt(client: Client, name: str = "Moss") -> str:
    return client.ask(f"@impersonate {name}", rf"prompt at this moment (?s:.*)\n~{name}>\n")


def _stage(world: World, server: Server, client: Client, count: int) -> Stage:
    """Let Moss hear as many lines as it takes to have `count` memories, and look at everything."""
    have = len(world.memories("Moss"))
    before = len(server.errors().splitlines())
    client.say(count - have, first=have)
    server.logged(r"^\[Memory\] Moss: Compaction complete.*\n")
    folder = world.agent("Moss") / "summaries"
    names = sorted(path.name for path in folder.iterdir())
    table = client.ask("@memory-status", r"Health\n(?s:.*)Wren .*\n")
    report = client.ask("@memory-status Moss", r"Recent Past \(Summary\)\n(?s:.)*recollection \d+")
    return Stage(
        log=[line for line in server.errors().splitlines()[before:] if line[0] == "["],
        memories=world.memories("Moss"),
        records=world.records("Moss"),
        files={name: world.summary("Moss", name) for name in names if not COPY.fullmatch(name)},
        copies=[world.summary("Moss", name) for name in names if COPY.fullmatch(name)],
        table=table,
        report=report,
        prompt=_prompt(client),
    )


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Story:
    root = tmp_path_factory.mktemp("waterfall")
    with ModelServer() as model:
        agents = {"Moss": profile("Moss"), "Wren": profile("Wren", home="The Garden")}
        world = make_world(root, agents, llm(model.url))
        with world.server() as server:
            client = server.client().create("Rowan")
            stages = {n: _stage(world, server, client, n) for n in (129, 193, 257)}
            assert server.stop() == 0
    return Story(world, stages, model.prompts)


# --- the compactions ----------------------------------------------------------------------


def test_log_has_the_lines_of_the_reference(story: Story) -> None:
    """Each compaction logs the reference's lines, and no warning or error beside them."""
    one, two, three = write_recollection(1), write_recollection(2), write_recollection(3)
    begun = "[Memory] Moss: Starting compaction ({} memories, 64 immediate, 64 recent)"
    short = "[Memory] Moss: Short-term summary updated ({} chars)"
    long = "[Memory] Moss: Long-term summary updated ({} chars)"
    assert story.stages[129].log == [
        begun.format(129),
        short.format(len(one)),
        "[Memory] Moss: Compaction complete (first summary)",
    ]
    assert story.stages[193].log == [
        begun.format(193),
        long.format(len(one)),
        short.format(len(two)),
        "[Memory] Moss: Compaction complete (waterfall)",
    ]
    assert story.stages[257].log == [
        begun.format(257),
        long.format(len(write_combination(1))),
        short.format(len(three)),
        "[Memory] Moss: Compaction complete (waterfall)",
    ]


SPANS = {
    129: {"recent.md": (1, 65, write_recollection(1))},
    193: {
        "longterm.md": (1, 65, write_recollection(1)),
        "recent.md": (66, 129, write_recollection(2)),
    },
    257: {
        "longterm.md": (1, 129, write_combination(1)),
        "recent.md": (130, 193, write_recollection(3)),
    },
}


@pytest.mark.parametrize("count", [129, 193, 257])
def test_summary_files_have_the_designs_front_matter(story: Story, count: int) -> None:
    """recent.md and longterm.md say what they cover, how and by whom, in UTC."""
    files = story.stages[count].files
    assert files.keys() == SPANS[count].keys()
    for name, (first, last, text) in SPANS[count].items():
        front, body = files[name]
        assert body == text
        assert list(front) == [
            "type", "summary_type", "updated", "covers", "memory_count", "method", "profile",
            "model", "tokens",
        ]  # fmt: skip
        assert front["type"] == "memory_summary"
        assert front["summary_type"] == name.removesuffix(".md")
        assert front["covers"] == [first, last]
        assert front["memory_count"] == last - first + 1
        assert (front["method"], front["profile"], front["model"]) == ("llm", "summarizer", "tiny")
        assert 0 < front["tokens"] < 60
        assert re.fullmatch(
            r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d.*(Z|\+00:00)", str(front["updated"])
        )


def test_every_compaction_leaves_a_copy_with_its_time(story: Story) -> None:
    """No timestamped copy overwrites another, though all were made within seconds."""
    made = [(front["covers"], text) for front, text in story.stages[257].copies]
    wanted = [([1, 65], 1), ([66, 129], 2), ([130, 193], 3)]
    assert sorted(made) == [(span, write_recollection(number)) for span, number in wanted]


@pytest.mark.parametrize("count", [129, 193, 257])
def test_summaries_and_tail_partition_all_memories(story: Story, count: int) -> None:
    """The prompt shows both summaries and then, verbatim, every memory behind them."""
    stage = story.stages[count]
    assert len(stage.memories) == count
    covered = count - 64
    head, verbatim, rest = re.split(r"^---\n", stage.prompt, flags=re.MULTILINE)
    assert verbatim.splitlines() == stage.memories[covered:]
    found = re.findall(r"^## (Older Memories|Recent Past) \(Summary\)\n(.*)\n", head, re.MULTILINE)
    texts = [text for _, _, text in SPANS[count].values()]
    assert [text for _, text in found] == texts
    assert "You are Moss in The Hall." in rest
    edges = sorted((first, last) for first, last, _ in SPANS[count].values())
    assert edges[0][0] == 1 and edges[-1][1] == covered
    assert all(one[1] + 1 == two[0] for one, two in pairwise(edges))


@pytest.mark.parametrize("count", [129, 193, 257])
def test_memory_status_tells_spans_and_texts(story: Story, count: int) -> None:
    """The table and the report name the spans, the tail and the next trigger."""
    stage = story.stages[count]
    spans = " ".join(f"{first}-{last}" for first, last, _ in SPANS[count].values())
    row = next(line for line in stage.table.splitlines() if line.startswith("Moss "))
    report = flat(stage.report)
    assert flat(row) == f"Moss {count} {spans} 64 {count + 64} llm OK", report
    for first, last, text in SPANS[count].values():
        assert f"{first}-{last} ({last - first + 1} memories)" in report
        assert text.removesuffix(".") in report
    assert "Status: OK" in report and "Warnings: none" in report
    assert f"Verbatim: 64 ({count - 63}-{count})" in report
    assert f"Next trigger: at {count + 64} memories (in 64 memories)" in report


def test_archive_holds_one_record_for_each_compaction(story: Story) -> None:
    """A compaction is one event behind the memory that triggered it."""
    found = [each for each in story.stages[257].records if each["kind"] == "compaction"]
    assert [each["covers"] for each in found] == [[1, 65], [66, 129], [130, 193]]
    assert [each["method"] for each in found] == ["llm"] * 3
    assert all(each["after"] >= n for each, n in zip(found, (129, 193, 257), strict=True))


def test_the_model_is_given_each_memory_once(story: Story) -> None:
    """The prompts are the reference's, over exactly the frozen spans."""
    spans = [(0, 65), (65, 129), (129, 193)]
    memories = story.stages[257].memories
    asked = [prompt for prompt in story.prompts if SUMMARY in prompt]
    for prompt, (start, stop) in zip(asked, spans, strict=True):
        lines = "\n".join(memories[start:stop])
        cue = "# Summary (first-person perspective, I/me/my, no meta-commentary):\n>"
        assert prompt.rstrip() == f"# Memories:\n{lines}\n\n{cue}"
    (merged,) = [prompt for prompt in story.prompts if MERGE in prompt]
    second, first = write_recollection(2), write_recollection(1)
    parts = f"# Recent Summary:\n{second}\n\n# Older Summary:\n{first}\n\n"
    assert merged.startswith(parts + "# Combined Summary (first-person perspective")


# --- afterwards ---------------------------------------------------------------------------


def test_summaries_are_back_after_a_restart(story: Story, tmp_path: Path) -> None:
    """After SIGTERM and a new start, status and prompt hold the same summaries."""
    world = story.world.copy(tmp_path)
    with world.server() as server:
        client = server.client().connect("Rowan")
        report = flat(client.ask("@memory-status Moss", r"my\s+recollection\s+3"))
        prompt = _prompt(client)
    assert "1-129 (129 memories)" in report and "130-193 (64 memories)" in report
    assert write_combination(1) in report
    head, verbatim, _ = re.split(r"^---\n", prompt, flags=re.MULTILINE)
    assert write_combination(1) in head and write_recollection(3) in head
    assert verbatim.splitlines() == world.memories("Moss")[193:]


def _rewrite(path: Path, text: str) -> None:
    front = path.read_text(encoding="utf-8").rpartition("---\n")[0]
    path.write_text(f"{front}---\n{text}\n", encoding="utf-8")


def test_edited_summaries_are_adopted(story: Story, tmp_path: Path) -> None:
    """A hand edit is what the agent remembers: of recent.md at restart, longterm.md at @reload."""
    world = story.world.copy(tmp_path)
    summaries = world.agent("Moss") / "summaries"
    _rewrite(summaries / "recent.md", "I found a silver fish in the reeds.")
    with world.server() as server:
        client = server.client().connect("Rowan")
        assert "I found a silver fish in the reeds." in _prompt(client)
        _rewrite(summaries / "longterm.md", "I was a boatman once.")
        told = client.reload()
        assert "longterm.md: the edited text is what is remembered of 1 to 129 now." in told
        prompt = _prompt(client)
        assert "I was a boatman once." in prompt and write_combination(1) not in prompt
        _rewrite(summaries / "recent.md", "")
        assert "recent.md" in client.reload()
        assert "I found a silver fish in the reeds." in _prompt(client)
    edits = [each for each in world.records("Moss") if each["kind"] == "edit"]
    assert [each["summary"]["method"] for each in edits] == ["human", "human"]
    front, _ = world.summary("Moss", "longterm.md")
    assert (front["method"], front["covers"]) == ("human", [1, 129])


def test_compacting_by_hand_reports_when_it_is_done(story: Story, tmp_path: Path) -> None:
    """@compact-memories begins at once, tells its end in words, and never squeezes twice."""
    with ModelServer() as model:
        world = story.world.copy(tmp_path)
        (world.config / "llm.yaml").write_text(llm(model.url), encoding="utf-8")
        with world.server() as server:
            client = server.client().connect("Rowan")
            client.say(9)
            begun = client.ask("@compact-memories Moss", r"You will be told.*\n")
            assert "Compacting the memories of Moss (" in begun
            told = flat(client.expect(r"Moss: compaction complete.*\n(?:.*\n)?"))
            assert re.search(r"complete in [\d.]+ s\. Memories 194 to \d+ are summarised", told)
            assert "CompactionReport" not in told
            assert "Nothing new to compact." in client.ask("@compact-memories Moss", "compact\\.\n")
            enough = "Not enough memories to compact. Need more than 64 memories."
            assert enough in flat(client.ask("@compact-memories Wren", r"64\s+memories\.\n"))


@pytest.mark.parametrize("api", ["completions", "chat"])
def test_openai_servers_serve_turns_and_summaries(tmp_path: Path, api: str) -> None:
    """The same world runs on the OpenAI interface, raw or as chat: it acts and it compacts."""
    with ModelServer() as model:
        settings = llm(f"{model.url}/v1", "openai", f", api: {api}")
        windows = "**immediate_window**: 4\n**recent_window**: 4\n"
        notes = {"config/memory_compaction.md": windows, **CLOSED_HALL}
        agents = {"Moss": profile("Moss", interval=1)}
        world = make_world(tmp_path, agents, settings, notes)
        with world.server() as server:
            client = server.client().create("Rowan")
            client.say(9)
            server.logged(r"Compaction complete \(first summary\)")
            # The agent lives on: by now there may be another summary in the file.
            compactions = [each for each in world.records("Moss") if each["kind"] == "compaction"]
            assert compactions[0]["summaries"][0]["text"] == write_recollection(1)
            turn = until(lambda: [t for t in world.turns("Moss") if "reply" in t], "a turn")[0]
            assert turn["reply"] == "think The water is still. | counting"
            client.expect(r"Moss pauses in thought\.\n")
        path = "/v1/chat/completions" if api == "chat" else "/v1/completions"
        assert set(model.paths) == {path}
        thought = next(each for each in world.records("Moss") if each.get("command") == "think")
        assert thought["text"].startswith("~Moss> think The water is still. | counting\n")
        assert (thought["source"], thought["reason"]) == ("thought", "counting")
