"""Masking: a short text with the memory's number replaces bulky old output of a command.

Speech and the newest memories are never masked.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator
from dataclasses import replace
from datetime import datetime

from agents.boundaries import TokenCounter
from agents.memory.core.masks import put_mask, write_mask
from agents.memory.core.records import Experience, MicroCompact
from agents.memory.core.transcript import show_tail
from agents.memory.core.view import View

#: The newest memories are never masked: the agent is acting on them.
KEPT_NEWEST = 8

#: Output with fewer tokens is not bulky.
MIN_TOKENS = 40


def mask_output(
    view: View, tokens: TokenCounter, at: datetime, excess: int | None = None
) -> MicroCompact | None:
    """Return the record that masks what `choose_masked` chooses; None if that is nothing."""
    seqs = choose_masked(view, tokens, excess)
    masks = tuple(write_mask(each, tokens) for each in view.tail if each.seq in seqs)
    return MicroCompact(view.last_seq, at, seqs, view.revision + 1, masks) if seqs else None


def choose_masked(view: View, tokens: TokenCounter, excess: int | None) -> tuple[int, ...]:
    """Return the oldest maskable memories that together save `excess` tokens; None: all of them."""
    every = [each.seq for each in _find_maskable(view, tokens)]
    if excess is None:
        return tuple(every)
    counts = range(len(every))
    enough = bisect_left(counts, excess, key=lambda n: measure_saving(view, every[:n], tokens))
    return tuple(every[:enough])


def measure_saving(view: View, masked: Collection[int], tokens: TokenCounter) -> int:
    """Return the tokens that masking these memories frees.

    What a masked memory had in common with a later one is shown there in its place.
    """
    chosen = {each.seq: each for each in view.tail if each.seq in masked}
    masks = {seq: write_mask(each, tokens) for seq, each in chosen.items()}
    then = replace(view, masked=view.masked | chosen.keys(), masks={**view.masks, **masks})
    return sum(map(tokens.count, show_tail(view))) - sum(map(tokens.count, show_tail(then)))


def _find_maskable(view: View, tokens: TokenCounter) -> Iterator[Experience]:
    for memory in view.tail[:-KEPT_NEWEST]:
        if memory.seq in view.masked or not _is_output(memory):
            continue
        size = tokens.count(memory.text)
        masked = put_mask(memory, {memory.seq: write_mask(memory, tokens)})
        if size > MIN_TOKENS and size > tokens.count(masked):
            yield memory


def _is_output(memory: Experience) -> bool:
    # A refusal stays: the agent learns from its reasons.
    return memory.source == "action" and memory.ok and memory.nature.is_repeatable
