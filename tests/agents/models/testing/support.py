"""Prompts as the memory engine writes them, and memories with planted facts."""

from __future__ import annotations

from collections.abc import Sequence

from agents.models.testing import PlantedFact

VOICE = "first-person perspective, I/me/my, no meta-commentary"
CITE = "; each sentence ends with the numbers of its memories, as [12]"
TURN = 'You are Moss. You are patient.\n\n---\nFern says, "hello"\nRain.\n---\n\nThe Hall.\n~Moss>'


def mixed(facts: Sequence[PlantedFact], dull: int = 20) -> list[str]:
    """Lines of memory: `dull` ones, and the facts spread among them."""
    lines = [f'Rowan says, "The weather is of kind {n} today."' for n in range(dull)]
    for at, fact in enumerate(facts):
        lines.insert(at * 3 % (len(lines) + 1), fact.memory)
    return lines


def numbered(lines: Sequence[str], first: int = 1) -> list[str]:
    return [f"[{number}] {line}" for number, line in enumerate(lines, first)]


def summary_prompt(lines: Sequence[str], cite: str = "") -> str:
    return "# Memories:\n" + "\n".join(lines) + f"\n\n# Summary ({VOICE}{cite}):\n> "


def merge_prompt(recent: str, older: str, cite: str = "") -> str:
    texts = f"# Recent Summary:\n{recent}\n\n# Older Summary:\n{older}\n\n"
    return texts + f"# Combined Summary ({VOICE}{cite}):\n> "


def journal_prompt(lines: Sequence[str]) -> str:
    return "# Memories:\n" + "\n".join(lines) + "\n\n# Facts (importance | tags | ...):\n"


def sections_prompt(lines: Sequence[str], headings: str) -> str:
    return "# Memories:\n" + "\n".join(lines) + f"\n\n# Working Memory\n{headings}\n> "
