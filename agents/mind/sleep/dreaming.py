"""Dreams: a random handful of old memories surfaces."""

from __future__ import annotations

import random

from agents.memory.memory import AgentMemory
from agents.mind.recording import is_searchable
from agents.prose import cut_text, one_line
from world.vault.texts import Texts

#: How many old memories surface in a dream.
DREAM_MEMORIES = 5
#: How many are looked at for that, and how much of each is dreamt.
DREAM_SAMPLE = 15
DREAM_CHARACTERS = 200


def render_dream(texts: Texts, memory: AgentMemory, rng: random.Random) -> list[str]:
    """Old memories on a line each; none of a dream or a recall, or dreams would grow for ever."""
    sample = [each for each in memory.sample(DREAM_SAMPLE, rng) if is_searchable(each)]
    picked = sorted(rng.sample(sample, min(DREAM_MEMORIES, len(sample))), key=lambda m: m.seq)
    return [
        texts.say(
            "dream.memory",
            at=each.at.strftime("%Y-%m-%d"),
            text=cut_text(one_line(each.text), DREAM_CHARACTERS),
        )
        for each in picked
    ]
