"""Kinds are told once for each line behind another, and by rules alone where that fails."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from agents.boundaries import ModelRejected
from agents.mind.speech.kinds import line_kinds, names
from agents.mind.speech.kinds.line_kinds import LineKinds, sum_likely
from agents.mind.voice.question_kinds import SAID
from tests.agents.mind.speech.kinds.given import GivenTeller


class Failing:
    """Tells nothing, and counts how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    async def read_kinds(self, line: str, before: str) -> Mapping[str, float]:
        """Raise."""
        self.asked += 1
        raise ModelRejected("no adapter")


def test_each_kind_is_in_one_group() -> None:
    groups = [each for each in vars(names).values() if isinstance(each, frozenset)]
    assert sorted(kind for group in groups for kind in group) == sorted(SAID)


async def test_a_line_has_kinds_by_what_was_said_before_it() -> None:
    teller = GivenTeller({"three": {"fact": 0.9, "vexed": 0.1}})
    kinds = LineKinds(teller)
    assert kinds.find("three", "How many?") == {}
    await kinds.hear("three", "How many?")
    await kinds.hear("three", "How many?")
    assert teller.asked == [("three", "How many?")]
    assert kinds.find("three", "How many?") == {"fact": 0.9, "vexed": 0.1}
    assert kinds.find("three", "") == {}
    assert sum_likely(kinds.find("three", "How many?"), {"fact", "joy"}) == 0.9


async def test_the_latest_lines_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_kinds, "KEPT", 2)
    kinds = LineKinds(GivenTeller({each: {"joy": 1.0} for each in "abc"}))
    for each in "abc":
        await kinds.hear(each, "")
    assert [bool(kinds.find(each, "")) for each in "abc"] == [False, True, True]


async def test_what_fails_is_told_once_and_not_asked_again() -> None:
    failing, log = Failing(), list[str]()
    kinds = LineKinds(failing, log.append)
    await kinds.hear("three", "")
    await kinds.hear("four", "")
    assert failing.asked == 1 and len(log) == 1 and "no adapter" in log[0]
    assert kinds.find("four", "") == {}
