"""Readers of foreign text take time in proportion to it.

If one of them took its square, these texts would keep it for hours.
"""

from __future__ import annotations

import pytest

from agents.boundaries import Completion
from agents.memory.language.attribution import attribute_parts, split_clauses
from agents.memory.language.injection_guard import find_instructions
from agents.mind.reply.reply_parser import LINE_LIMIT, clean_reply
from agents.models.dispatcher import SHORTEST, TOKEN_CHARACTERS, cut_completion

HUGE = 1_000_000


@pytest.mark.parametrize("mark", ['"', "“", "> ", "1. ", "`", "**", "~Moss> ", "'«\"", "- * "])
def test_a_reply_of_a_megabyte_is_read_at_once(mark: str) -> None:
    line = clean_reply(mark * (HUGE // len(mark)))
    assert line is None or len(line) <= LINE_LIMIT


def test_a_command_before_endless_text_is_still_found() -> None:
    assert clean_reply("\n\n# Plan\nsay hello\n" + "x" * HUGE) == "say hello"
    assert clean_reply("say " + "x" * HUGE) == ("say " + "x" * HUGE)[:LINE_LIMIT]


def test_a_model_that_sends_more_than_it_was_asked_for_is_cut() -> None:
    def cut(text: str, tokens: int) -> str:
        return cut_completion(Completion(text, 1, 1, "stop"), tokens).text

    assert cut("x" * HUGE, 10) == "x" * SHORTEST
    assert cut("x" * HUGE, 1000) == "x" * (1000 * TOKEN_CHARACTERS)
    assert cut("as it is", 1) == "as it is"


@pytest.mark.parametrize("gap", ["  ", "\n ", "\t", " \u00a0"])
def test_runs_of_spaces_do_not_slow_down_who_looks_for_clauses(gap: str) -> None:
    spaces = gap * 100_000
    assert split_clauses(f"I came{spaces}and I saw") == ["I came", "I saw"]
    assert split_clauses(f"I came{spaces}; — {spaces}I saw") == ["I came", "I saw"]
    assert attribute_parts(f"Wren said hello{spaces}x", strict=True)
    assert find_instructions(f"Hello{spaces}there.") == ()
