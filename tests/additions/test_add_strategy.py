"""A strategy is added by one file and an entry point; no file of Tarn changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from agents.declaration import describe_setting, setting
from agents.memory.core.gauge import Gauge
from agents.memory.core.records import Span, Summary
from agents.memory.core.view import View
from agents.memory.settings import MemorySchema, memory_schema
from agents.memory.strategies.protocol import (
    NARRATIVE,
    Form,
    Moment,
    NewSummary,
    Strategy,
    Writer,
    select_memories,
)
from agents.memory.strategies.table import GROUP, OWN_STRATEGIES, load_strategies
from config.compaction import read_compaction
from config.errors import ConfigError
from tests.agents.memory.support import Bench, Scripted, assert_whole, grow, reconfigure, spans


@dataclass(frozen=True, slots=True)
class Tide(Strategy):
    """Every `flood` memories all of them go into one text."""

    name = "tide"
    compacts = "when the tide is in"
    stands = "one text"

    flood: int = setting(6, "Memories until the tide is in.", least=2, most=50)

    def find_due_span(self, view: View, tokens: Gauge, moment: Moment = "memory") -> Span | None:
        full = moment == "memory" and view.last_seq - view.covered >= self.flood
        return (view.covered + 1, view.last_seq) if full else None

    def choose_manual_span(self, view: View, tokens: Gauge, *, force: bool = False) -> Span:
        return view.covered + 1, view.last_seq

    def describe_condition(self, view: View, tokens: Gauge) -> str:
        return f"at {self.flood} memories"

    def choose_form(self, summary: Summary) -> Form:
        return NARRATIVE

    async def write_summaries(self, view: View, span: Span, writer: Writer) -> Sequence[NewSummary]:
        draft = await writer.summarise(select_memories(view, span), before=view.summaries)
        stood = tuple(each.id for each in view.summaries)
        return [NewSummary("recent", draft, (1, span[1]), stood)]


@dataclass(frozen=True, slots=True)
class Thief(Tide):
    """Declares a setting of the waterfall's otherwise."""

    name = "thief"
    recent_window: int = setting(3, "Something else.")


@dataclass(frozen=True, slots=True)
class Idle(Strategy):
    """Says neither when nor what."""

    name = "idle"
    compacts = stands = "never"


def point(name: str, value: str) -> EntryPoint:
    return EntryPoint(name, f"{__name__}:{value}", GROUP)


def schema(*found: EntryPoint) -> MemorySchema:
    table = load_strategies(found=found)
    return memory_schema(table)


async def test_a_living_agent_goes_by_an_added_strategy_and_its_own_setting(
    tmp_path: Path,
) -> None:
    """Its setting is read from the note; it compacts, and on the way back nothing is lost."""
    added, note = schema(point("tide", "Tide")), tmp_path / "memory_compaction.md"
    note.write_text("**strategy**: tide\n**flood**: 5\n", encoding="utf-8")
    settings = added.make_settings(read_compaction(note, added))
    bench = Bench(tmp_path, Scripted())
    memory = bench.open()
    await grow(bench, memory, 3)
    reconfigure(memory, settings=settings)
    await grow(bench, memory, 11)
    assert memory.status().strategy.name == "tide"
    assert spans(memory) == [(1, 10)]
    reconfigure(memory, settings=added.make_settings({}))
    await grow(bench, memory, 150)
    assert_whole(memory)


def test_its_setting_is_checked_and_explained_like_any_other(tmp_path: Path) -> None:
    """File, line, what was read and what is allowed; and its sentence from the declaration."""
    added, note = schema(point("tide", "Tide")), tmp_path / "memory_compaction.md"
    note.write_text("# Ours\n**flood**: 51\n", encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        read_compaction(note, added)
    assert str(caught.value) == f"{note}:2: flood is 51, allowed: a whole number from 2 to 50"
    declared = next(each for each in added.settings if each.name == "flood")
    assert describe_setting(declared) == (
        "Memories until the tide is in. From 2 to 50; 6 if left out."
    )


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        (
            "idle",
            "Idle",
            "it lacks choose_form, choose_manual_span, describe_condition, find_due_span,"
            " write_summaries",
        ),
        ("thief", "Thief", "its setting 'recent_window' has the name of another setting"),
        ("ebb", "Tide", "its name is 'tide', not 'ebb'"),
        ("tree", "Tide", "the name 'tree' is taken by Tarn itself"),
        ("bench", "Bench", "it is no dataclass derived from"),
        ("gone", "Gone", "its import fails (AttributeError"),
    ],
)
def test_one_of_the_wrong_shape_is_left_out_and_named_where_it_is_asked_for(
    tmp_path: Path, name: str, value: str, reason: str
) -> None:
    """It stops nothing but the setting that asks for it."""
    added, note = schema(point(name, value)), tmp_path / "memory_compaction.md"
    assert list(added.strategies.rows.values()) == list(OWN_STRATEGIES)
    assert reason in added.strategies.refused[name]
    if name in added.strategies.rows:
        return
    note.write_text(f"**strategy**: {name}\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=r":1: strategy is '\w+', allowed: ") as caught:
        read_compaction(note, added)
    assert reason in str(caught.value)
