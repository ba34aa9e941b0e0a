"""What is kept only because it stands beside an earlier memory weighs little, and is no news."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from agents.memory.core.facts import Fact

#: How important such a fact is.
_LITTLE = 3


def weigh_little(fact: Fact) -> Fact:
    """Return a fact that is kept only because it stands beside an earlier memory."""
    return replace(fact, importance=min(fact.importance, _LITTLE))


def is_beside_only(fact: Fact) -> bool:
    """Return whether `weigh_little` returned it: what is told later is no change of that."""
    return bool(fact.beside) and not fact.before and fact.importance <= _LITTLE


def keep_changes(facts: Iterable[Fact], usual: Collection[Fact]) -> list[Fact]:
    """Return the `usual` ones of `facts`, all that tell what was otherwise, and, with little
    weight, all that stand beside an earlier memory."""
    kept = [each for each in facts if each in usual or each.before or each.beside]
    return [each if each in usual or each.before else weigh_little(each) for each in kept]
