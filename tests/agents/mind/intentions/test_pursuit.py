"""Which of an agent's lines do the step that it is at."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from agents.memory.core.records import Experience
from agents.mind.intentions.intention import IntentionStep
from agents.mind.intentions.pursuit import does_step
from agents.mind.vocabulary import Vocabulary
from server.command_rows import list_commands
from world.commands.table import CommandTable

VOCABULARY = Vocabulary(CommandTable(list_commands()).for_mind("agent"))


@pytest.mark.parametrize(
    ("step", "line", "does"),
    [
        ("light great lamp", "light great lamp", True),
        ("light great lamp", "light lamp", True),
        ("light great lamp", "light stove", False),
        ("light great lamp", "douse great lamp", False),
        ("look", "look", True),
        ("look", "look at the sea", True),
        ("write Lit {clock}. in lamp ledger", "write Lit at six in ledger", True),
        ("say It came, {with}. I wrote it down.", "say It came, Moss. I wrote it down.", True),
        ("say It came, {with}.", "say There you are, Moss.", False),
        ("emote waters the last row.", "emote waters the last row.", True),
        ("emote waters the last row.", "emote looks along the rows, and up at the sky.", False),
        ("say The answer came, Cobb. I wrote it down.", "say Cobb, the answer came. Twice.", False),
        ("say The answer came.", "say Cobb! The answer came, at last.", True),
    ],
)
def test_a_step_is_done_in_these_words_or_others(step: str, line: str, does: bool) -> None:
    row = VOCABULARY.find_row(line)
    assert row is not None
    memory = Experience(
        1, datetime(2026, 1, 1, tzinfo=UTC), "", "action",
        command=row.name, line=line, nature=row.nature,
    )  # fmt: skip
    assert does_step(memory, IntentionStep((step,)), VOCABULARY) is does
