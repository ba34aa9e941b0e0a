"""Advice on a worry is for who asks about that worry, and what only sounds like one is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.mind.agent_context import Pace
from agents.mind.manners.moves.weighing import Worry, is_meant
from agents.mind.speech.told.worries import get_worry_kind, is_at_a_loss
from tests.agents.mind.manners.test_going_on import stage_of
from tests.agents.mind.speech.tellings.given_kinds import GivenKinds
from tests.agents.mind.speech.tellings.test_caring import hear, list_lines

BABY = "Nobody is having a baby."
BOATS = "He likes boats, I think."
VAN = "My van has died on the road."
GIVEN = {BABY: {"expecting": 0.8}, BOATS: {"missing": 0.8}, VAN: {"death": 0.8}}
WORRY = Worry(get_worry_kind("dread"), None, ["My mum is coming and I am nervous."], 1)


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("What should I cook her?", False),
        ("What should I pack for my mum?", False),
        ("Where would you buy fish for her?", False),
        ("What should I tell her?", True),
        ("Should I tell her?", True),
        ("What should I do about her?", True),
        ("How do I get her to stay?", True),
    ],
)
def test_a_question_for_something_else_is_not_about_the_worry(question: str, meant: bool) -> None:
    assert is_meant(WORRY, question) is meant


@pytest.mark.parametrize(
    ("words", "lost"),
    [
        ("I do not know what to cook.", False),
        ("No idea what to wear.", False),
        ("I do not know what to do.", True),
        ("I do not know how to tell her.", True),
    ],
)
def test_who_does_not_know_what_to_cook_is_not_at_a_loss(words: str, lost: bool) -> None:
    assert is_at_a_loss(words) is lost


@pytest.mark.parametrize(
    ("words", "kind"), [(BABY, "expecting"), (BOATS, "missing"), (VAN, "death")]
)
async def test_what_is_only_near_to_a_worry_is_none(tmp_path: Path, words: str, kind: str) -> None:
    stage, _ = stage_of(tmp_path)
    stage.sentences = GivenKinds(GIVEN)
    wren = stage.agent("Wren", Pace(think_interval=60, jitter=0))
    wren.start(within=50)
    said = await hear(stage, f"Wren, yes. {words}")
    key = "manners.feeling.grief" if kind == "death" else f"manners.worry.{kind}"
    assert not said.startswith(tuple(list_lines(key))), said
    await stage.close()
