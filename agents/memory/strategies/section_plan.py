"""The headings of a working memory: six always, and those that settings add."""

from __future__ import annotations

from collections.abc import Mapping

from late.late_dataclass import late_dataclass

GOAL = "User Goal"
PREFERENCES = "Preferences"
FACTS = "Confirmed Facts"
ASSUMPTIONS = "Assumptions"
DECISIONS = "Decisions Made"
REJECTED = "Rejected Ways"
ISSUES = "Open Issues"
PENDING = "Pending Actions"
REFERENCES = "Important References"

#: The sections that every working memory has, in order.
SECTIONS = (GOAL, FACTS, DECISIONS, ISSUES, PENDING, REFERENCES)

#: All sections there are, in order.
EVERY_SECTION = (
    GOAL,
    PREFERENCES,
    FACTS,
    ASSUMPTIONS,
    DECISIONS,
    REJECTED,
    ISSUES,
    PENDING,
    REFERENCES,
)

#: Where the items of an added section go in a text that does not have it.
HOMES: Mapping[str, str] = {PREFERENCES: GOAL, ASSUMPTIONS: ISSUES, REJECTED: DECISIONS}


@late_dataclass(frozen=True, slots=True)
class SectionPlan:
    """The sections of a working memory, and what its facts may be."""

    headings: tuple[str, ...] = SECTIONS
    witnessed: bool = False
    """Whether facts are only what the agent witnessed; what it was told is an assumption."""


SIX = SectionPlan()


def plan_sections(
    *, preferences: bool, assumptions: bool, rejected: bool, witnessed: bool
) -> SectionPlan:
    """Return the six sections with the added ones; `witnessed` needs the assumptions."""
    added = {PREFERENCES: preferences, ASSUMPTIONS: assumptions or witnessed, REJECTED: rejected}
    return SectionPlan(tuple(e for e in EVERY_SECTION if added.get(e, True)), witnessed)
