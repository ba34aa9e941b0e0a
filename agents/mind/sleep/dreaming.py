"""Dreams: a few old memories, chosen at random."""

from __future__ import annotations

import random

from agents.memory.memory import AgentMemory
from agents.mind.recording import is_searchable
from agents.prose import cut_text, one_line
from world.vault.texts import Texts

#: A dream shows this many old memories.
DREAM_MEMORIES = 5
#: They are chosen from this many; each is cut to this many characters.
DREAM_SAMPLE = 15
DREAM_CHARACTERS = 200


def render_dream(texts: Texts, memory: AgentMemory, rng: random.Random) -> list[str]:
    """Return lines, each one old memory.

    Dreams and recalls are left out: dreams of dreams would grow for ever.
    """
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
