"""What the layered summary may be asked beyond its six sections, by a model and by rule."""

from __future__ import annotations

from typing import Any

import pytest

from agents.clock import VirtualClock
from agents.memory.core.records import Experience
from agents.memory.strategies import section_plan, sections
from agents.memory.strategies.layered import SECTIONS_LIMIT, Layered
from agents.memory.strategies.protocol import Form
from agents.memory.strategies.section_plan import SIX, plan_sections
from agents.memory.summarization.prompts import TEMPLATES, SummaryRequest
from agents.memory.summarization.writer import GuardedWriter
from tests.agents.memory.summarization.test_summarizer import Recorder, summarizer
from world.nature import Nature

NOW = VirtualClock().now()
FULL = plan_sections(preferences=True, assumptions=True, rejected=True, witnessed=False)
ALL: dict[str, Any] = dict.fromkeys(
    ("ask_preferences", "ask_reasons", "ask_rejected_ways", "ask_assumptions"), True
)
SPAN = [
    Experience(
        n, NOW, f"The {n}th wind blows over the lake, and the reeds bow to it.", "observation"
    )
    for n in range(10, 40)
]


def hear(seq: int, words: str, speaker: str = "Fern") -> Experience:
    return Experience(
        seq, NOW, f'{speaker} says, "{words}"', "observation", speaker=speaker, nature=Nature.SPEECH
    )


def act(seq: int, line: str, result: str, **more: Any) -> Experience:
    text = f"~Moss> {line}\n{result}"
    source = "thought" if more.get("nature") is Nature.THOUGHT else "action"
    return Experience(seq, NOW, text, source, command=line.split(maxsplit=1)[0], line=line, **more)


LIVED = [
    hear(1, "The boat leaks."),
    hear(2, "I prefer tea to wine."),
    hear(3, "Perhaps Ada has the rope."),
    act(4, "think I might find the rope by the mill.", "You think.", nature=Nature.THOUGHT),
    act(5, "think I will not sell the boat.", "You think.", nature=Nature.THOUGHT),
    act(6, "get rope", "You tried: get rope\nThis failed because: it is tied.", ok=False),
    act(7, "go mill", "The Mill", reason="the rope may be there", nature=Nature.MOVEMENT),
    *SPAN,
]


def read(plan: section_plan.SectionPlan, text: str) -> dict[str, list[str]]:
    return sections.split_sections(text, plan)


# --- by rule ----------------------------------------------------------------------------


def test_the_six_sections_are_the_default() -> None:
    """Nobody who set nothing gets anything else."""
    made = Layered()._make_form("")
    assert made.sections == section_plan.SECTIONS and made.asks == ()
    assert made.own(LIVED, SECTIONS_LIMIT) == sections.write_sections(LIVED, SECTIONS_LIMIT)


def test_added_sections_are_made_of_what_happened() -> None:
    """Preferences, guesses and rejected ways leave the sections they stood in before."""
    plain = read(SIX, sections.write_sections(LIVED, SECTIONS_LIMIT))
    found = read(FULL, sections.write_sections(LIVED, SECTIONS_LIMIT, plan=FULL))
    assert tuple(found) == section_plan.EVERY_SECTION
    assert found[section_plan.PREFERENCES] == ['I heard Fern say: "I prefer tea to wine."']
    assert found[section_plan.ASSUMPTIONS] == [
        'I heard Fern say: "Perhaps Ada has the rope."',
        "I thought: I might find the rope by the mill.",
    ]
    failed = 'I tried "get rope", which failed: This failed because: it is tied.'
    assert found[section_plan.REJECTED] == [failed, "I thought: I will not sell the boat."]
    assert failed in plain[section_plan.ISSUES] and failed not in found[section_plan.ISSUES]
    moved = {*found[section_plan.PREFERENCES], *found[section_plan.ASSUMPTIONS]}
    assert not moved & set(found[section_plan.FACTS])
    assert 'I heard Fern say: "The boat leaks."' in found[section_plan.FACTS]
    assert found[section_plan.DECISIONS] == ["I chose to go mill: the rope may be there."]


def test_witnessed_facts_hold_nothing_that_was_told() -> None:
    """It stands among the assumptions, with its speaker, and nothing is lost."""
    plan = plan_sections(preferences=False, assumptions=False, rejected=False, witnessed=True)
    assert section_plan.ASSUMPTIONS in plan.headings
    found = read(plan, sections.write_sections(LIVED, SECTIONS_LIMIT, plan=plan))
    assert 'I heard Fern say: "The boat leaks."' in found[section_plan.ASSUMPTIONS]
    assert found[section_plan.FACTS]
    assert not any("Fern" in each for each in found[section_plan.FACTS])


@pytest.mark.parametrize("limit", [260, 400, 900, SECTIONS_LIMIT])
def test_every_limit_keeps_all_headings(limit: int) -> None:
    """However little room there is below them."""
    text = sections.write_sections(LIVED * 3, limit, "You are Moss.", FULL)
    assert len(text) <= limit
    assert [each[:-1] for each in text.split("\n") if each.endswith(":")] == list(
        section_plan.EVERY_SECTION
    )


def test_a_change_of_settings_loses_no_item() -> None:
    """Added sections give their items to the nearest one, and take new ones alone."""
    rich = sections.write_sections(LIVED, SECTIONS_LIMIT, plan=FULL)
    six = read(SIX, sections.join_sections(rich, "", SECTIONS_LIMIT))
    before = read(FULL, rich)
    assert before[section_plan.PREFERENCES][0] in six[section_plan.GOAL]
    assert set(before[section_plan.ASSUMPTIONS]) <= set(six[section_plan.ISSUES])
    assert set(before[section_plan.REJECTED]) <= set(six[section_plan.DECISIONS])
    again = read(
        FULL, sections.join_sections(sections.render_sections(six, 2400), rich, 2400, FULL)
    )
    assert again[section_plan.PREFERENCES] == before[section_plan.PREFERENCES]


def test_an_added_heading_within_a_line_is_no_heading() -> None:
    """A text of six sections may well use the word."""
    text = "User Goal:\nI know her Preferences: tea.\nConfirmed Facts:\nThe boat leaks."
    assert read(SIX, text)[section_plan.GOAL] == ["I know her Preferences: tea."]


# --- by a model -------------------------------------------------------------------------

ANSWER = (
    "User Goal:\nI mend boats.\nPreferences:\nFern likes tea.\nConfirmed Facts:\nI saw the reeds"
    " bow.\nFern said that the boat leaks.\nAssumptions:\nI suppose that the rope is wet.\n"
    "Decisions Made:\nnone\nRejected Ways:\nnone\nOpen Issues:\nnone\nPending Actions:\nnone\n"
    "Important References:\nMemory 12."
)


async def ask(form: Form, answer: str = ANSWER, **changed: object) -> tuple[str, str, str]:
    """Return the prompt, the text that was accepted, and its method."""
    model = Recorder(answer)
    writer = GuardedWriter(summarizer(model, **changed), VirtualClock(), print)
    draft = await writer.summarise(LIVED, form=form)
    return model.prompts[0], draft.text, draft.method


async def test_the_model_is_asked_for_what_is_set() -> None:
    """The headings in order, and one rule for each thing; its answer is held to them."""
    prompt, text, method = await ask(Layered(**ALL)._make_form(""))
    assert f"(the sections {', '.join(section_plan.EVERY_SECTION)}, in this order" in prompt
    for name in ("preferences", "reasons", "rejected", "assumptions"):
        assert TEMPLATES[f"summary.{name}"] in prompt
    assert TEMPLATES["summary.witnessed"] not in prompt
    assert prompt.index("# Rules:\n") < prompt.index("# Working Memory (the sections")
    assert method == "llm"
    assert read(FULL, text)[section_plan.PREFERENCES] == ["Fern said that Fern likes tea."]


async def test_an_answer_without_a_wanted_section_is_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The text by rule has it."""
    lacking = ANSWER.replace("Rejected Ways:\nnone\n", "")
    _, text, method = await ask(Layered(**ALL)._make_form(""), lacking)
    assert method == "deterministic"
    assert read(FULL, text)[section_plan.REJECTED]
    assert "it has no section Rejected Ways" in capsys.readouterr().out


async def test_what_a_model_was_told_is_no_witnessed_fact() -> None:
    """Even if it writes it there."""
    form = Layered(confirmed_facts="witnessed", ask_preferences=True, ask_rejected_ways=True)
    prompt, text, method = await ask(form._make_form(""))
    assert TEMPLATES["summary.witnessed"] in prompt and method == "llm"
    found = read(FULL, text)
    assert found[section_plan.FACTS] == ["I saw the reeds bow."]
    assert "Fern said that the boat leaks." in found[section_plan.ASSUMPTIONS]


async def test_an_older_wording_still_tells_the_model() -> None:
    """A vault's own text without `{sections}` gets the rules, which name the added sections."""
    old = {"summary.sections": "{before}{lines}\n\n# Working Memory (six sections{cite}):\n"}
    prompt, _, method = await ask(Layered(**ALL)._make_form(""), templates=old)
    assert TEMPLATES["summary.preferences"] in prompt and method == "llm"
    prompt, _, _ = await ask(Layered()._make_form(""), templates=old)
    assert "# Rules:" not in prompt


async def test_a_refused_answer_is_asked_for_with_all_rules() -> None:
    """The sterner tone stands beside what the settings ask."""
    model = Recorder()
    asked = SummaryRequest(Layered(ask_reasons=True)._make_form(""), attempt=1)
    await summarizer(model).summarise(LIVED, asked)
    rules = f"# Rules:\n{TEMPLATES['summary.reasons']}\n{TEMPLATES['summary.stern']}\n\n# Working"
    assert rules in model.prompts[0]
