"""How many facts a tree's prompt keeps beside prose: facts × wordiness × length, one model.

The model that tells the facts writes the prose as well, so the tokens are those of the facts.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from agents.memory.settings import memory_schema
from benchmarks.memory.findings import Finding, Part, Table, Wanted, percent
from benchmarks.memory.simulated_life import CONTEXT, Lived, Plan, live_all
from benchmarks.plots import Axis, lines

SIZES, QUICK_SIZES = (1_000, 3_000, 10_000, 100_000), (300, 1_000)
LOSS, DEFAULT_CAP, DOUBLE_CAP = 0.05, 1_200, 2_400
_AIMED_PROSE = 0.6

Row = tuple[int, float, str, int]
"""How many facts, the share of each summary's limit that is prose, their kind, and the cap."""

ROWS: Sequence[Row] = (
    (50, 0.3, "numbers", DEFAULT_CAP),
    (50, 0.6, "numbers", DEFAULT_CAP),
    (50, 0.95, "numbers", DEFAULT_CAP),
    (50, 0.6, "plain", DEFAULT_CAP),
    (100, 0.6, "numbers", DEFAULT_CAP),
    (100, 0.3, "numbers", DOUBLE_CAP),
    (100, 0.6, "numbers", DOUBLE_CAP),
    (100, 0.95, "numbers", DOUBLE_CAP),
)

ABOUT = """\
A life as above under `tree`; the model tells the facts that it is given, loses each with a \
probability of {loss} whenever it writes a text, and fills a share of the summary's limit with \
retellings of everything else, evenly chosen. Facts with `numbers` join a name with a number; \
`plain` ones tell whose relative somebody is, where a thing is kept or what somebody promised, in \
words that other memories have too. Their overall share was looked at five times while the rules \
were made, their wording never. `longterm_tokens` is the cap; 100 facts take some 2,000 tokens, so \
that {cap:,} cannot hold them. Tokens are those of the whole prompt, by the same lives."""

NOTES = ("A cell without a figure was not measured in this run.",)


def part(wanted: Wanted) -> Part:
    """Run all lives and count the facts."""
    sizes = QUICK_SIZES if wanted.quick else SIZES
    plans = [make_plan(size, row, wanted.seed) for row in ROWS for size in sizes]
    return report(live_all(plans, wanted.jobs))


def make_plan(memories: int, row: Row, seed: int) -> Plan:
    """Return the life of one row."""
    facts, wordiness, kind, cap = row
    values = {"strategy": "tree", "journal": "off", "longterm_tokens": cap}
    return Plan(
        memories,
        memory_schema().make_settings(values, CONTEXT),
        seed=seed,
        model="wordy",
        loss=LOSS,
        wordiness=wordiness,
        facts=facts,
        kind=kind,
    )


def report(lives: Sequence[Lived]) -> Part:
    """Return the part for the results of `lives`; not every row needs every size."""
    sizes = sorted({each.plan.memories for each in lives})
    known = {(_find_row(each.plan), each.plan.memories): each for each in lives}
    table = Table(
        ["facts", "prose", "kind", "cap", *(f"at {n:,}" for n in sizes), "tokens per turn"],
        [_make_row(row, [known.get((row, n)) for n in sizes]) for row in ROWS],
    )
    return Part(
        title="Facts among prose",
        about=ABOUT.format(loss=percent(LOSS), cap=DEFAULT_CAP),
        findings=[_make_finding(known[key]) for key in sorted(known) if key[1] == sizes[-1]],
        tables=[table],
        plots={"memory-crowding": _plot(known, sizes)},
        notes=NOTES,
    )


def _find_row(plan: Plan) -> Row:
    cap = getattr(plan.settings.strategy, "longterm_tokens", 0)
    return plan.facts, plan.wordiness, plan.kind, cap


def _rate(lived: Lived) -> float:
    return statistics.fmean(lived.prompted)


def _make_finding(lived: Lived) -> Finding:
    facts, wordiness, kind, cap = _find_row(lived.plan)
    held = cap == DOUBLE_CAP or (facts == 50 and wordiness <= _AIMED_PROSE)
    aimed = held and kind == "numbers" and lived.plan.memories >= SIZES[-1]
    what = f"tree: {facts} facts ({kind}) beside {percent(wordiness)} prose"
    what += f", cap {cap:,}, after {lived.plan.memories:,} memories"
    return Finding(what, 100 * _rate(lived), "%", 80.0 if aimed else None, at_least=True)


def _make_row(row: Row, lives: Sequence[Lived | None]) -> list[str]:
    facts, wordiness, kind, cap = row
    shares = [percent(_rate(each)) if each else "" for each in lives]
    last = next((each for each in reversed(lives) if each), None)
    tokens = f"{last.mean_prompt(last.plan.memories):,.0f}" if last else ""
    return [str(facts), percent(wordiness), kind, f"{cap:,}", *shares, tokens]


def _plot(known: dict[tuple[Row, int], Lived], sizes: Sequence[int]) -> str:
    series = {
        f"{row[0]} {row[2]}, {percent(row[1])} prose, cap {row[3]:,}": [
            (float(n), 100 * _rate(known[row, n])) for n in sizes if (row, n) in known
        ]
        for row in ROWS
    }
    x = Axis("memories lived", sizes[0], sizes[-1], logarithmic=True, marks=tuple(sizes))
    drawn = {name: points for name, points in series.items() if len(points) > 1}
    return lines("Facts in the prompt", x, Axis("%", 0, 100), drawn, aim=80)
