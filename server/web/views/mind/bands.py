"""A prompt in bands: what each part is, the memories that it stands for, and its tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from agents.memory.core.left_out import hide_span
from agents.memory.core.records import WITHOUT_MEMORIES, Span, Summary
from agents.memory.core.rendering import MemoryBand, list_memory_bands
from agents.memory.inspect.prompt_replay import PastTurn
from agents.mind.agent import Agent
from agents.mind.prompt.prompt import Prompt
from late.late_dataclass import late_dataclass
from server.web.routing import Data

MOST_CHARACTERS = 400_000
"""Of all bands of a prompt together that are sent to a page; it is told of the rest."""

MOMENT = "moment"
"""The kind of a band between memories and situation whose parts the log does not tell apart."""


@late_dataclass(frozen=True, slots=True)
class Band:
    """A part of a prompt; the bands joined are the prompt."""

    kind: str
    """``persona``, ``summary``, ``verbatim``, the name of a block of the prompt, `MOMENT`, or
    ``situation``."""
    text: str
    covers: Span | None = None
    summary: Summary | None = None


def list_past_bands(past: PastTurn) -> list[Band]:
    """Return the bands of a past turn's prompt."""
    turn = past.turn
    shown = hide_span(past.view, turn.left_out) if turn.left_out else past.view
    memories = (
        []
        if turn.form == WITHOUT_MEMORIES
        else list_memory_bands(shown, turn.frames, turn.left_out_note, turn.form)
    )
    blocks = part_notes(turn.notes, turn.blocks)
    return _join(turn.head, memories, blocks, turn.situation)


def list_present_bands(agent: Agent, prompt: Prompt) -> list[Band]:
    """Return the bands of the prompt that was made of an agent just now."""
    memories = (
        list_memory_bands(agent.memory.shown, prompt.frames, prompt.left_out_note, prompt.form)
        if prompt.memories
        else []
    )
    blocks = [Band(each.name, each.text) for each in prompt.blocks]
    return _join(prompt.head, memories, blocks, prompt.situation)


def part_notes(notes: str, blocks: Sequence[str]) -> list[Band]:
    """Return the parts of `notes`, which are named with their lengths; one if that is not known."""
    parted, at = list[Band](), 0
    for each in blocks:
        name, _, length = each.rpartition(" ")
        end = at + (int(length) if length.isdecimal() else 0)
        parted.append(Band(name, notes[at:end]))
        at = end
    return parted if blocks and at == len(notes) else [Band(MOMENT, notes)]


def _join(
    head: str, memories: Iterable[MemoryBand], blocks: Iterable[Band], situation: str
) -> list[Band]:
    bands = [
        Band("persona", head),
        *(_make_band(each) for each in memories),
        *blocks,
        Band("situation", situation),
    ]
    return [each for each in bands if each.text]


def _make_band(memory: MemoryBand) -> Band:
    kind = "summary" if memory.summary else "verbatim"
    return Band(kind, memory.text, memory.covers, memory.summary)


def describe_bands(bands: Sequence[Band], count: Callable[[str], int]) -> Data:
    """Return a prompt as data; `count` counts the tokens of a text."""
    described = list(_describe_each(bands, count))
    return {
        "tokens": count("".join(each.text for each in bands)),
        "characters": sum(len(each.text) for each in bands),
        "bands": described,
    }


def _describe_each(bands: Sequence[Band], count: Callable[[str], int]) -> Iterator[Data]:
    left = MOST_CHARACTERS
    for each in bands:
        shown = each.text[:left]
        left -= len(shown)
        yield {
            "kind": each.kind,
            "text": shown,
            "cut": len(each.text) - len(shown),
            "tokens": count(each.text),
            "from": each.covers[0] if each.covers else 0,
            "to": each.covers[1] if each.covers else 0,
            "summary": _describe_summary(each.summary) if each.summary else None,
        }


def _describe_summary(summary: Summary) -> Data:
    return {
        "id": summary.id,
        "type": summary.type,
        "level": summary.level,
        "method": summary.method,
        "model": summary.model,
        "at": summary.at.isoformat(),
    }
