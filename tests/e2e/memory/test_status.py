"""What the status of memories says over a real connection, and to whom."""

from __future__ import annotations

import re
import signal
from pathlib import Path

from tests.e2e.harness import Client, flat, until, write
from tests.e2e.model_server import ModelServer
from tests.e2e.worlds import is_at_rest, llm, make_world, profile

SETTINGS = "config/memory_compaction.md"
DUE = "**min_entries_for_compaction**: 2\n**max_entries_before_compaction**: 4\n"


def compare_sizes(client: Client) -> bool:
    """Return whether the status tells the size of the whole prompt that the agent would have."""
    report = flat(client.ask("@memory-status Moss", r"Recent Past"))
    client.hears_all()
    sizes = re.search(r"prompt: (\d+) tokens \([^)]*\); the whole prompt: (\d+)", report)
    prompt = flat(client.ask("@impersonate Moss", r"~Moss>"))
    client.hears_all()
    exact = re.search(r"Moss's prompt at this moment \((\d+) tokens", prompt)
    assert sizes and exact, report
    assert int(sizes[2]) > int(sizes[1]) + 50
    return abs(int(sizes[2]) - int(exact[1])) <= 30


def tells_why_words_alone(client: Client) -> bool:
    """Return whether the status tells why recall does not go by meaning."""
    report = flat(client.ask("@memory-status Moss", r"Recent Past"))
    client.hears_all()
    return "recall goes by words alone: wordllama cannot be used (" in report


def test_a_status_is_true_after_a_reload_and_a_restart(tmp_path: Path) -> None:
    """Edits are taken over although the reload begins a compaction; a prompt is measured whole."""
    by_rule = "**strategy**: rolling\n**use_llm_for_summary**: false\n"
    notes = {SETTINGS: by_rule}
    models = llm(more=", prompting: whole")
    world = make_world(tmp_path, {"Moss": profile("Moss")}, models, notes)
    write(tmp_path / "broken" / "wordllama.py", "# without the weights\n")
    server = world.server()
    server.environment["PYTHONPATH"] = str(tmp_path / "broken")
    with server:
        client = server.client().create("Rowan")
        client.say(12)
        server.logged(r"Compaction complete \(first summary\)")
        report = flat(client.ask("@memory-status Moss", r"Recent Past"))
        assert "deterministic: no model" not in report
        client.ask("@why Moss a silver herring", r"Moss")
        until(lambda: tells_why_words_alone(client), "the lack of a model in the status")
        client.say(2)
        # What comes last of it comes after its line: only then nothing runs.
        until(lambda: is_at_rest(client, "Moss"), "the end of the compaction")
        recent = world.agent("Moss") / "summaries" / "recent.md"
        front = recent.read_text(encoding="utf-8").rpartition("---\n")[0]
        recent.write_text(f"{front}---\nI found a silver fish.\n", encoding="utf-8")
        # Now a compaction is due, and it begins as soon as the settings are read.
        write(world.vault / SETTINGS, notes[SETTINGS] + DUE)
        told = flat(client.ask("@reload", r"Read again: .*\n"))
        assert "recent.md: the edited text is what is remembered" in told
        assert "a compaction is running" not in told
        server.logged(r"Compaction complete \(rolling\)")
        assert server.stop() == 0
    write(world.vault / SETTINGS, notes[SETTINGS])
    with world.server() as server:
        client = server.client().connect("Rowan")
        # Past talk comes back a moment after the start; each report measures until a turn does.
        until(lambda: compare_sizes(client), "the size of the prompt in the status")


def test_an_agent_with_scenes_is_told_what_its_own_prompts_have(tmp_path: Path) -> None:
    """What memory holds ready is said to be that of a whole prompt, and changes with the form."""
    world = make_world(tmp_path, {"Moss": profile("Moss")}, llm(more=", prompting: scene"))
    with world.server() as server:
        client = server.client().create("Rowan")
        client.say(3)
        report = flat(client.ask("@memory-status Moss", r"Recent Past"))
        assert "Own prompts: scenes (persona, examples, situation" in report
        assert "(so it would be under prompting: whole)" in report
        write(world.config / "llm.yaml", llm(more=", prompting: whole"))
        client.ask("@reload", r"Read again: .*\n")
        report = flat(client.ask("@memory-status Moss", r"Recent Past"))
        assert "Own prompts: whole (the summaries and all memories since)" in report
        assert "so it would be" not in report


def test_a_guest_sees_the_table_and_no_text(tmp_path: Path) -> None:
    """Numbers are everybody's; what an agent remembers is not, until the setting opens it."""
    world = make_world(tmp_path, {"Moss": profile("Moss")}, notes={SETTINGS: DUE})
    with world.server() as server:
        owner = server.client().create("Rowan")
        owner.say(3)
        guest = server.client()
        guest.ask("guest", r"Exits?: .*\n")
        table = guest.ask("@memory-status", r"Moss .*\n")
        assert re.search(r"Agent +Memories +Summaries", table)
        assert "administrators may look" in flat(guest.ask("@memory-status Moss", r"minds\.\n"))
        write(world.vault / SETTINGS, DUE + "**public_summaries**: true\n")
        owner.ask("@reload", r"Read again: .*\n")
        report = guest.ask("@memory-status Moss", r"Recent Past \(Summary\)")
        assert "Memory integrity report: Moss" in report


def test_the_history_says_what_was_refused(tmp_path: Path) -> None:
    """Over telnet and on the command line: cause, span, model, and why an answer was refused."""
    with ModelServer(summaries="refusal") as model:
        notes = {SETTINGS: "**immediate_window**: 4\n**recent_window**: 4\n"}
        world = make_world(tmp_path, {"Moss": profile("Moss")}, llm(model.url), notes)
        with world.server() as server:
            client = server.client().create("Rowan")
            client.say(9)
            server.logged(r"Compaction complete \(first summary\)")
            told = flat(client.ask("@memory-history Moss", r"refused: (?s:.*?)refused: .*\n"))
            assert "waterfall, cause: count; memories 1 to" in told
            assert "refused: the summary of 1 to " in told
            assert server.stop() == 0


def test_forgotten_summaries_are_made_anew_after_a_crash_too(tmp_path: Path) -> None:
    """Confirmed by a word; the files follow, a killed server goes on, no memory is lost."""
    with ModelServer() as model:
        notes = {SETTINGS: "**immediate_window**: 4\n**recent_window**: 4\n"}
        world = make_world(tmp_path, {"Moss": profile("Moss")}, llm(model.url), notes)
        with world.server() as server:
            client = server.client().create("Rowan")
            for first in (1, 15):  # a long-term summary of two
                client.say(14, first=first)
                server.logged(r"Compaction complete \(waterfall\)")
            until(lambda: is_at_rest(client, "Moss"), "an idle compactor")
            told = flat(client.ask("@forget-summaries Moss", r"confirm\n"))
            assert "No memory is lost" in told
            client.ask("@forget-summaries Moss confirm", r"Moss: the summaries are forgotten")
            front, text = world.summary("Moss", "longterm.md")
            assert front["method"] == "deterministic" and "recollection" not in text
            assert server.stop(signal.SIGKILL) != 0
        heard = world.memories("Moss")
        with world.server() as server:
            server.logged(r"The summaries are made anew")
            client = server.client().connect("Rowan")
            history = flat(client.ask("@memory-history Moss", r"cause: forgotten; .*\n"))
            assert "cause: anew; memories 1 to" in history
            assert server.stop() == 0
        assert world.summary("Moss", "longterm.md")[0]["method"] == "llm"
        assert world.memories("Moss")[: len(heard)] == heard
