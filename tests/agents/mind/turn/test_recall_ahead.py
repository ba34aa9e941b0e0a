"""What a turn searches for beforehand is what it needs in the end."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Any, cast

import pytest

from agents.clock import VirtualClock
from agents.mind.turn.recall_ahead import SEARCHES, RecallAhead


@dataclass
class Scenes:
    """A scene for whose answer the words change by themselves, each time they are asked for."""

    words: deque[str]

    async def prepare(self) -> None:
        """Do nothing."""

    def find_search(self) -> tuple[str, int]:
        """Return the words of this moment."""
        return self.words.popleft(), 12


@dataclass
class Recall:
    """Notes what is searched for."""

    searched: list[str] = field(default_factory=list)

    async def prepare(self, words: str) -> None:
        """Do nothing."""

    async def prepare_search(self, words: str, *, limit: int, within: object) -> None:
        """Note `words`."""
        self.searched.append(words)


@dataclass
class Context:
    """Has a clock."""

    clock: VirtualClock = field(default_factory=VirtualClock)


@pytest.mark.parametrize(
    ("heard", "searched"),
    [
        (["bell", "bell"], ["bell"]),
        (["bell", "boat", "boat", "boat"], ["bell", "boat"]),
        (["bell", "", "", ""], ["bell"]),
        ([f"word {number}" for number in range(2 * SEARCHES)], ["word 0", "word 2", "word 4"]),
    ],
)
async def test_words_that_come_while_a_scene_searches_are_searched_for_too(
    heard: list[str], searched: list[str]
) -> None:
    """Else the search for them would hold the loop; but new words do not keep it busy for ever."""
    recall, context = Recall(), Context()
    ahead = RecallAhead(
        cast(Any, recall), cast(Any, None), cast(Any, Scenes(deque(heard))), cast(Any, context)
    )
    await ahead.prepare_scene()
    assert recall.searched == searched
