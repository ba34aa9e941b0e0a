"""The cost of a life: prompt tokens at each turn, and tokens of the model for summaries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from benchmarks.memory.findings import Finding, Part, Table, Wanted
from benchmarks.memory.simulated_life import (
    CONTEXT,
    COUNTED_TURNS,
    STRATEGIES,
    Lived,
    Plan,
    live_all,
    settings_of,
)
from benchmarks.plots import Axis, bars, format_figure, lines

SIZES, QUICK_SIZES = (1_000, 3_000, 10_000, 30_000, 100_000), (1_000, 2_000)
JOURNAL_LIFE, QUICK_JOURNAL_LIFE = 10_000, 1_000
CALLS = {"tree": 1.15, "waterfall": 2.0}

ABOUT = """\
The whole prompt of a turn (a head of {head} tokens that stays the same, the memories, the \
situation), counted by tiktoken and averaged over the {turns} turns before the agent has \
{sizes} memories; its model has a context of {context:,} tokens. Here the summaries are as long as \
they may be, because the model that writes them retells line after line until nothing more fits: \
the most that a strategy takes. Calls and tokens of the model are those for summaries; those that \
a journal takes, if a model writes it, are counted apart, over {journal:,} memories with the model \
of the planted facts, which writes little else than facts."""

NOTES = (
    "Between compactions every prompt grows and then falls back, so a single prompt may be larger "
    "by half a window than the mean; every life stays below the model's context.",
    "`sleep` and `layered` fill the context that they are given and need fewer calls for it; what "
    "they are asked in one is longer.",
)


def part(wanted: Wanted) -> Part:
    """Run one life for each strategy and model, and one with a journal."""
    sizes = QUICK_SIZES if wanted.quick else SIZES
    journal = QUICK_JOURNAL_LIFE if wanted.quick else JOURNAL_LIFE
    full = [
        Plan(sizes[-1], settings_of(name), wanted.seed, "talkative", facts=0, counted_at=sizes)
        for name in STRATEGIES
    ]
    kept = [
        Plan(journal, settings_of(name, journal=who), wanted.seed)
        for name in STRATEGIES
        for who in ("off", "model")
    ]
    lives = live_all([*full, *kept], wanted.jobs)
    count = len(STRATEGIES)
    return report(lives[:count], lives[count:], sizes)


def report(full: Sequence[Lived], journals: Sequence[Lived], sizes: Sequence[int]) -> Part:
    """Return the part for the results; `journals` alternate: without a journal, with one."""
    about = ABOUT.format(
        head=full[0].parts["head and situation"],
        turns=COUNTED_TURNS,
        sizes=", ".join(f"{each:,}" for each in sizes),
        context=CONTEXT,
        journal=journals[0].plan.memories,
    )
    return Part(
        title="Tokens per turn, and what summaries cost",
        about=about,
        findings=[*_find_growth(full, sizes), *_find_calls(full)],
        tables=[
            _make_prompt_table(full, sizes),
            _make_cost_table(full, journals),
            _make_part_table(full),
        ],
        plots={
            "memory-tokens-per-turn": _plot(full, sizes),
            "memory-model-tokens": _plot_spending(full),
        },
        notes=NOTES,
    )


def _find_growth(lives: Sequence[Lived], sizes: Sequence[int]) -> Iterable[Finding]:
    for each in lives:
        name, grown = each.plan.settings.strategy.name, _divide_ends(each, sizes)
        what = f"{name}: tokens per turn at {sizes[-1]:,} memories against {sizes[0]:,}"
        yield Finding(f"{what}, difference", abs(grown), "%", 5.0 if name == "tree" else None)


def _divide_ends(life: Lived, sizes: Sequence[int]) -> float:
    return 100 * (life.mean_prompt(sizes[-1]) / life.mean_prompt(sizes[0]) - 1)


def _find_calls(lives: Sequence[Lived]) -> Iterable[Finding]:
    for each in lives:
        name = each.plan.settings.strategy.name
        yield Finding(
            f"{name}: model calls per 64 memories", each.calls_per_64, "", CALLS.get(name)
        )


def _make_prompt_table(lives: Sequence[Lived], sizes: Sequence[int]) -> Table:
    head = ["tokens per turn", *(f"at {n:,}" for n in sizes), "first to last"]
    return Table(
        head,
        [[f"`{each.plan.settings.strategy.name}`", *_format_means(each, sizes)] for each in lives],
    )


def _format_means(life: Lived, sizes: Sequence[int]) -> list[str]:
    return [*(f"{life.mean_prompt(n):,.0f}" for n in sizes), f"{_divide_ends(life, sizes):+.1f} %"]


def _make_cost_table(full: Sequence[Lived], journals: Sequence[Lived]) -> Table:
    head = ["", "calls per 64 memories", "the journal's besides", "model tokens per memory"]
    head += ["of them, with facts alone", "the journal's besides", "refused answers"]
    pairs = zip(full, journals[::2], journals[1::2], strict=True)
    return Table(head, [_make_cost_row(life, short, kept) for life, short, kept in pairs])


def _make_cost_row(life: Lived, short: Lived, kept: Lived) -> list[str]:
    journal = (kept.spent - short.spent) / short.plan.memories
    return [
        f"`{life.plan.settings.strategy.name}`",
        f"{life.calls_per_64:.2f}",
        f"{kept.calls_per_64 - short.calls_per_64:.2f}",
        f"{life.spent / life.plan.memories:.1f}",
        f"{short.spent / short.plan.memories:.1f}",
        f"{journal:.1f}",
        str(life.counts.refused),
    ]


def _make_part_table(full: Sequence[Lived]) -> Table:
    head = ["parts of the last prompt, tokens", *full[0].parts]
    rows = [
        [f"`{each.plan.settings.strategy.name}`", *(format_figure(n) for n in each.parts.values())]
        for each in full
    ]
    return Table(head, rows)


def _plot(full: Sequence[Lived], sizes: Sequence[int]) -> str:
    series = {
        each.plan.settings.strategy.name: [(n, each.mean_prompt(n)) for n in sizes] for each in full
    }
    most = max(value for points in series.values() for _, value in points)
    x = Axis("memories lived", sizes[0], sizes[-1], logarithmic=True, marks=tuple(sizes))
    return lines("Tokens per turn", x, Axis("tokens", 0, most * 1.1), series)


def _plot_spending(full: Sequence[Lived]) -> str:
    spent = {each.plan.settings.strategy.name: each.spent / each.plan.memories for each in full}
    return bars("What summaries take of the model", "tokens per memory", spent)
