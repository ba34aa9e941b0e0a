"""The conditions of a line: place, hour, who is there, and what is spoken of."""

from __future__ import annotations

import pytest

from agents.mind.voice.conditions import (
    VoiceMoment,
    parse_heading,
    rate_conditions,
)

MOMENT = VoiceMoment(
    "The Hall", ("Ada", "Cobb"), "dusk", 'Ada says, "The bells are ringing."', "wet"
)


@pytest.mark.parametrize(
    ("heading", "holds"),
    [
        ("at The Hall", True),
        ("in the hall", True),
        ("at The Mill", False),
        ("at dusk", True),
        ("at night", False),
        ("in the afternoon", False),
        ("in the morning", False),
        ("with Cobb", True),
        ("with cobb", True),
        ("with Moss", False),
        ("when in company", True),
        ("when alone", False),
        ("when wet", True),
        ("when frost or wet", True),
        ("when dry or frost", False),
        ("about bell", True),
        ("about fog", False),
        ("about fog or the bell", True),
        ("about round bell", False),
        ("at [[The Hall]], at dusk, with Ada", True),
        ("at The Hall, at night", False),
    ],
)
def test_a_line_fits_where_all_its_conditions_hold(heading: str, holds: bool) -> None:
    """Case makes no difference, and a room may be a link."""
    _, conditions = parse_heading(heading, remarks=True)
    assert (rate_conditions(conditions, MOMENT) is not None) is holds


def test_more_conditions_fit_more_closely() -> None:
    """A line for this room at this hour goes before one for this room, and that before any."""
    rated = [
        rate_conditions(parse_heading(heading, remarks=True)[1], MOMENT)
        for heading in ("at The Hall, at dusk", "at The Hall", "")
    ]
    assert rated == sorted((each for each in rated if each is not None), reverse=True)
    assert rated[-1] == 0


def test_about_is_a_topic_among_exchanges() -> None:
    """What an exchange is about is what was said, so a heading may use the word freely."""
    assert parse_heading("About Cobb", remarks=False) == ("About Cobb", ())
