"""What was said with a partner comes back under every strategy, seen from outside."""

from __future__ import annotations

from pathlib import Path

from agents.memory.strategies.table import OWN_STRATEGIES
from tests.e2e.harness import Client, flat, until
from tests.e2e.worlds import make_world, profile

#: Every strategy compacts after a few memories with these.
NOTE = (
    "**immediate_window**: 2\n**recent_window**: 2\n**max_entries_before_compaction**: 5\n"
    "**leaf_memories**: 2\n**preserve_memories**: 2\n**preserve_percent**: 0\n"
    "**preserve_window**: 2\n**threshold_tokens**: 256\n**min_saving_tokens**: 20\n"
)


#: One agent for each strategy.
AGENTS = dict(zip(("Moss", "Wren", "Fern", "Bram", "Ivy", "Holt"), OWN_STRATEGIES, strict=False))


def _read_prompt(client: Client, name: str = "Moss") -> str:
    return client.ask(f"@impersonate {name}", rf"prompt at this moment (?s:.*)\n~{name}>\n")


def _reload(client: Client, note: Path, more: str) -> str:
    note.write_text(NOTE + more, encoding="utf-8")
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
    world = make_world(tmp_path, agents, notes={"config/memory_compaction.md": NOTE})
    with world.server() as server:
        client = server.client().create("Rowan")
        client.ask("say The blue lamp is in the cellar.", 'You say, "The blue lamp')
        assert "Earlier Talk" not in _read_prompt(client)
        client.say(12)
        for name in AGENTS:
            client.ask(f"@compact-memories {name} force", r"Compacting|already|Nothing new")
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
