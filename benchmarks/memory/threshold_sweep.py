"""A sweep of thresholds: what a compaction saves against what it costs, for each strategy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from agents.memory.settings import MemorySettings, memory_schema
from benchmarks.memory.findings import Finding, Part, Table, Wanted, percent
from benchmarks.memory.simulated_life import CONTEXT, TURN_EVERY, Lived, Plan, live_all

MEMORIES, QUICK_MEMORIES = 600, 200

#: The setting by which each strategy comes to compact, and the values that are tried.
SWEPT: Mapping[str, tuple[str, Sequence[int]]] = {
    "tree": ("leaf_memories", (16, 64, 128)),
    "waterfall": ("recent_window", (16, 64, 128)),
    "sleep": ("sleep_threshold_percent", (30, 50, 70)),
    "layered": ("threshold_tokens", (2_000, 3_000, 6_000)),
    "rolling": ("max_entries_before_compaction", (6, 10, 20)),
    "window": ("window_memories", (32, 128, 256)),
}

ABOUT = """\
Lives of {memories:,} memories and {turns:,} turns, with 50 planted facts and a model that omits \
one fact in twenty from each text; one life for each threshold, everything else as the defaults \
are. *Saved*: the tokens by which a compaction makes the prompt shorter. *Cost*: the tokens that \
the model reads and writes for it. *Repaid after*: the turns after which the prompts have saved as \
many tokens as the compaction cost. *Ratio*: what it saves until the next compaction, for each \
token that it costs: below 1 the prompts of that time alone do not pay for it."""

NOTES = (
    "A token read by the agent's model and one read for a summary count the same here; where the "
    "summaries are written by a dearer model, divide by the ratio of prices.",
    "What a compaction costs a model server's prefix cache is not counted: each one makes it read "
    "the prompt anew, once. So of two thresholds with equal ratios the higher one is cheaper.",
    "`window` summarises nothing: it saves for nothing, and shows what the summaries are worth, "
    "in facts that stand in the prompt.",
)


def part(wanted: Wanted) -> Part:
    """Run one life for each strategy and threshold."""
    memories = QUICK_MEMORIES if wanted.quick else MEMORIES
    plans = [
        Plan(memories, _set_threshold(name, setting, value), wanted.seed)
        for name, (setting, values) in SWEPT.items()
        for value in values
    ]
    return report(live_all(plans, wanted.jobs))


def _set_threshold(strategy: str, setting: str, value: int) -> MemorySettings:
    values = {"strategy": strategy, "journal": "off", setting: value}
    return memory_schema().make_settings(values, CONTEXT)


def report(lives: Sequence[Lived]) -> Part:
    """Return the part for the results; `lives` has one life for each threshold, in order."""
    memories = lives[0].plan.memories
    head = [
        "strategy",
        "threshold",
        "tokens per turn",
        "compactions",
        "saved by one",
        "cost of one",
    ]
    head += ["repaid after", "ratio", "facts in the prompt"]
    return Part(
        title="Thresholds: what a compaction saves, and what it costs",
        about=ABOUT.format(memories=memories, turns=memories // TURN_EVERY),
        findings=list(_find_best(lives)),
        tables=[Table(head, [_make_row(each) for each in lives])],
        notes=NOTES,
    )


def _make_row(life: Lived) -> list[str]:
    setting, value = _read_threshold(life)
    saved, cost, turns = average_saving(life), average_cost(life), count_turns_between(life)
    return [
        f"`{life.plan.settings.strategy.name}`",
        f"`{setting}` {value:,}",
        f"{life.mean_prompt(life.plan.memories):,.0f}",
        str(life.counts.compactions),
        f"{saved:,.0f}",
        f"{cost:,.0f}",
        "at once" if not cost else f"{cost / saved:.1f} turns" if saved > 0 else "never",
        f"{saved * turns / cost:.2f}" if cost else "free",
        percent(sum(life.prompted) / max(1, len(life.prompted))),
    ]


def _read_threshold(life: Lived) -> tuple[str, int]:
    strategy = life.plan.settings.strategy
    setting, _ = SWEPT[strategy.name]
    return setting, getattr(strategy, setting)


def average_saving(life: Lived) -> float:
    """Return the tokens that one compaction takes out of the prompt, on average."""
    counts = life.counts
    return (counts.tokens_before - counts.tokens_after) / max(1, counts.compactions)


def average_cost(life: Lived) -> float:
    """Return the tokens of the model that one compaction takes, on average."""
    return life.spent / max(1, life.counts.compactions)


def count_turns_between(life: Lived) -> float:
    """Return the turns from one compaction to the next, on average."""
    return life.plan.memories / TURN_EVERY / max(1, life.counts.compactions)


def _find_best(lives: Sequence[Lived]) -> Iterator[Finding]:
    """Yield the best ratio of each strategy that asks a model."""
    for name in SWEPT:
        own = [each for each in lives if each.plan.settings.strategy.name == name]
        rated = [(_rate_life(each), each) for each in own if each.spent and each.counts.compactions]
        if rated:
            ratio, best = max(rated, key=lambda each: each[0])
            setting, value = _read_threshold(best)
            what = f"{name}: tokens saved for each that compaction costs, at {setting} {value:,}"
            yield Finding(what, ratio)


def _rate_life(life: Lived) -> float:
    return average_saving(life) * count_turns_between(life) / average_cost(life)
