"""Masking: a placeholder with the memory's number replaces bulky old output of a command.

Speech and the newest memories are never masked.
"""

from __future__ import annotations

from collections.abc import Iterator

from agents.boundaries import TokenCounter
from agents.memory.core.records import Experience
from agents.memory.core.transcript import render_placeholder
from agents.memory.core.view import View

#: The newest memories are never masked: the agent is acting on them.
KEPT_NEWEST = 8

#: Output with fewer tokens is not bulky.
MIN_TOKENS = 40


def choose_masked(view: View, tokens: TokenCounter, excess: int | None) -> tuple[int, ...]:
    """Return the oldest maskable memories that together save `excess` tokens; None: all of them."""
    chosen: list[int] = []
    saved = 0
    for memory, saving in _find_maskable(view, tokens):
        if excess is not None and saved >= excess:
            break
        chosen.append(memory.seq)
        saved += saving
    return tuple(chosen)


def measure_saving(memory: Experience, tokens: TokenCounter) -> int:
    """Return the tokens that masking `memory` frees."""
    return tokens.count(memory.text) - tokens.count(render_placeholder(memory))


def _find_maskable(view: View, tokens: TokenCounter) -> Iterator[tuple[Experience, int]]:
    for memory in view.tail[:-KEPT_NEWEST]:
        if memory.seq in view.masked or not _is_output(memory):
            continue
        freed = measure_saving(memory, tokens)
        if freed > 0 and tokens.count(memory.text) > MIN_TOKENS:
            yield memory, freed


def _is_output(memory: Experience) -> bool:
    # A refusal stays: the agent learns from its reasons.
    return memory.source == "action" and memory.ok and memory.nature.is_repeatable
