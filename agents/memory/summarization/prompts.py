"""Prompts for summaries: the templates, and what a request says."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from agents.memory.core.templates import shows_all
from agents.memory.strategies.protocol import NARRATIVE, Form
from late.late_dataclass import late_dataclass

#: The default wording; each under the name it has among the vault's texts.
TEMPLATES: Mapping[str, str] = {
    "summary.prompt": (
        "# Memories:\n{lines}\n\n"
        "# Summary (first-person perspective, I/me/my, no meta-commentary{cite}):\n> "
    ),
    "summary.merge": (
        "# Recent Summary:\n{recent}\n\n# Older Summary:\n{older}\n\n"
        "# Combined Summary (first-person perspective, I/me/my, no meta-commentary{cite}):\n> "
    ),
    "summary.steps": (
        "# Task:\n{task}\n\n# Earlier Steps:\n{before}\n\n# Steps:\n{lines}\n\n"
        "# Summary (first-person perspective, at most {sentences} sentences: what was attempted,"
        " key findings, resolved errors; no meta-commentary{cite}):\n> "
    ),
    "summary.context": (
        "Summarize the following conversation history. Focus on:\n"
        "- Key facts learned about entities, locations, and events\n"
        "- Decisions made and actions taken\n"
        "- Current state and ongoing tasks\n"
        "- Important context for future interactions\n\n"
        "Do NOT include:\n"
        "- Routine greetings or small talk\n"
        "- Step-by-step details\n"
        "- Redundant information\n\n"
        "# Context So Far:\n{before}\n\n# Memories:\n{lines}\n\n"
        "# Context Summary (a concise narrative in the first person, I/me/my{cite}):\n> "
    ),
    "summary.sections": (
        "# Working Memory So Far:\n{before}\n\n# Memories:\n{lines}\n\n"
        "# Working Memory (the sections {sections}, in this order, each heading on a line of its"
        " own with a colon; I am the one who remembers{cite}):\n"
    ),
    "summary.preferences": (
        "Preferences holds what somebody likes, wants or must keep to, with whose preference it is."
    ),
    "summary.reasons": "Each decision in Decisions Made says why it was made.",
    "summary.rejected": (
        "Rejected Ways holds what was tried and failed, and what was decided against, with why."
    ),
    "summary.assumptions": (
        "Assumptions holds what is supposed and not known; nothing of it stands in Confirmed Facts."
    ),
    "summary.witnessed": (
        "Confirmed Facts holds only what I did or perceived myself; what others told me stands in"
        " Assumptions, with their names."
    ),
    "summary.cite": "; each sentence ends with the numbers of its memories, as [12]",
    "summary.stern": (
        "Write the summary and nothing else: no greeting, no question, no offer, no heading. Tell"
        " what happened to me in my own words, in fewer words than it has. Invent nothing."
    ),
}


@late_dataclass(frozen=True, slots=True)
class SummaryRequest:
    """What is asked of a summarizer, beside the memories themselves."""

    form: Form = NARRATIVE
    before: str = ""
    """The earlier summaries that the new one builds on."""
    before_at: datetime | None = None
    """When the newest of them was written; of two texts to merge, the older one."""
    recent_at: datetime | None = None
    """Of two texts to merge, when the recent one was written."""
    task: str = ""
    cite: bool = False
    """Whether the text should name the memories that each sentence rests on; then it is told the
    days as well."""
    attempt: int = 0
    """How often it was asked for already; after the first time the tone is sterner."""


def choose_templates(given: Mapping[str, str]) -> Mapping[str, str]:
    """Return the wording by name: that of `given`, and the default for what is missing there.

    A template that would not show what it is to summarise also gives way to the default.
    """
    sound = {name: text for name, text in given.items() if shows_all(name, text)}
    return {**TEMPLATES, **sound}


def make_sterner(template: str) -> str:
    """Return `template` with a place for ``{rules}`` before its last heading."""
    at = template.rfind("\n# ") + 1
    return f"{template[:at]}# Rules:\n{{rules}}\n\n{template[at:]}"
