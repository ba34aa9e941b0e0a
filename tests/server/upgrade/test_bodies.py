"""Bodies that wait for their people go on waiting in the next program, no longer and no shorter."""

from __future__ import annotations

import pytest

from server.boundaries import Account
from server.session.absent import resume_absent
from server.upgrade.handover import HandedBody
from tests.server.session.fakes import desk
from tests.server.test_gate import Stay, Threshold


def lose_link(seconds: float) -> tuple[Threshold, Stay, HandedBody]:
    """Bob has lost his link for so many seconds, of 300, and Ada has spoken; his body is handed."""
    threshold = Threshold()
    ada, bob = threshold.arrive(Account("Ada")), threshold.arrive(Account("Bob"))
    bob.lose()
    ada.on_line("say Where did you go?")
    threshold.clock.advance(seconds)
    (body,) = threshold.gate.hand_over_bodies()
    assert threshold.gate.hand_over_bodies() == []
    ada.wire.take()
    return threshold, ada, body


def take_in(threshold: Threshold, body: HandedBody) -> list[str]:
    """Let the body wait in the gate again; return what is logged."""
    logged: list[str] = []
    resume_absent(body, threshold.gate, desk(logged.append, threshold.clock.seconds))
    return logged


def test_the_person_finds_the_body_and_what_it_heard() -> None:
    """Nobody sees the change of programs; who comes back in time is back, and reads."""
    threshold, ada, body = lose_link(seconds=100)
    assert body.left_seconds == 200
    assert take_in(threshold, body) == []
    ada.on_line("say Still nothing?")
    assert [each.mark for each in threshold.gate.visitors()] == ["", "link lost"]
    threshold.clock.advance(199)
    ada.wire.take()
    again = threshold.arrive(Account("Bob"))
    assert ada.wire.take() == "Bob is back."
    assert again.wire.take().split("\n")[-4:] == [
        "While your link was lost:",
        'Ada says, "Where did you go?"',
        'Ada says, "Still nothing?"',
        "(You are here again.)",
    ]


@pytest.mark.parametrize("gone", [0.0, 299.0])
def test_the_time_that_was_left_runs_out(gone: float) -> None:
    """Then the body falls asleep, as without an upgrade."""
    threshold, ada, body = lose_link(gone)
    take_in(threshold, body)
    threshold.clock.advance(299 - gone)
    assert ada.wire.take() == ""
    threshold.clock.advance(1)
    assert ada.wire.take() == "Bob is gone."


def test_a_body_that_is_gone_is_logged_and_left() -> None:
    """Somebody may have destroyed it between the programs."""
    threshold, _, body = lose_link(seconds=10)
    threshold.world.remove_character(body.person.character)
    (line,) = take_in(threshold, body)
    assert "Bob is not in the world any more" in line
    assert [each.name for each in threshold.gate.visitors()] == ["Ada"]
