"""A person's watches, as commands begin them and as an upgrade carries them."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from agents.boundaries import WatchEvent
from agents.mind.watch import ALL, WatchHub
from server.boundaries import Account
from server.watching.watchers import Watchers
from tests.server.test_gate import Threshold

NOW = datetime(2026, 6, 1, tzinfo=UTC)


def hear(hub: WatchHub) -> None:
    """Let Moss, who is watched, hear something, and a prompt be asked for Wren."""
    hub(WatchEvent("Moss", NOW, "hears", "a knock"))
    hub(WatchEvent("Wren", NOW, "turn", "prompt of 900 tokens"))


def test_another_program_goes_on_with_every_watch() -> None:
    """The same agents, and prompts only for whom they were asked."""
    threshold = Threshold()
    ada = threshold.arrive(Account("Ada"))
    old, new = WatchHub(print), WatchHub(print)
    watchers = Watchers(threshold.world, old)
    assert watchers.toggle(ada.body, "Moss")
    assert watchers.toggle(ada.body, "Wren", prompts=True)
    ada.wire.take()
    hear(old)
    told = ada.wire.take()
    assert "a knock" in told and "900 tokens" in told
    kept = json.loads(json.dumps(watchers.hand_over(ada.body)))
    Watchers(threshold.world, new).resume(ada.body, kept)
    hear(new)
    assert ada.wire.take() == told
    assert Watchers(threshold.world, WatchHub(print)).hand_over(ada.body) == []


def test_prompts_are_added_to_a_watch_that_is_on() -> None:
    """The same command once more ends it, and so does the one without prompts."""
    threshold = Threshold()
    ada = threshold.arrive(Account("Ada"))
    for whom in ("Moss", ALL):
        watchers = Watchers(threshold.world, hub := WatchHub(print))
        assert watchers.toggle(ada.body, whom)
        assert watchers.toggle(ada.body, whom, prompts=True)
        assert watchers.hand_over(ada.body) == [[whom, True]]
        assert not watchers.toggle(ada.body, whom, prompts=True)
        assert watchers.toggle(ada.body, whom, prompts=True)
        assert not watchers.toggle(ada.body, whom)
        assert not hub.is_watched


def test_the_watch_of_all_is_carried_as_such() -> None:
    """Each line then has its place, and the same command ends it."""
    threshold = Threshold()
    ada = threshold.arrive(Account("Ada"))
    hub = WatchHub(print)
    watchers = Watchers(threshold.world, hub)
    watchers.resume(ada.body, [[ALL, False]])
    assert hub.is_watched
    assert not watchers.toggle(ada.body, ALL)
    assert not hub.is_watched
