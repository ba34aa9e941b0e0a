"""The kinds of budgets: which setting holds each, for how long, and what a refusal says."""

from __future__ import annotations

from config.budgets import BudgetSettings
from late.late_dataclass import late_dataclass
from world.costs.cost import CostKind

MINUTE, HOUR = 60.0, 3600.0


@late_dataclass(frozen=True, slots=True)
class BudgetKind:
    """One kind of budget."""

    cost: CostKind
    setting: str
    """The name of its amount among the `BudgetSettings`."""
    period: float
    """Seconds in which the amount comes back."""
    refusal: str
    """The key of the sentence that refuses; it has the placeholder ``wait``."""
    building: bool = False
    """Whether it bounds building, for which administrators have no bounds."""

    def find_amount(self, settings: BudgetSettings) -> float:
        """Return the amount in force; 0: no limit."""
        return float(getattr(settings, self.setting))


BUDGET_KINDS = {
    kind.cost: kind
    for kind in (
        BudgetKind(CostKind.TIME, "command_seconds_per_minute", MINUTE, "budget.time"),
        BudgetKind(CostKind.HEARD, "heard_per_minute", MINUTE, "budget.heard"),
        BudgetKind(CostKind.RECORDED, "recorded_bytes_per_hour", HOUR, "budget.recorded"),
        BudgetKind(CostKind.ANSWERS, "answers_per_hour", HOUR, "budget.answers"),
        BudgetKind(CostKind.KEPT, "kept_bytes_per_hour", HOUR, "budget.kept", building=True),
        BudgetKind(CostKind.THINGS, "things_per_hour", HOUR, "budget.things", building=True),
        BudgetKind(CostKind.ROOMS, "rooms_per_hour", HOUR, "budget.rooms", building=True),
        BudgetKind(CostKind.EXITS, "exits_per_hour", HOUR, "budget.exits", building=True),
    )
}
