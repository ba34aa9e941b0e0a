"""What memory shows, seen from outside: masks, added sections, copies, headings, old talk."""

from __future__ import annotations

from pathlib import Path

from agents.memory.strategies.table import OWN_STRATEGIES
from tests.e2e.harness import Client, Server, flat, until
from tests.e2e.model_server import ModelServer
from tests.e2e.processes.forking import run_tarn
from tests.e2e.worlds import PROMPT, World, llm, make_world, profile

NOTE = (
    "**strategy**: layered\n**threshold_tokens**: 700\n**min_saving_tokens**: 50\n"
    "**preserve_window**: 10\n**summary_copies**: 1\n**ask_preferences**: true\n"
    "**confirmed_facts**: witnessed\n"
)
HALL = "A long stone hall, cold even in June, with a lamp in every window. " * 6
SECTIONS = (
    "User Goal, Preferences, Confirmed Facts, Assumptions, Decisions Made, Open Issues,"
    " Pending Actions, Important References"
)


def _tarn(world: World, *words: str) -> str:
    done = run_tarn("memory", *words, "--vault", str(world.vault))
    assert done.returncode == 0, done.stderr
    return done.stdout


def _live(server: Server, client: Client, world: World, compactions: int) -> None:
    """Talk with Moss, who looks around after each word, until he has compacted so often."""
    for n in range(60):
        copies = [each for each in world.records("Moss") if each["kind"] == "compaction"]
        if len(copies) >= compactions:
            return
        turns = len(world.turns("Moss"))
        client.send(f"say I prefer the {n}th lamp to all others.")
        until(lambda had=turns: len(world.turns("Moss")) > had, "a turn")  # type: ignore[misc]
        until(lambda: _rests(server), "a compaction")
    raise AssertionError(server.errors())


def _rests(server: Server) -> bool:
    """Return whether every compaction that has begun is complete."""
    log = server.errors()
    return log.count("Starting compaction") == log.count("Compaction complete")


def test_masks_sections_and_copies(tmp_path: Path) -> None:
    """Old looks say what they were, the summary has what was asked, one copy is kept; and the
    archive gives each past prompt again."""
    with ModelServer() as model:
        notes = {
            "config/memory_compaction.md": NOTE,
            "config/agents.md": PROMPT.replace("repeat_limit**: 0", "repeat_limit**: 2"),
            "world/The Hall.md": f"---\nstart: true\n---\n{HALL}\n",
        }
        world = make_world(
            tmp_path, {"Moss": profile("Moss", interval=None)}, llm(model.url), notes
        )
        headed = "**Next Action**\n\nlook"  # cut after its heading the first time it is asked
        model.says("Moss", *[headed, headed, "think So many lamps."] * 40)
        with world.server() as server:
            client = server.client().create("Rowan")
            _live(server, client, world, 2)
            prompt = client.ask("@impersonate Moss", r"prompt at this moment (?s:.*)\n~Moss>\n")
            folder = world.agent("Moss") / "summaries"
            until(lambda: len(list(folder.glob("recent-*"))) == 1, "one copy")
            assert server.stop() == 0
    assert "[look: The Hall, with Rowan, " in flat(prompt)
    assert "Preferences:" in prompt and "Assumptions:" in prompt
    asked = next(each for each in model.prompts if "# Working Memory (" in each)
    assert f"(the sections {SECTIONS}, in this order" in asked
    assert "**Next Action**\n\nlook" in [each.get("reply") for each in world.turns("Moss")]
    assert "refused" not in _tarn(world, "verify", "Moss")
    last = world.turns("Moss")[-1]
    assert last["situation"] in _tarn(world, "show", "Moss", "--at", str(last["after"]))


# --- old talk --------------------------------------------------------------------------

#: Every strategy compacts after a few memories with these.
EAGER = (
    "**immediate_window**: 2\n**recent_window**: 2\n**max_entries_before_compaction**: 5\n"
    "**leaf_memories**: 2\n**preserve_memories**: 2\n**preserve_percent**: 0\n"
    "**preserve_window**: 2\n**threshold_tokens**: 256\n**min_saving_tokens**: 20\n"
)


#: One agent for each strategy.
AGENTS = dict(zip(("Moss", "Wren", "Fern", "Bram", "Ivy", "Holt"), OWN_STRATEGIES, strict=False))


def _read_prompt(client: Client, name: str = "Moss") -> str:
    return client.ask(f"@impersonate {name}", rf"prompt at this moment (?s:.*)\n~{name}>\n")


def _reload(client: Client, note: Path, more: str) -> str:
    note.write_text(EAGER + more, encoding="utf-8")
    return flat(client.ask("@reload", r"from\s+0\s+to\s+1000|Read again"))


def test_a_partner_is_remembered_under_every_strategy(tmp_path: Path) -> None:
    """Old words come back while their speaker is there, and never beside the transcript.

    A wrong bound is named with its line, and the last good one stays; 0 ends it.
    """
    note = tmp_path / "vault" / "config" / "memory_compaction.md"
    agents = {
        name: profile(name, more=f"memory: {{strategy: {strategy.name}}}\n")
        for name, strategy in AGENTS.items()
    }
    world = make_world(tmp_path, agents, notes={"config/memory_compaction.md": EAGER})
    with world.server() as server:
        client = server.client().create("Rowan")
        client.ask("say The blue lamp is in the cellar.", 'You say, "The blue lamp')
        assert "Earlier Talk" not in _read_prompt(client)
        client.say(12)
        for name in AGENTS:
            answers = r"Compacting|already|Nothing (?:new|to compact)"
            client.ask(f"@compact-memories {name} force", answers)
            summary = world.agent(name) / "summaries" / "recent.md"
            until(summary.exists, f"a summary of {name}")
            _check_prompt(_read_prompt(client, name))
        said = _reload(client, note, "**conversation_max_turns**: 1001\n")
        assert ":10: conversation_max_turns is 1001, allowed: a whole number" in said
        _check_prompt(_read_prompt(client))
        _reload(client, note, "**conversation_max_turns**: 0\n")
        assert "Earlier Talk With Rowan" not in _read_prompt(client)


def _check_prompt(prompt: str) -> None:
    block = prompt.partition("## Earlier Talk With Rowan\n")[2].partition("\n\n")[0]
    assert block.startswith("Rowan: The blue lamp is in the cellar.")
    shown = prompt.partition("\n---\n")[2].partition("\n---\n")[0].splitlines()
    assert shown and not any(each.partition('"')[2].rstrip('"') in block for each in shown)
