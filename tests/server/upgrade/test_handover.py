"""What one program leaves to the next: read back whole, and refused where it is of another form."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from server.upgrade.handover import (
    TRIAL,
    VARIABLE,
    HandedPerson,
    HandedVisit,
    Handover,
    HandoverUnreadable,
    check_form,
    is_trial,
    leave,
    take_over,
)

PERSON = HandedPerson({"name": "Ada", "role": "player"}, 7, 60.5, 3.0, {"guest": {"entries": {}}})


def test_what_is_left_is_taken_over_once() -> None:
    """Every field comes back; the sockets are kept for the next program and not beyond it."""
    ours, theirs = socket.socketpair()
    lock, listening = os.dup(ours.fileno()), os.dup(ours.fileno())
    visit = HandedVisit(ours.fileno(), "::1", 10, {"options": {}}, ["say ü"], PERSON)
    environment: dict[str, str] = {}
    leave(Handover(listening, lock, [visit]), environment)
    assert os.get_inheritable(ours.fileno())
    assert take_over(environment) == Handover(listening, lock, [visit])
    assert not os.get_inheritable(ours.fileno())
    assert take_over(environment) is None
    for descriptor in (lock, listening):
        os.close(descriptor)
    ours.close()
    theirs.close()


@pytest.mark.parametrize("number", ["no number", "-1", "4096000"])
def test_a_wrong_descriptor_is_refused_plainly(number: str) -> None:
    """Whoever sets the variable by hand reads what is wrong with it."""
    with pytest.raises(HandoverUnreadable, match=f"{VARIABLE}={number} names nothing"):
        take_over({VARIABLE: number})


@pytest.mark.parametrize("text", ["{}", "no json", '{"format": 0}'])
def test_another_form_is_refused(tmp_path: Path, text: str) -> None:
    """A program never guesses at what another version has left."""
    path = tmp_path / "left"
    path.write_text(text)
    with pytest.raises(HandoverUnreadable):
        take_over({VARIABLE: str(os.open(path, os.O_RDONLY))})


def test_a_trial_asks_for_the_same_form() -> None:
    """A running program of another form is answered no."""
    assert is_trial({VARIABLE: TRIAL})
    assert not is_trial({})
    check_form({VARIABLE: TRIAL})
    with pytest.raises(HandoverUnreadable, match="trial of form 0"):
        check_form({VARIABLE: "trial of form 0"})
