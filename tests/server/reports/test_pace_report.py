"""The line about pace in ``@llm-status``."""

from config.agents import AgentSettings
from server.reports.pace_report import render_pace
from tests.texts import shipped_texts

TEXTS = shipped_texts()


def test_the_line_names_every_setting_and_the_time_before() -> None:
    told = render_pace(TEXTS, AgentSettings(quiet_after=7, quiet_factor=3), 3 * 3600)
    assert "7 minutes" in told and "3 times longer" in told and "600 s" in told
    assert told.endswith("Nobody was connected for 3h before.")


def test_a_short_absence_is_not_told() -> None:
    assert "before" not in render_pace(TEXTS, AgentSettings(), 599)


def test_a_constant_pace_is_told() -> None:
    assert "constant" in render_pace(TEXTS, AgentSettings(quiet_after=0), 1e6)
