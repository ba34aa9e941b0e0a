"""Micro compaction: the tokens that masking old output saves in a life with many looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from benchmarks.memory.findings import Finding, Part, Table, Wanted
from benchmarks.memory.simulated_life import Lived, Plan, live_all, settings_of

MEMORIES, QUICK_MEMORIES = 5_000, 600
LOOKS = 0.8
STRATEGIES = ("tree", "waterfall", "layered", "sleep")
MODES = ("off", "pressure", "turn")

ABOUT = """\
Four in five of the agent's own lines are looks around; everything else is as above, over \
{memories:,} memories. `off`: their output stays until it is summarised; `pressure`: it gives way \
to its number in the archive once the prompt grows too long; `turn`: after every turn, the newest \
eight memories excepted. Tokens of the whole prompt, mean of the last turns."""

NOTES = (
    "What is masked can be read again by its number (`recall #1234`), and a summary is made of "
    "the whole output, not of the placeholder.",
    "Under `sleep` and `layered`, which fill a context, masking makes compactions rarer rather "
    "than prompts shorter. `tree` and `waterfall` go by the number of memories: their prompts stay "
    "within the model's context, and `pressure` has nothing to do.",
)


def part(wanted: Wanted) -> Part:
    """Run one life for each strategy and mode."""
    memories = QUICK_MEMORIES if wanted.quick else MEMORIES
    plan = Plan(memories, settings_of("tree"), wanted.seed, facts=0, looks=LOOKS)
    plans = [
        replace(plan, settings=settings_of(name, micro_compact=mode))
        for name, mode in product(STRATEGIES, MODES)
    ]
    return report(live_all(plans, wanted.jobs))


def report(lives: Sequence[Lived]) -> Part:
    """Return the part for the results; `lives` has one life for each strategy and mode."""
    memories = lives[0].plan.memories
    rows, findings = [], []
    for name, (off, pressure, turn) in zip(STRATEGIES, _group_by_three(lives), strict=True):
        means = [each.mean_prompt(memories) for each in (off, pressure, turn)]
        saved = 100 * (1 - means[2] / means[0])
        compactions = [str(each.counts.compactions) for each in (off, pressure, turn)]
        tokens = [f"{each:,.0f}" for each in means]
        rows.append([f"`{name}`", *tokens, f"{saved:.0f} %", " / ".join(compactions)])
        findings.append(Finding(f"{name}: tokens saved by masking after each turn", saved, "%"))
    head = ["tokens per turn", *(f"`{mode}`" for mode in MODES), "saved by `turn`", "compactions"]
    return Part(
        title="Micro compaction",
        about=ABOUT.format(memories=memories),
        findings=findings,
        tables=[Table(head, rows)],
        notes=NOTES,
    )


def _group_by_three(lives: Sequence[Lived]) -> list[Sequence[Lived]]:
    return [lives[n : n + len(MODES)] for n in range(0, len(lives), len(MODES))]
