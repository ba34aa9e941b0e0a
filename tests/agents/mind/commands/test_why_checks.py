"""`@why` has the sentence checked beside its memories, where a model does that."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.memory.summarization.second_reading.checks import SentenceChecks
from tests.agents.memory.settings import changed
from tests.agents.memory.summarization.test_sentence_checks import Checker
from tests.agents.memory.support import Scripted, reconfigure
from tests.agents.mind.test_verbs import QUIET, Theatre

TOLD = "Bob has a boat no more."
READ = "A model has read the sentence again beside these memories, and"


@pytest.mark.parametrize(
    ("chances", "told"),
    [
        ((0.99, 0.01), f"{READ} found that they say it."),
        ((0.01, 0.95), f"{READ} finds that they say otherwise. The sentence may be wrong."),
        ((0.4, 0.4), "Compared word by word, these memories say what the sentence says."),
    ],
)
async def test_why_tells_what_the_checks_find(
    tmp_path: Path, chances: tuple[float, float], told: str
) -> None:
    """What they leave open is told by rules. Here they were not at hand when it was written."""
    checker = Checker({TOLD: chances})
    stage = Theatre(tmp_path, SentenceChecks(checker))
    moss = stage.agent("Moss", pace=QUIET)
    settings = changed(
        moss.memory.settings, immediate_window=2, recent_window=2, citations="always"
    )
    reconfigure(moss.memory, settings=settings, summarizer=Scripted([f"{TOLD[:-1]} [1]."]))
    stage.bob_does("say My boat went down off the mill.")
    while not moss.memory.view.summaries:
        stage.bob_does("say The fog is thick. The gulls cry over the mill, and the river is up.")
        await stage.clock.settle()
    assert not checker.rows
    stage.ada_does(f"@why Moss {TOLD}")
    await stage.clock.settle()
    assert stage.person.texts[-1].endswith(told)
    ((_, memories),) = checker.rows
    assert 'Bob says, "My boat went down off the mill."' in memories
    await stage.close()
