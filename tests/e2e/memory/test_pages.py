"""The journal over a real connection: it stands in prompts, and people may write in it."""

from __future__ import annotations

import re
from pathlib import Path

from tests.e2e.harness import Client, flat, until, write
from tests.e2e.worlds import (
    CLOSED_HALL,
    PROMPT,
    World,
    has_decided,
    is_at_rest,
    make_world,
    profile,
)

WINDOWS = "memory: {immediate_window: 6, recent_window: 6}\n"
#: What Moss does when it is spoken to: by the words that it answers, as it acts unasked, too.
SCRIPT = """\
rules:
  - {match: 'who am I?"', reply: recall sister}
  - {match: 'how are you?"', reply: "journal 9: Ada fears the mill."}
replies: [think I rest.]
"""
SETTINGS = (
    "default: npc\nprofiles:\n  npc: {{provider: scripted, script: {script}}}\n"
    "  summarizer: {{provider: ollama, url: 'http://127.0.0.1:9', model: tiny, retries: 0}}\n"
)
OWN, TOLD = "## What I Know Of Who And What Is Here", "## What I Was Told (hearsay)"


def _world(folder: Path) -> World:
    script = write(folder / "script.yaml", SCRIPT)
    return make_world(
        folder,
        {"Moss": profile("Moss", interval=86400, more=WINDOWS)},
        SETTINGS.format(script=script),
        {"config/agents.md": PROMPT, **CLOSED_HALL},
    )


def _prompt(client: Client) -> str:
    return client.ask("@impersonate Moss", r"prompt at this moment (?s:.*)\n~Moss>\n")


def test_what_people_write_on_a_page_reaches_the_prompt_and_stays(tmp_path: Path) -> None:
    """At `@reload`; found by `@why`; there again after the page is lost."""
    world = _world(tmp_path)
    page = world.agent("Moss") / "people" / "Ada.md"
    with world.server() as server:
        ada = server.client().create("Ada")
        ada.ask("emote promises to bring 12 oars on Friday", "promises")
        ada.say(14)
        until(lambda: page.exists() and "12 oars" in page.read_text("utf-8"), "a page of Ada")
        shown = _prompt(ada)
        assert "heard from Ada" in shown.partition(TOLD)[2] or "12 oars" in shown
        # What is written before a compaction begins is taken over by that, and no reload tells it.
        until(lambda: has_decided(world, "Moss", 'Ada says, "line 14"'), "the last turn")
        until(lambda: is_at_rest(ada, "Moss"), "the last compaction")
        page.write_text(page.read_text("utf-8") + "\nAda is my sister.\n", "utf-8")
        assert "Moss: people/Ada.md: what a person wrote there is remembered." in ada.reload()
        shown = _prompt(ada)
        assert "\n- Ada is my sister.\n" in shown.partition(OWN)[2].partition(TOLD)[0]
        why = flat(ada.ask("@why Moss who is the sister", r"Ada is my sister\..*\n"))
        assert "knows from a person, who wrote it on people/Ada.md" in why
        assert server.stop() == 0
    page.unlink()
    with world.server() as server:
        until(page.exists, "the page, written again")
        assert page.read_text("utf-8").endswith("\nAda is my sister.\n")
        ada = server.client().connect("Ada")
        assert "\n- Ada is my sister.\n" in _prompt(ada)
        assert server.stop() == 0
    edits = [each for each in world.records("Moss") if each["kind"] == "page_edit"]
    assert len(edits) == 1, edits
    (edit,) = edits
    assert edit["page"] == "people/Ada" and edit["below"] == "Ada is my sister."


def test_an_agent_writes_into_its_journal_by_itself(tmp_path: Path) -> None:
    """Bystanders see it jot something down; the page has its words; recall finds a person's."""
    world = _world(tmp_path)
    page = write(world.agent("Moss") / "people" / "Ada.md", "Ada is my sister.\n")
    with world.server() as server:
        ada = server.client().create("Ada")
        ada.ask("say Moss, how are you?", r"Moss jots something down\.")
        folder = world.agent("Moss") / "journal"
        note = '- (9) I wrote down: "Ada fears the mill." · own'
        until(lambda: any(note in each.read_text("utf-8") for each in folder.glob("*.md")), note)
        until(lambda: "fears the mill" in page.read_text("utf-8"), "Ada's page")
        assert page.read_text("utf-8").index("Ada is my sister.") < 200
        ada.ask("say Moss, who am I?", r"Moss pauses in thought\.")
        memory = until(lambda: world.memories("Moss")[-1:], "a memory")
        found = until(lambda: [e for e in world.memories("Moss") if "recall" in e], "a recall")
        assert re.search(r"people/Ada \(a person wrote it, [\d-]+\): Ada is my sister\.", found[0])
        assert memory
        assert server.stop() == 0
    kinds = [each["kind"] for each in world.records("Moss")]
    assert "journal_note" in kinds and "page_edit" in kinds


def test_a_persons_journal_is_a_note(tmp_path: Path) -> None:
    """People keep notes; the command works for them too, and says what is wrong."""
    world = _world(tmp_path)
    with world.server() as server:
        ada = server.client().create("Ada")
        ada.ask("journal The beans look well.", "You write in your journal: The beans look well.")
        ada.ask("journal", "Say it as: journal <words>")
        ada.ask("journal 11: The beans.", "From 1 to 10; 11 was read")
        ada.ask("recall beans", 'Note "Journal": The beans look well.')
        assert server.stop() == 0
