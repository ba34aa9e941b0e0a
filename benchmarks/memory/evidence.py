"""Evidence for questions about long conversations (LoCoMo), found within a token budget."""

from __future__ import annotations

import statistics

from agents.models.counters import percentile
from benchmarks.locomo import BUDGETS, FILE, TUNED, EvidenceFound, measure, together
from benchmarks.memory.findings import Finding, Part, Table, Wanted
from benchmarks.plots import Axis, lines

AIMS = {1000: 75.0, 2000: 80.0, 4000: 85.0}
#: Known results over all ten conversations of the collection, in percent.
PLAIN = {500: 57.0, 1000: 64.0, 2000: 69.0, 4000: 75.0}
FUSED = {500: 64.0, 1000: 72.0, 2000: 78.0, 4000: 82.0}

SOURCE = """\
LoCoMo (Maharana et al., 2024; snap-research/LoCoMo): {count} of its conversations with \
{questions} questions whose evidence is marked, after a public audit of its answer key \
(adversarial questions left out). Licence CC BY-NC 4.0; the data is read where it lies and no part \
of it is in this project. Each conversation becomes an archive, a turn to a memory. A question \
counts as found at a budget when all turns that answer it are among what one search by its own \
words returns within that many tokens. No language model takes part."""

ABSENT = "Not measured: `--data` did not name a folder with the conversations."


def part(wanted: Wanted) -> Part:
    """Ask every question, if the data is available."""
    title = "Evidence found in long conversations"
    if wanted.data is None or not (wanted.data / FILE).is_file():
        return Part(title, ABSENT)
    budgets = BUDGETS[1:2] if wanted.quick else BUDGETS
    return report(title, measure(wanted.data, budgets=budgets))


def report(title: str, parts: list[EvidenceFound]) -> Part:
    """Return the part for the results."""
    every = together(parts, "all")
    budgets = list(every.found)
    about = SOURCE.format(count=len(parts), questions=len(every.found[budgets[0]]))
    milliseconds = [1000 * each for each in every.seconds]
    return Part(
        title=title,
        about=about,
        findings=[
            Finding(
                f"evidence found within {n:,} tokens",
                100 * every.share(n),
                "%",
                AIMS.get(n),
                at_least=True,
            )
            for n in budgets
        ],
        tables=[_make_table(parts, every, budgets)],
        plots={"memory-evidence": _plot(every, budgets)} if len(budgets) > 1 else {},
        notes=(
            "Plain BM25 and fused ranking are figures known for all ten conversations of the"
            f" collection, not measured here; these {len(parts)} need not be as hard.",
            f"The ranking's weights were chosen on the first {TUNED} conversations; decision 49"
            " has the figures of each conversation with weights chosen on the others.",
            f"A search took {statistics.median(milliseconds):.1f} ms (median),"
            f" {percentile(milliseconds, 0.99):.1f} ms (p99).",
        ),
    )


def _make_table(parts: list[EvidenceFound], every: EvidenceFound, budgets: list[int]) -> Table:
    head = ["within tokens", *(f"{n:,}" for n in budgets)]
    shown = [*parts, every]
    if 0 < TUNED < len(parts):
        shown[-1:] = [
            together(parts[:TUNED], f"the {TUNED} tuned on"),
            together(parts[TUNED:], f"the {len(parts) - TUNED} held out"),
            every,
        ]
    rows = [
        [f"{each.name} ({len(each.found[budgets[0]])} questions)"]
        + [f"{100 * each.share(n):.1f} %" for n in budgets]
        for each in shown
    ]
    known = (("plain BM25, all ten", PLAIN), ("fused ranking, all ten", FUSED))
    rows += [[name, *(f"{values[n]:.0f} %" for n in budgets)] for name, values in known]
    return Table(head, rows)


def _plot(every: EvidenceFound, budgets: list[int]) -> str:
    x = Axis("token budget", budgets[0], budgets[-1], logarithmic=True, marks=tuple(budgets))
    series = {
        "tarn": [(n, 100 * every.share(n)) for n in budgets],
        "aim": [(n, AIMS[n]) for n in budgets if n in AIMS],
        "fused": [(n, FUSED[n]) for n in budgets],
        "plain BM25": [(n, PLAIN[n]) for n in budgets],
    }
    return lines("Evidence found within a token budget", x, Axis("%", 40, 100), series)
