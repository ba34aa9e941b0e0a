"""Planted facts of a long life: those still in the prompt, and those that recall finds."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from itertools import product

from benchmarks.memory.findings import Finding, Part, Table, Wanted, percent
from benchmarks.memory.simulated_life import (
    RECALL_TOKENS,
    STRATEGIES,
    Lived,
    Plan,
    live_all,
    settings_of,
)
from benchmarks.plots import Axis, lines

SIZES, QUICK_SIZES = (1_000, 10_000, 100_000), (300, 1_000)
LIVES, TREE_LIVES = 2, 8
"""For each row: more where an aim is to be judged."""
STRETCHES = 10

#: Strategy, and whether the numbers of the facts are spelled out.
KINDS = [*((name, False) for name in STRATEGIES), ("tree", True)]
LOSS = 0.05

Kind = tuple[str, bool]

ABOUT = """\
An agent lives {sizes} memories (its own turns, talk, gestures, comings and goings, looks: about \
25 tokens each). {facts} facts, each a name with a number, are told to it evenly over its life. \
The model that writes its summaries loses each fact with a probability of {loss} every time it \
writes a text, and keeps what else it is given. At the end it is checked mechanically, name and \
number in one clause, which facts stand in the memories of the prompt, and whether recall over the \
whole archive finds the very memory among its hits within {budget} tokens: asked with the fact's \
subject words, and with a question. Each life has other facts and another course. Memory, archive, \
compaction, validation and index are the product's."""

NOTES = (
    "Under `tree` a fact is written down anew log₈(n/64) + 1 times, under the others in every "
    "compaction after its own (under `layered` and `sleep` a compaction takes more memories): 0.95 "
    "to that power is about what may be expected.",
    "`tree` also puts back, mechanically, sentences that name something with a number if a merge "
    "drops them. The planted facts are such sentences, so that they are at an advantage. In the "
    "row `in words` their numbers are spelled out and nothing is put back: that is what to expect "
    "of facts of any other kind.",
    "How long a summary may be bounds what a strategy can carry: 50 facts take 900 tokens.",
    "No strategy loses anything for good: recall reads the archive, which has it all.",
)


def part(wanted: Wanted) -> Part:
    """Run all lives and count the facts."""
    sizes = QUICK_SIZES if wanted.quick else SIZES
    plans = [
        Plan(size, settings_of(name), seed=wanted.seed + n, loss=LOSS, recall=True, spelled=words)
        for (name, words), size in product(KINDS, sizes)
        for n in range(_count_lives(name, quick=wanted.quick))
    ]
    return report(live_all(plans, wanted.jobs), sizes)


def _count_lives(strategy: str, *, quick: bool) -> int:
    return 1 if quick else TREE_LIVES if strategy == "tree" else LIVES


def report(lives: Sequence[Lived], sizes: Sequence[int]) -> Part:
    """Return the part for the results of `lives`."""
    last = sizes[-1]
    about = ABOUT.format(
        sizes=_join_words([f"{each:,}" for each in sizes]),
        facts=lives[0].plan.facts,
        loss=percent(LOSS),
        budget=f"{RECALL_TOKENS:,}",
    )
    shares = {
        _name_kind(kind): [_mean_prompted(_select(lives, kind, n)) for n in sizes] for kind in KINDS
    }
    return Part(
        title="Planted facts",
        about=about,
        findings=[*_make_findings(lives, last)],
        tables=[_make_table(lives, sizes)],
        plots={
            "memory-facts": _plot_sizes(shares, sizes),
            "memory-facts-by-age": _plot_ages(lives, last),
        },
        notes=NOTES,
    )


def _make_findings(lives: Sequence[Lived], last: int) -> Iterable[Finding]:
    for kind in KINDS:
        aim = 80.0 if kind[0] == "tree" else None
        what = f"{_name_kind(kind)}: facts in the prompt after {last:,} memories"
        yield Finding(
            what, 100 * _mean_prompted(_select(lives, kind, last)), "%", aim, at_least=True
        )
    for how in lives[0].recalled:
        what = f"facts found by recall, asked with {'a ' if how == 'question' else ''}{how}"
        share = min(_mean_recalled([each], how) for each in lives)
        yield Finding(f"{what}: the worst life", 100 * share, "%", 100.0, at_least=True)


def _make_table(lives: Sequence[Lived], sizes: Sequence[int]) -> Table:
    head = ["strategy", "lives", *(f"in the prompt at {n:,}" for n in sizes)]
    head += ["lowest – highest life", "recall, words", "recall, question"]
    return Table(head, [_make_row(lives, kind, sizes) for kind in KINDS])


def _name_kind(kind: Kind) -> str:
    return f"{kind[0]}, in words" if kind[1] else kind[0]


def _make_row(lives: Sequence[Lived], kind: Kind, sizes: Sequence[int]) -> list[str]:
    every = [each for n in sizes for each in _select(lives, kind, n)]
    ends = [_mean_prompted([each]) for each in _select(lives, kind, sizes[-1])]
    return [
        f"`{kind[0]}`" + _name_kind(kind).removeprefix(kind[0]),
        str(len(ends)),
        *(percent(_mean_prompted(_select(lives, kind, n))) for n in sizes),
        f"{percent(min(ends))} – {percent(max(ends))}",
        percent(_mean_recalled(every, "words")),
        percent(_mean_recalled(every, "question")),
    ]


def _plot_sizes(shares: dict[str, list[float]], sizes: Sequence[int]) -> str:
    x = Axis("memories lived", sizes[0], sizes[-1], logarithmic=True, marks=tuple(sizes))
    series = {
        name: [(n, 100 * share) for n, share in zip(sizes, every, strict=True)]
        for name, every in shares.items()
    }
    return lines("Planted facts in the prompt", x, Axis("%", 0, 100), series, aim=80)


def _plot_ages(lives: Sequence[Lived], last: int) -> str:
    x, y = Axis("age of the facts, in tenths of the life (10: oldest)", 1, STRETCHES), "%"
    series = {_name_kind(kind): list(_average_ages(_select(lives, kind, last))) for kind in KINDS}
    return lines(f"Facts in the prompt after {last:,} memories", x, Axis(y, 0, 100), series)


def _average_ages(lives: Sequence[Lived]) -> Iterable[tuple[float, float]]:
    for age in range(STRETCHES):
        kept = [fact for each in lives for fact in _cut_stretch(each.prompted, STRETCHES - 1 - age)]
        yield age + 1, 100 * statistics.fmean(kept)


def _cut_stretch(facts: Sequence[bool], number: int) -> Sequence[bool]:
    size = len(facts) // STRETCHES
    return facts[number * size : (number + 1) * size]


def _select(lives: Sequence[Lived], kind: Kind, memories: int) -> list[Lived]:
    return [
        each
        for each in lives
        if each.plan.memories == memories
        and (each.plan.settings.strategy.name, each.plan.spelled) == kind
    ]


def _mean_prompted(lives: Sequence[Lived]) -> float:
    return statistics.fmean(fact for each in lives for fact in each.prompted)


def _mean_recalled(lives: Sequence[Lived], how: str) -> float:
    return statistics.fmean(fact for each in lives for fact in each.recalled[how])


def _join_words(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"
