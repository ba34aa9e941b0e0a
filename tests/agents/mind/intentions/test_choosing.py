"""Choosing is a pure function of the moment, of what was done when, and of chance."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.mind.intentions.choosing import Ending, choose_intention, is_time, list_fitting
from agents.mind.intentions.intention import Intention, Need
from agents.mind.intentions.moment import IntentionMoment, holds_one

NOW = IntentionMoment(
    10_000, "18:05", "dusk", "dry", "The Hall", ("Cobb", "Ada"), ("tin cup",), ("guest book",),
    ("great lamp lit",), ("A light opens, the colour of copper.",),
)  # fmt: skip


@pytest.mark.parametrize(
    ("requirement", "holds"),
    [
        (Need("phase", ("dawn", "dusk")), True),
        (Need("phase", ("noon",)), False),
        (Need("phase", (), ("dusk",)), False),
        (Need("hour", ("18-21",)), True),
        (Need("hour", ("22-19",)), True),
        (Need("hour", ("19-24",)), False),
        (Need("at", ("the hall",)), True),
        (Need("at", ("The Garden",)), False),
        (Need("with", ("Moss", "cobb")), True),
        (Need("with", ("somebody",), ("Ada",)), False),
        (Need("with", ("somebody",)), True),
        (Need("with", (), ("Moss",)), True),
        (Need("has", ("cup",)), True),
        (Need("has", ("silver cup",)), False),
        (Need("here", ("guest book",)), True),
        (Need("here", ("ledger",)), False),
        (Need("state", ("great lamp lit",)), True),
        (Need("state", ("great lamp dark",)), False),
        (Need("weather", ("dry",)), True),
        (Need("weather", (), ("fog",)), True),
        (Need("seen", ("copper light",)), True),
        (Need("seen", ("silver light",)), False),
    ],
)
def test_each_kind_of_requirement(requirement: Need, holds: bool) -> None:
    assert holds_one(requirement, NOW) is holds


def test_every_day_means_once_an_evening() -> None:
    """Lit late one evening, early the next; and not twice in one night."""
    lamp = Intention("lamp", every=1440)
    late = {"lamp": Ending(20 * 60 + 59)}
    assert is_time(lamp, replace(NOW, minutes=1440 + 18 * 60), late)
    assert not is_time(lamp, replace(NOW, minutes=1440 + 5 * 60), late)
    failed = {"lamp": Ending(18 * 60, "The wick is wet.")}
    assert is_time(lamp, replace(NOW, minutes=19 * 60), failed)
    assert not is_time(lamp, replace(NOW, minutes=18 * 60 + 30), failed)
    assert is_time(lamp, replace(NOW, minutes=5), late), "an ending to come is of another calendar"


def test_the_urgent_come_first_and_alone_where_nothing_else_may() -> None:
    plain, urgent = Intention("plain", weight=99), Intention("urgent", weight=100)
    most = Intention("most", weight=200)
    rng = random.Random(1)
    assert choose_intention([plain, urgent, most], rng) is most
    assert choose_intention([plain], rng, urgent=True) is None
    assert choose_intention([], rng) is None


@given(st.integers(0, 2**32))
def test_weights_decide_how_often(seed: int) -> None:
    """The same chance gives the same choice; a heavier intention is chosen more often."""
    often, rare = Intention("often", weight=9), Intention("rare", weight=1)
    draws = random.Random(seed)
    chosen = [choose_intention([often, rare], draws) for _ in range(200)]
    assert chosen.count(often) > chosen.count(rare) > 0
    again = random.Random(seed)
    assert chosen == [choose_intention([often, rare], again) for _ in range(200)]


def test_what_must_be_asked_for_is_not_chosen() -> None:
    asked = Intention("come", asked=("come here",), only_asked=True)
    night = Intention("sleep", when=(Need("phase", ("night",)),))
    free = Intention("free")
    assert list_fitting([asked, night, free], NOW, {}) == [free]
    assert list_fitting([free], NOW, {"free": Ending(9_990)}) == []
