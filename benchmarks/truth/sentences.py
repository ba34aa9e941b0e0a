"""How often the verdict on a sentence is that of careful readers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from agents.memory.checking.grounds import make_knowledge
from agents.memory.checking.verdict import judge_sentence
from benchmarks.truth.cases import Case, load_cases

_LABELS = ("supports", "contradicts", "cannot tell")


#: Part of a file that is measured as a whole, too.
PART_OF_ANOTHER = "held out, close to the words"


def report_sentences() -> str:
    """Return a table for each file of labelled sentences."""
    parts = load_labelled()
    return "\n\n".join(_report(name, cases) for name, cases in parts.items())


def load_labelled() -> dict[str, list[Case]]:
    """Return all labelled sentences by what rules were made with them: tuned on, or held out."""
    held = load_cases("held_out")
    return {
        "tuned on": load_cases("tuned"),
        "tuned on, second author": load_cases("tuned_second"),
        "tuned on, third author": load_cases("tuned_third"),
        "tuned on, fourth author": load_cases("tuned_fourth"),
        "tuned on, fifth author": load_cases("tuned_fifth"),
        "tuned on, sixth author": load_cases("tuned_sixth"),
        "tuned on, sixth author, later": [
            *load_cases("tuned_sixth_second"),
            *load_cases("tuned_sixth_third"),
        ],
        "tuned on, pairs of a word apart": load_cases("tuned_pairs"),
        "tuned on, who said it and what was meant": load_cases("reported"),
        "tuned on, more of who said it": load_cases("reported_second"),
        "tuned on, true rewordings": load_cases("tuned_rewordings"),
        "tuned on, more true rewordings": load_cases("tuned_rewordings_second"),
        "held out": held,
        PART_OF_ANOTHER: [each for each in held if each.id.startswith("close")],
        "held out, fourth author": load_cases("held_out_second"),
        "held out, fifth author": load_cases("held_out_third"),
    }


def _report(name: str, cases: Sequence[Case]) -> str:
    found: Counter[tuple[str, str]] = Counter()
    for each in cases:
        found[each.label, judge_sentence(each.sentence, each.cited).judgement] += 1
    lines = [f"{name} ({len(cases)} sentences)", f"{'':<14}" + "".join(f"{x:>13}" for x in _LABELS)]
    for label in _LABELS:
        lines.append(f"{label:<14}" + "".join(f"{found[label, got]:>13}" for got in _LABELS))
    right = found["contradicts", "contradicts"]
    flagged = sum(found[label, "contradicts"] for label in _LABELS)
    wrong = sum(found["contradicts", got] for got in _LABELS)
    true = sum(found["supports", got] for got in _LABELS)
    rated = f"precision {right / flagged:.0%}, recall {right / wrong:.0%}" if wrong else "none"
    lines.append(
        f"contradictions: {rated};"
        f" true sentences taken for one: {found['supports', 'contradicts']} of {true}"
    )
    lines.append(_report_inventions(cases))
    return "\n".join(lines)


def _report_inventions(cases: Sequence[Case]) -> str:
    """Return how many sentences of each label tell what none of the memories beside them has."""
    told = Counter(each.label for each in cases if _is_invented(each))
    every = Counter(each.label for each in cases)
    return (
        f"without ground: {told['cannot tell']} of {every['cannot tell']} that cannot be told,"
        f" {told['supports']} of {every['supports']} true ones"
    )


def _is_invented(case: Case) -> bool:
    plain = judge_sentence(case.sentence, case.cited).judgement
    held = judge_sentence(case.sentence, case.cited, known=make_knowledge(case.memories)).judgement
    return held != plain
