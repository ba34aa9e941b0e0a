"""What one program leaves to the next: read back whole, and refused where it is of another form."""

from __future__ import annotations

import json
import os
import socket
from pathlib import Path

import pytest

from server.upgrade.handover import (
    TRIAL,
    VARIABLE,
    HandedBody,
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
    tls, web = os.dup(ours.fileno()), os.dup(ours.fileno())
    body = HandedBody(PERSON, 12.5, {"texts": [["Bert waves.", "say"]], "count": 1})
    left = Handover(
        listening, lock, [visit], [body], tls, web, {"budgets": [["ada", "cpu", 1.5, 3.0]]}
    )
    leave(left, environment)
    assert all(map(os.get_inheritable, (ours.fileno(), tls, web)))
    assert take_over(environment) == left
    assert not os.get_inheritable(ours.fileno())
    assert take_over(environment) is None
    for descriptor in (lock, listening, tls, web):
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


def test_what_the_form_before_left_is_taken_over(tmp_path: Path) -> None:
    """It knew no bodies and no TLS."""
    path = tmp_path / "left"
    kept = os.open(os.devnull, os.O_RDONLY)
    path.write_text(json.dumps({"format": 1, "listening": kept, "lock": kept, "visits": []}))
    assert take_over({VARIABLE: str(os.open(path, os.O_RDONLY))}) == Handover(kept, kept, [], [])
    os.close(kept)


def test_a_trial_asks_for_the_same_form() -> None:
    """A running program of the form before may be followed; one of another is answered no."""
    assert is_trial({VARIABLE: TRIAL})
    assert not is_trial({})
    check_form({VARIABLE: TRIAL})
    check_form({VARIABLE: "trial of form 1"})
    with pytest.raises(HandoverUnreadable, match="trial of form 0"):
        check_form({VARIABLE: "trial of form 0"})
