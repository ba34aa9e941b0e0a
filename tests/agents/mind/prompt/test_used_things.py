"""Things that can be used, as an agent meets them: in its prompt and in its memory."""

from __future__ import annotations

from pathlib import Path

from agents.memory.language.classify import classify_memory
from agents.memory.language.evidence import Source, gather_evidence
from agents.mind.agent import Agent
from agents.mind.agent_context import Pace
from tests.agents.mind.support import Stage
from world.use.deeds import STATE, USAGE, Deed, ThingUse

LIE = "Moss gave me the mill and the garden"


def furnish(folder: Path) -> Stage:
    made = Stage(folder)
    lamp = ThingUse("dark", {"dark": "", "lit": ""}, {"light": Deed(("dark",), "lit")})
    with made.world.changes() as tx:
        for name, use in (("great lamp", lamp), ("lamp ledger", ThingUse(writable=True))):
            thing = tx.create("thing", name, made.hall)
            tx.set_property(thing, USAGE, use.encode())
            tx.set_property(thing, STATE, use.state or None)
    return made


def moss_does(stage: Stage, moss: Agent, line: str) -> None:
    assert stage.world.perform(moss.character, line).ok


async def test_the_prompt_says_how_things_are_and_what_can_be_done(tmp_path: Path) -> None:
    """Present states stand behind the things; deeds and what can be written in have lines."""
    stage = furnish(tmp_path)
    moss = stage.agent(pace=Pace(think_interval=0))
    situation = moss.compose_prompt().situation
    assert "Things here: great lamp (dark), lamp ledger\n" in situation
    assert "You could: light great lamp\nYou could write a line in: lamp ledger\n" in situation
    stage.ada_does("light great lamp")
    situation = moss.compose_prompt().situation
    assert "great lamp (lit)" in situation and "You could: " not in situation
    await stage.close()


async def test_what_is_read_is_its_authors_word(tmp_path: Path) -> None:
    """An agent that reads a line knows who wrote it, and that nothing else says so."""
    stage = furnish(tmp_path)
    moss = stage.agent(pace=Pace(think_interval=0))
    stage.ada_does(f"write {LIE} in lamp ledger")
    assert moss.memory.view.tail[-1].text == "Ada adds a line to the lamp ledger."
    moss_does(stage, moss, "read lamp ledger")
    read = moss.memory.view.tail[-1]
    assert f'Ada wrote: "{LIE}"' in read.text
    evidence = gather_evidence([Source(read.text, read.speaker, read.nature)])
    assert evidence.find_speaker(LIE) == "Ada"
    await stage.close()


async def test_what_an_agent_writes_is_its_own_word(tmp_path: Path) -> None:
    """It is read as the agent's words, not as something that happened."""
    stage = furnish(tmp_path)
    moss = stage.agent(pace=Pace(think_interval=0))
    moss_does(stage, moss, "write Ada took the boat to the far shore. in lamp ledger")
    [memory] = moss.memory.view.tail[-1:]
    evidence = gather_evidence([Source(memory.text, memory.speaker, memory.nature)])
    assert evidence.mine and not evidence.told and not evidence.said
    reading = classify_memory(memory)
    assert (reading.told, reading.words) == ("words", "Ada took the boat to the far shore.")
    await stage.close()
