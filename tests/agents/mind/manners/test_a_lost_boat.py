"""A visitor's boat: told to Wren, passed on to Moss, asked after when the visitor comes back.

The starter world's own voices and personas speak, by rule.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from agents.mind.agent import Agent
from agents.mind.agent_context import Pace
from agents.mind.profile import read_profiles
from agents.mind.speech.days import WHEN
from agents.mind.voice.retrieval import VoiceIndex
from agents.mind.voice.voice_file import VOICE, read_voice
from tests.agents.mind.support import Stage
from tests.paths import VAULT

PERSONAS = {each.name: each.persona for each in read_profiles(VAULT / "agents")[0]}


class Visit:
    """Ada at the tarn: what she does, and what she perceives in this order."""

    def __init__(self, folder: Path) -> None:
        self.stage = Stage(folder)
        self.stage.generation_params = replace(
            self.stage.generation_params, by_rule=True, prompting="scene"
        )
        with self.stage.world.changes() as tx:
            tx.remove_exit(self.stage.hall, "garden")
            tx.remove_exit(self.stage.garden, "hall")
        self.away = self.stage.world.create_room("The Saddle", "Wind.")
        self.wren, self.moss = self._live("Wren"), self._live("Moss")
        self.stage.world.move(self.moss.character, self.stage.garden.id)
        self.read = 0

    def _live(self, name: str) -> Agent:
        agent = self.stage.agent(name, Pace(think_interval=11, jitter=0.2), PERSONAS[name])
        agent.voice = VoiceIndex(read_voice(VAULT / "agents" / name / VOICE).voice, name)
        agent.voice.prepare()  # else virtual time passes while it is prepared in slices
        agent.start(within=1)
        return agent

    async def does(self, line: str) -> None:
        """Let Ada do something and wait for what comes of it."""
        self.read = len(self.stage.person.seen)
        self.stage.ada_does(line)
        await self.stage.clock.advance(8)

    async def goes(self, to: object, minutes: float) -> None:
        """Take Ada to a room for some time."""
        self.read = len(self.stage.person.seen)
        self.stage.world.move(self.stage.ada.id, to.id)  # type: ignore[attr-defined]
        await self.stage.clock.advance(60 * minutes)

    def sees(self, pattern: str) -> bool:
        """Whether Ada has perceived this since she last did something."""
        texts = [each.text for each in self.stage.person.seen[self.read :]]
        return any(re.search(pattern, text) for text in texts)


def said(agent: Agent) -> list[str]:
    return [each.line for each in agent.memory.experiences() if each.line.startswith("say ")]


async def test_a_lost_boat_makes_its_way_around_the_tarn_and_a_whisper_does_not(
    tmp_path: Path,
) -> None:
    visit = Visit(tmp_path)
    stage = visit.stage

    await visit.does("say Good evening, Wren.")
    assert visit.sees(r'^Wren says, "')
    await visit.does("say I lost a blue boat with a white sail.")
    assert visit.sees(r'^Wren says, ".*blue boat with a white sail')
    await visit.does("whisper Wren = I stole the boat from my brother.")
    assert visit.sees(r'^Wren whispers to you, "')
    await visit.does("say Goodbye, Wren.")

    # Ada walks up to the Saddle, and Moss comes in from the Garden.
    stage.world.move(visit.moss.character, stage.hall.id)
    await visit.goes(visit.away, minutes=13)
    told = [line for line in said(visit.wren) if "told me" in line]
    assert len(told) == 1
    assert re.fullmatch(
        rf"say Moss, .*Ada told me {WHEN}: 'I lost a blue boat with a white sail\.'",
        told[0],
    )
    assert any("look out for it" in line or "not seen it" in line for line in said(visit.moss))

    # Moss goes back to his beans, and meets Ada there.
    stage.world.move(visit.moss.character, stage.garden.id)
    await visit.goes(stage.garden, minutes=1)
    await visit.does("say Moss, do you know about my boat?")
    assert visit.sees(
        rf"Moss says, \"You lost a blue boat with a white sail\. Wren told me {WHEN}\."
    )

    # Wren asks of her own accord, once.
    await visit.goes(stage.hall, minutes=5)
    asked = r"Wren says, \".*your blue boat with a white sail.*\?\""
    assert visit.sees(asked)
    await visit.goes(visit.away, minutes=10)
    await visit.goes(stage.hall, minutes=3)
    assert not visit.sees(asked)

    everything = [line for agent in (visit.wren, visit.moss) for line in said(agent)]
    assert not any("brother" in line for line in everything)
    assert not stage.errors
    await stage.close()
