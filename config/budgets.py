"""The group ``budgets`` of ``server.yaml``: what one person may use up."""

from __future__ import annotations

from dataclasses import fields

from config.section import Section
from late.late_dataclass import late_dataclass


@late_dataclass(frozen=True, slots=True)
class BudgetSettings:
    """Amounts for one person in each minute or hour, as their names say. 0 means no limit."""

    command_seconds_per_minute: float = 6.0
    """Seconds of the processor."""
    heard_per_minute: float = 3000.0
    """Perceptions of others."""
    recorded_bytes_per_hour: float = 4_000_000.0
    """Bytes that agents record, each for itself."""
    answers_per_hour: float = 240.0
    kept_bytes_per_hour: float = 1_000_000.0
    things_per_hour: float = 120.0
    rooms_per_hour: float = 60.0
    exits_per_hour: float = 120.0
    address_factor: float = 5.0
    """So many times as much for all who come from one address."""


def read_budgets(section: Section) -> BudgetSettings:
    """Return the group; a missing or wrong amount is its default, and an error is noted."""
    plain = BudgetSettings()
    amounts = {
        each.name: section.number(each.name, getattr(plain, each.name), most=1e12)
        for each in fields(BudgetSettings)
    }
    return BudgetSettings(**amounts)
