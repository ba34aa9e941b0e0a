"""Who gives thanks and takes leave in one line is answered to both."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from agents.mind.manners.social_lines import Encounter
from agents.mind.speech.candidates import Candidate
from agents.mind.turn.taking_in import TakingIn
from tests.agents.mind.manners.moves.test_of_kind import VOICE, stage_where
from tests.agents.mind.speech.tellings.test_caring import hear
from world.boundaries import Perception

GOODBYE = "Go well, and mind the rungs."
PARTS = VOICE.replace("## Knowledge", f"> Goodbye.\n\n{GOODBYE}\n\n## Knowledge")


@pytest.fixture(name="offered")
def find_offered(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what an agent might say by its manners, as it finds it."""
    offered: list[str] = []
    attend = TakingIn.attend

    def note(
        self: TakingIn, question: Perception, words: str, here: Encounter
    ) -> Iterator[Candidate]:
        found = list(attend(self, question, words, here))
        offered.extend(each.words for each in found)
        return iter(found)

    monkeypatch.setattr(TakingIn, "attend", note)
    return offered


async def test_thanks_with_a_goodbye_may_get_a_goodbye_too(
    tmp_path: Path, offered: list[str]
) -> None:
    stage, _ = stage_where(tmp_path, {}, PARTS)
    await hear(stage, "Wren, thank you for the tea.")
    assert offered and not any(GOODBYE in each for each in offered)
    await hear(stage, "Wren, thanks for the stories, I must get back to it.")
    both = [each for each in offered if each.endswith(f" {GOODBYE}")]
    assert len(both) == 1
    await stage.close()
