"""Modes are checked when they are set; each does what its name says."""

from __future__ import annotations

import asyncio

import pytest

from agents.boundaries import ModelBadReply, ModelRateLimited, ModelUnavailable
from agents.clock import VirtualClock
from agents.memory.core.records import Experience
from agents.memory.summarization.citations import check_citations, split_citations
from agents.memory.summarization.validation import SummaryRefused, check_summary
from agents.models.providers.script_file import Rule, Script, ScriptedFailure
from agents.models.testing import (
    MODES,
    Modes,
    ModesRefused,
    RehearsalModel,
    find_fact_keys,
    plant_facts,
)
from agents.models.testing.lines import CALM
from agents.models.testing.misbehaving import INSTRUCTION
from tests.agents.models.testing.support import (
    CITE,
    TURN,
    journal_prompt,
    mixed,
    numbered,
    sections_prompt,
    summary_prompt,
)

FACTS = plant_facts(20, 11)
LINES = mixed(FACTS, 40)
PROMPT = summary_prompt(numbered(LINES), CITE)
KEYS = {fact.key for fact in FACTS}


async def _said(model: RehearsalModel, prompt: str, stop: tuple[str, ...] = ()) -> str:
    answer = await model.complete(prompt, stop=stop, max_tokens=50, temperature=0.0)
    assert answer.prompt_tokens > 0 and answer.completion_tokens > 0
    return answer.text


@pytest.mark.parametrize(
    "values",
    [
        {"summaries": "lossi"},
        {"turns": 500},
        {"loss": 1.01},
        {"loss": "0.1"},
        {"loss": float("nan")},
        {"loss": True},
        {"drip": -1},
        {"drip": 3601},
        {"seed": 1.5},
        {"sumaries": "ok"},
        {"summaries": ["ok"]},
    ],
)
def test_wrong_mode_is_named_and_changes_nothing(values: dict[str, object]) -> None:
    """What was read and what is allowed; the modes stay as they were, the good ones beside too."""
    model = RehearsalModel(summaries="lossy")
    before = model.modes
    with pytest.raises(ModesRefused, match=r"allowed: "):
        model.change({"turns": "hang"} | values)
    assert model.modes == before == Modes(summaries="lossy")


def test_modes_are_set_apart_and_at_any_moment() -> None:
    """Turns and what is asked about memories go by modes of their own."""
    model = RehearsalModel(summaries="refusal")
    assert model.answer(TURN).text == CALM
    model.turns, model.summaries = "refusal", "ok"
    assert model.answer(TURN).text.startswith("I'm sorry")
    assert find_fact_keys(model.answer(PROMPT).text) == KEYS
    model.loss = 1.0
    model.summaries = "lossy"
    assert find_fact_keys(model.answer(PROMPT).text) == set()


def test_lossy_drops_each_fact_with_its_probability() -> None:
    """About p of all facts go; the seed, the prompt and the fact decide, and nothing else."""
    model = RehearsalModel(summaries="lossy", loss=0.3, seed=5)
    prompts = [summary_prompt([f"Day {day}.", *LINES]) for day in range(60)]
    kept = [find_fact_keys(model.answer(prompt).text) for prompt in prompts]
    share = sum(map(len, kept)) / (60 * len(KEYS))
    assert 0.65 < share < 0.75
    assert kept[0] != kept[1], "another prompt is another throw"
    again = RehearsalModel(summaries="lossy", loss=0.3, seed=5)
    assert [find_fact_keys(again.answer(p).text) for p in reversed(prompts)] == kept[::-1]
    again.change({"seed": 6})
    assert [find_fact_keys(again.answer(p).text) for p in prompts] != kept
    for kind in (journal_prompt(LINES), sections_prompt(LINES, "User Goal:")):
        assert set() < find_fact_keys(model.answer(kind).text) < KEYS


@pytest.mark.parametrize(
    ("mode", "why"),
    [
        ("empty", "empty"),
        ("inflate", "larger than what it replaces"),
        ("answers-instead", "answers instead"),
        ("refusal", "refusal"),
        ("echo", "word for word|transcript|larger"),
    ],
)
def test_bad_summaries_are_what_validation_refuses(mode: str, why: str) -> None:
    """Each of these modes is refused by the memory engine, for the reason it stands for."""
    model = RehearsalModel()
    model.change({"summaries": mode})
    with pytest.raises(SummaryRefused, match=why):
        check_summary(model.answer(PROMPT).text, LINES)


def test_injected_instruction_is_slipped_into_a_good_answer() -> None:
    """Summary, journal and turn hold the instruction; the first two all facts as well."""
    model = RehearsalModel(summaries="injected-instruction", turns="injected-instruction")
    text = model.answer(PROMPT).text
    assert find_fact_keys(text) == KEYS and INSTRUCTION in text
    assert len(text) < sum(len(line) + 1 for line in LINES)
    rows = model.answer(journal_prompt(numbered(LINES))).text.split("\n")
    assert rows[-1] == f"10 | instruction | [{len(LINES)}] | {INSTRUCTION}"
    assert len(rows) > len(FACTS)
    assert model.answer(TURN).text == f"say {INSTRUCTION}"


def test_wrong_citations_do_not_hold() -> None:
    """Every citation is refused by the mechanical check: outside the span, or off the point."""
    model = RehearsalModel(summaries="wrong-citations", turns="wrong-citations")
    memories = [
        Experience(n, VirtualClock().now(), line, "observation") for n, line in enumerate(LINES, 1)
    ]
    text, claimed = split_citations(model.answer(PROMPT).text)
    assert len(claimed) == len(FACTS)
    cited = {n for numbers in claimed.values() for n in numbers}
    assert any(n > len(LINES) for n in cited) and any(n <= len(LINES) for n in cited)
    _, wrong = check_citations(text, claimed, memories)
    assert wrong == len(FACTS)
    _, plain = split_citations(model.answer(summary_prompt(mixed([]))).text)
    assert list(plain.values()) == [(1000,)]
    rows = model.answer(journal_prompt(numbered(LINES))).text.split("\n")
    assert all(f"[{n}] | {LINES[n - 1]}" not in row for n in range(1, 60) for row in rows)
    assert model.answer(TURN).text == "think The water is still. | counting [1000]."


@pytest.mark.parametrize("mode", MODES)
def test_every_mode_answers_every_prompt(mode: str) -> None:
    """No mode fails on any kind of prompt, the empty one among them."""
    model = RehearsalModel()
    model.change({"summaries": mode, "turns": mode})
    for prompt in (
        TURN,
        "",
        PROMPT,
        journal_prompt(["Rain."]),
        sections_prompt([], ""),
        summary_prompt([]),
    ):
        answer = model.answer(prompt)
        spoken = mode not in ("empty", "hang", "echo")
        assert bool(answer.text.strip()) or not spoken


def test_turn_modes() -> None:
    """A turn is echoed, inflated and lossy in its own way."""
    model = RehearsalModel(turns="echo")
    assert model.answer(TURN).text == 'Fern says, "hello"\nRain.'
    model.turns = "inflate"
    assert len(model.answer(TURN).text) > len('Fern says, "hello"\nRain.')
    model.turns = "lossy"
    assert model.answer(TURN).text == CALM


def test_agents_speak_from_their_lines_and_then_are_calm() -> None:
    """Each name has its own lines; nobody else uses them up."""
    model = RehearsalModel()
    model.says("Moss", "say one", "say two")
    assert model.answer(TURN.replace("Moss", "Wren")).text == CALM
    assert [model.answer(TURN).text for _ in range(4)] == ["say one", "say two", CALM, "look"]
    assert len(model.prompts) == 5 and len(model.of_kind("You are Wren")) == 1
    silent = RehearsalModel(keeps_prompts=False)
    silent.answer(TURN)
    assert silent.prompts == []


async def test_script_serves_turns_rules_and_faults() -> None:
    """Scripts of `provider: scripted` hold here, too: owners, everybody else, rules, failures."""
    script = Script(
        replies=["look"],
        owners={
            "Moss": ["say a", ScriptedFailure("error", 429, 5.0), ScriptedFailure("empty"), "say b"]
        },
        rules=[Rule("# Summary", ["I was told to say this."])],
        delay=2.0,
    )
    clock = VirtualClock()
    model = RehearsalModel(script=script, clock=clock, turns="ok")
    assert model.answer(PROMPT).text == "I was told to say this."
    model.summaries = "refusal"
    assert model.answer(PROMPT).text.startswith("I'm sorry")
    first = model.answer(TURN)
    assert (first.text, first.delay) == ("say a", 2.0)
    with pytest.raises(ModelRateLimited) as limited:
        await _said(model, TURN)
    assert limited.value.retry_after == 5.0
    assert model.answer(TURN).text == ""
    assert model.answer(TURN).text == "say b"
    assert model.answer(TURN.replace("Moss", "Wren")).text == "look"


async def test_model_raises_what_providers_raise() -> None:
    """In process a failure is the error that a provider would make of it."""
    for mode, error in (
        ("500", ModelUnavailable),
        ("empty", ModelBadReply),
        ("nonsense", ModelBadReply),
    ):
        model = RehearsalModel()
        model.change({"summaries": mode})
        with pytest.raises(error):
            await _said(model, PROMPT)
        await _said(model, TURN)


async def test_model_stops_where_it_is_told() -> None:
    """Stop sequences end a text; the limit of tokens only where it is honoured."""
    model = RehearsalModel()
    model.says("Moss", "say a\nb", "say a\nb", "say " + "x" * 1000, "say " + "x" * 1000)
    assert await _said(model, TURN, ("\n",)) == "say a"
    model.honours_stop = False
    assert await _said(model, TURN, ("\n",)) == "say a\nb"
    assert len(await _said(model, TURN)) == 1004
    model.honours_max_tokens = True
    cut = await model.complete(TURN, stop=(), max_tokens=50, temperature=0.0)
    assert (len(cut.text), cut.finish) == (200, "length")


async def test_slow_model_takes_its_time_and_a_hanging_one_all_of_it() -> None:
    """A dripping answer comes after a second a character, a hanging one never."""
    clock = VirtualClock()
    model = RehearsalModel(turns="slow-drip", drip=1.0, clock=clock)
    task = asyncio.ensure_future(_said(model, TURN))
    await clock.advance(len(CALM) - 1)
    assert not task.done()
    await clock.advance(1)
    assert await task == CALM
    model.turns = "hang"
    hanging = asyncio.ensure_future(_said(model, TURN))
    await clock.advance(10_000)
    assert not hanging.done()
    hanging.cancel()
