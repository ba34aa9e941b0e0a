"""What people write into a vault is taken over or named, over a real connection."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from tests.e2e.harness import flat, write
from tests.e2e.model_server import ModelServer
from tests.e2e.processes.forking import run_tarn
from tests.e2e.worlds import World, llm, make_world, profile

#: Small windows: the first compaction comes at nine memories.
SMALL = "**immediate_window**: 4\n**recent_window**: 4\n"


def check(world: World) -> subprocess.CompletedProcess[str]:
    """``tarn check`` on a world."""
    folders = ["--vault", str(world.vault), "--config", str(world.config)]
    return run_tarn("check", *folders)


def test_a_prompt_without_its_memories_is_named_and_never_used(tmp_path: Path) -> None:
    """At the start, by ``tarn check`` and at ``@reload``; summaries are of the memories."""
    text = "**summary.prompt**: Write a summary please\n"
    with ModelServer() as model:
        notes = {"config/memory_compaction.md": SMALL, "text/mind.md": text}
        world = make_world(tmp_path, {"Moss": profile("Moss")}, llm(model.url), notes)
        named = r"mind\.md:1: summary\.prompt: missing placeholder; read: a text without \{lines\};"
        run = check(world)
        assert run.returncode == 1 and re.search(named, run.stdout)
        with world.server() as server:
            server.logged(rf"^\[Vault\] .*{named}")
            client = server.client().create("Rowan")
            client.say(9)
            server.logged(r"^\[Memory\] Moss: Compaction complete.*\n")
            assert model.prompts and all("Write a summary please" not in p for p in model.prompts)
            assert any("# Memories:" in p and "line 2" in p for p in model.prompts)
            told = flat(client.ask("@reload", r"Read again: .*\n"))
            assert "missing placeholder; read: a text without {lines}" in told
            write(world.vault / "text" / "mind.md", "**summary.prompt**: Sum {up} {lines}\n")
            told = flat(client.ask("@reload", r"Read again: .*\n"))
            assert "unknown placeholder; read: up; allowed: {lines} (needed), {cite}" in told
            assert "# Memories:" in client.ask("@show-text summary.prompt", r"Summary \(first")
            write(world.vault / "text" / "mind.md", "**summary.prompt**: # Memories: {lines}\n> \n")
            assert "placeholder" not in client.ask("@reload", r"Read again: .*\n")
            assert server.stop() == 0


def test_why_says_what_a_person_wrote_by_hand_and_when(tmp_path: Path) -> None:
    """A sentence that somebody put into ``recent.md`` rests on no memory."""
    notes = {"config/memory_compaction.md": SMALL}
    world = make_world(tmp_path, {"Moss": profile("Moss")}, notes=notes)
    with world.server() as server:
        client = server.client().create("Rowan")
        client.say(9)
        server.logged(r"^\[Memory\] Moss: Compaction complete.*\n")
        recent = world.agent("Moss") / "summaries" / "recent.md"
        write(recent, f"{recent.read_text(encoding='utf-8').rstrip()} I was a sailor once.\n")
        assert "recent.md: the edited text" in client.reload()
        told = flat(client.ask("@why Moss a sailor once", r"UTC\.\n"))
        assert 'Moss carries: "I was a sailor once."' in told
        assert re.search(r"a person wrote it by hand into recent\.md, taken over at \d{4}-", told)
        assert "likely" not in told
        told = flat(client.ask("@why Moss line 1", r"#\d+ \([^\n]*\n"))
        assert "by hand" not in told
        assert server.stop() == 0


def test_reload_says_what_changed(tmp_path: Path) -> None:
    """Settings, texts, profiles and rooms by name; and that nothing did."""
    agents = {"Moss": profile("Moss"), "Wren": profile("Wren")}
    world = make_world(tmp_path, agents, notes={"config/memory_compaction.md": SMALL})
    with world.server() as server:
        client = server.client().create("Rowan")
        assert "Nothing changed. Read again:" in client.reload()
        write(world.vault / "config" / "memory_compaction.md", "**immediate_window**: 8\n")
        write(world.vault / "text" / "mine.md", "**look.plain-room**: Nothing here.\n")
        write(world.vault / "world" / "The Cave.md", "---\nexits: {out: The Hall}\n---\nDark.\n")
        write(world.agent("Moss") / "profile.md", profile("Moss").replace("plain", "stern"))
        write(world.agent("Fern") / "profile.md", profile("Fern"))
        (world.agent("Wren") / "profile.md").unlink()
        told = client.reload()
        for said in (
            "Settings changed: compaction.immediate_window (4 → 8), compaction.recent_window (4 →",
            "Texts changed: look.plain-room",
            "New agents: Fern",
            "Agents put away: Wren",
            "Profiles changed: Moss",
            "New rooms: The Cave",
        ):
            assert said in told, (said, told)
        assert "Nothing changed" not in told
        (world.vault / "text" / "mine.md").unlink()
        cave = "---\nexits: {out: The Hall}\n---\nWet.\n"
        write(world.vault / "world" / "The Cave.md", cave)
        told = client.reload()
        assert "Texts changed: look.plain-room Rooms changed: The Cave Read again:" in told
        client.ask("@describe The Cave -> Built in play.", r"\n")
        write(world.vault / "world" / "The Cave.md", cave.replace("exits", "exitz"))
        told = client.reload()
        assert "The Cave.md:2: unknown key 'exitz'" in told and "Rooms changed" not in told
        write(world.vault / "world" / "The Cave.md", cave.replace("Wet", "Damp"))
        replaced = "The Cave: the description made in play is as in the changed note now. It was:"
        assert f"{replaced} Built in play. (The log has all of it.)" in client.reload()
        server.logged("The Cave: description, made in play, is the note's now; Built in play")
        loft = world.vault / "world" / "The Loft.md"
        write(loft, "---\ncolour: red\nexits: {out: The Hall}\n---\n")
        told = client.reload()
        new = "unknown key 'colour'; read: red; allowed: aliases, exits,"
        # A path that is longer than a line of the window is broken.
        assert f"Without effect: {loft}:2: {new}".replace(" ", "") in told.replace(" ", "")
        assert "weather; the room is new and made without it" in told and "New rooms: The" in told
        server.logged("The Loft.md:2: unknown key 'colour'.*made without it")
        (world.vault / "world" / "The Cave.md").unlink()
        assert "Without effect:" in (told := client.reload()) and "The Cave.md: is gone" in told
        assert server.stop() == 0


def test_what_has_no_effect_is_named_and_the_rest_goes_on(tmp_path: Path) -> None:
    """At the start, by ``tarn check`` and at ``@reload``, with what was probably meant."""
    notes = {
        "config/memory_compaction.md": f"# M\n\n{SMALL}\n**profile** npc\njournal: off\n",
        "config/agents.md": "turns_per_minute: 6\n",
        "config/world.md": "**weather** off\n",
        "agents/Ivy.md": "You are Ivy.\n",
        "agents/Fern/persona.md": "You are Fern.\n",
        "world/The Cave.md": "---\nexits: {out: The Hall}\n---\nDark.\n",
    }
    named = (
        r"memory_compaction\.md:6: this sets nothing; read: \*\*profile\*\* npc; probably meant:",
        r"memory_compaction\.md:7: this sets nothing; .* meant: \*\*journal\*\*: off",
        r"config/agents\.md:1: this sets nothing; .* meant: \*\*turns_per_minute\*\*: 6",
        r"config/world\.md:1: this sets nothing; .* meant: \*\*weather\*\*: off",
        r"agents/Ivy\.md: a file here is no agent; .* meant: .*agents/Ivy/profile\.md",
        r"agents/Fern: a folder without profile\.md is no agent; read: persona\.md;",
        r"The Cave\.md: no way leads here from The Hall",
    )
    world = make_world(tmp_path, {"Moss": profile("Moss")}, notes=notes)
    run = check(world)
    assert run.returncode == 1
    with world.server() as server:
        client = server.client().create("Rowan")
        for each in named:
            assert re.search(each, run.stdout), (each, run.stdout)
            assert re.search(rf"^\[Vault\] WARNING: .*{each}", server.errors(), re.MULTILINE), each
        told = "".join(client.ask("@reload", r"Read again: .*\n").split())
        for each in named:
            assert re.search(each.replace(" ", ""), told), (each, told)
        assert "4 immediate" in flat(client.ask("@memory-status Moss", r"Next trigger"))
        for name in notes:
            (world.vault / name).unlink()
        world.agent("Fern").rmdir()
        left = client.reload()
        assert left.count("Without effect") == 1 and "The Cave.md: is gone" in left
        assert server.stop() == 0
    assert not [line for line in server.errors().splitlines() if "Traceback" in line]
