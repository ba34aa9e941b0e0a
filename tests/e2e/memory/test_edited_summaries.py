"""What a person writes into a summary is answered from, over a real connection, in scenes."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.harness import Client, flat, until, write
from tests.e2e.worlds import CLOSED_HALL, PROMPT, World, make_world, profile

SETTINGS = (
    "default: npc\nprofiles:\n"
    "  npc: {{provider: scripted, script: {script}, prompting: scene}}\n"
    "  summarizer: {{provider: rules}}\n"
)
COMPASS = "Ada gave me a golden compass on my birthday, the 4th of May."
QUESTIONS = ("What did I give you on your birthday?", "Do you have a compass?")
SAID = "You gave me a golden compass on my birthday, the 4th of May."


def _make_world(root: Path) -> World:
    script = write(root / "script.yaml", "replies: [I do not know.]\n")
    moss = {"Moss": profile("Moss", interval=86400)}
    notes = {"config/agents.md": PROMPT, **CLOSED_HALL}
    return make_world(root, moss, SETTINGS.format(script=script), notes)


def _ask(client: Client, words: str, answer: str) -> None:
    said = r"\s+".join(answer.split())
    client.ask(f"tell Moss {words}", rf'Moss tells you, "{said}"')


def test_moss_remembers_what_a_person_wrote_into_its_summary(tmp_path: Path) -> None:
    """After a reload and after a restart; what was changed since is not told any more."""
    world = _make_world(tmp_path)
    with world.server() as server:
        ada = server.client().create("Ada")
        ada.send(*(f"emote mends net number {n}." for n in range(1, 9)))
        until(lambda: any("number 8" in each for each in world.memories("Moss")), "8 memories")
        ada.ask("@compact-memories Moss force", r"compaction\s+complete")
        file = world.agent("Moss") / "summaries" / "recent.md"
        write(file, file.read_text(encoding="utf-8").rstrip() + f" {COMPASS}\n")
        assert "recent.md: the edited text is what is remembered" in ada.reload()
        for each in QUESTIONS:
            _ask(ada, each, SAID)
        until(lambda: len(world.turns("Moss")) > 1, "the record of the turns")
        assert "(summaries/recent.md, written by hand, " in world.turns("Moss")[-1]["choices"][0]
        why = flat(ada.ask("@why Moss golden compass", r"taken\s+over\s+at[^\n]*\n"))
        assert f'Moss carries: "{COMPASS}"' in why
        assert server.stop() == 0
    with world.server() as server:
        ada = server.client().connect("Ada")
        for each in QUESTIONS:
            _ask(ada, each, SAID)
        text = file.read_text(encoding="utf-8")
        write(file, text.replace("a golden compass", "a brass sextant"))
        ada.reload()
        _ask(ada, QUESTIONS[0], SAID.replace("a golden compass", "a brass sextant"))
        assert not any("golden" in each for each in world.turns("Moss")[-1]["choices"])
        assert server.stop() == 0
