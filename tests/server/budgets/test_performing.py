"""Whoever types a line pays for all that it costs."""

from __future__ import annotations

from dataclasses import replace

from server.boundaries import ignore_record
from server.budgets.budgets import Budgets
from server.budgets.performing import PaidPerforming
from tests.server.budgets.test_meter import NONE, TEXTS, Hall


def test_sending_what_others_see_is_paid_for_with_the_line() -> None:
    hall = Hall()
    amounts = replace(NONE, command_seconds_per_minute=6)
    budgets = Budgets(lambda: amounts, hall.clock.seconds, TEXTS)
    performing = PaidPerforming(
        hall.world, budgets, hall.payers.get, ignore_record, cpu=lambda: hall.used
    )

    def send() -> None:
        hall.used += 9

    performing.send_collected = send
    performing.perform(hall.ids["Ada"], "say hello")
    performing.perform(hall.ids["Ada"], "say hello")
    told = hall.ears["Ada"].heard
    assert [seen.kind for seen in told] == ["result", "refusal"]
    assert hall.used == 9
