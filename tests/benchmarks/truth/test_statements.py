"""The measure of plain statements finds what the journal's rules keep, and what they do not."""

from __future__ import annotations

from benchmarks.truth.statements import (
    judge_statements,
    load_orders,
    load_statements,
    render_orders,
    render_statements,
)


def test_most_statements_are_kept_as_of_their_kind() -> None:
    outcomes = judge_statements(load_statements("tuned"))
    told = [each for each in outcomes if each.case.now]
    assert sum(each.of_kind for each in told) >= 34 and len(told) == 36
    assert not any(each.of_kind for each in outcomes if not each.case.now)


def test_what_is_kept_of_a_question_counts_as_nothing_found() -> None:
    asked = [each for each in load_statements("tuned") if each.kind == "question"]
    told = load_statements("tuned")[:1]
    assert "question        0 (0) of 3" in render_statements(
        "some", judge_statements([*told, *asked])
    )


def test_orders_are_told_from_advice() -> None:
    assert "precision 100% (0 wrong), recall 100%" in render_orders("all", load_orders("tuned"))
