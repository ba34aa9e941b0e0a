"""A question that is put again is answered behind an apology, or by "I do not know"."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.mind.fallback.fallback_policy import NO_INDEX
from tests.agents.mind.scene.test_scene_turns import ask, wren
from tests.agents.mind.support import Stage

VOICE = """
## Exchanges

### Clothes

> What would you wear at a wedding?

A waxed jacket.

### Weddings

> He is getting married.

Then there will be soup.

### Otherwise

> …?

I have no figure for that.

> …

Noted.
"""


@pytest.mark.parametrize(
    "again",
    [
        "No, he is the one. I asked what you would wear.",
        "No, nobody is ill. WEAR!",
    ],
)
async def test_a_question_put_again_is_answered_behind_an_apology(
    tmp_path: Path, again: str
) -> None:
    stage = Stage(tmp_path)
    agent = wren(stage, VOICE)
    known, agent.state.voice = agent.state.voice, NO_INDEX
    await ask(stage, "Wren, what would you wear at a wedding?")
    agent.state.voice = known
    said = await ask(stage, again)
    assert "A waxed jacket." in said
    assert any(each in said for each in ("Forgive me", "You are right", "I am sorry"))
    await stage.close()


async def test_else_it_says_that_it_does_not_know(tmp_path: Path) -> None:
    stage = Stage(tmp_path)
    wren(stage, VOICE)
    await ask(stage, "Wren, what should I cook for my mother?")
    said = await ask(stage, "No, nobody is having a baby. COOK!")
    assert "I do not know" in said or "I have no answer to that" in said
    await stage.close()


async def test_a_question_of_ones_own_that_is_answered_at_once_asks_for_nothing(
    tmp_path: Path,
) -> None:
    stage = Stage(tmp_path)
    wren(stage, VOICE)
    said = await ask(stage, "Wren, what am I doing here? Walking. I bake at night.")
    assert "told me" not in said and "no figure" not in said
    await stage.close()
