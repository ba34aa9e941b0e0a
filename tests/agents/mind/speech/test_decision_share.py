"""The counts of who decided an agent's latest turns."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from agents.memory.core.records import Turn
from agents.mind.speech.candidates import Origin, Unused
from agents.mind.speech.decision_share import (
    COUNTED,
    SLOW_SECONDS,
    RecentDecisions,
    describe_share,
    tell_share,
    tell_shares,
)


def test_the_latest_hundred_turns_are_counted_and_rules_stand_together() -> None:
    recent = RecentDecisions()
    for origin in (Origin.MODEL, *[Origin.INTENTION] * 95, Origin.MANNERS, Origin.FALLBACK):
        recent.note(origin, None, Turn(""))
    recent.note(Origin.VOICE, Unused.LATE, Turn(""))
    recent.note(Origin.PLAIN, None, Turn(""))
    recent.note(Origin.VOICE, Unused.REFUSED, Turn(""))
    assert tell_share(recent.count()) == (
        f"of the last {COUNTED} turns: 97 by rule, 2 voice, 1 plain answer, 0 model"
    )
    assert tell_shares([("Moss", recent.count())])[1].endswith(
        "; the model asked in vain: 1 too late, 1 refused, 0 not to be had"
    )
    described = describe_share(recent.count())
    assert (described["turns"], described["rule"], described["late"]) == (COUNTED, 97, 1)
    assert described["profile"] == 0


def test_slow_turns_and_what_came_from_a_cache_are_measured() -> None:
    """Before the start or since; of prompts that no model answered no tokens count."""
    recent = RecentDecisions()
    slow = Turn("", seconds=SLOW_SECONDS + 1, prompt_tokens=900)
    recent.take_up([replace(slow, decided_by="manners")])
    recent.note(Origin.MODEL, None, replace(slow, seconds=9.5, model="tiny", cached_tokens=300))
    recent.note(Origin.VOICE, Unused.LATE, slow)
    recent.note(Origin.MODEL, None, Turn("", seconds=SLOW_SECONDS, model="tiny", prompt_tokens=100))
    assert recent.measure() == {
        "slow": 3, "slow_unasked": 1, "longest": 9.5, "read": 1000, "cached": 300,
    }  # fmt: skip
    assert RecentDecisions().measure()["longest"] == 0


def test_turns_before_the_start_count_in_front_of_those_since() -> None:
    """The log has those since as well; a version that did not record who decided is left out."""
    recent = RecentDecisions()
    recent.note(Origin.VOICE, Unused.LATE, Turn(""))
    logged = [
        Turn("", decided_by=by, model_unused=unused)
        for by, unused in (("", ""), ("model", ""), ("manners", "refused"), ("voice", "late"))
    ]
    recent.take_up([*logged[:2], Turn("", decided_by="a later version"), *logged[2:]])
    assert recent.count() == Counter(model=1, rule=1, voice=1, refused=1, late=1)
    recent = RecentDecisions()
    recent.take_up([logged[1]] * (COUNTED + 5))
    assert recent.count() == Counter(model=COUNTED)


def test_all_agents_together_stand_before_each_of_them() -> None:
    moss, wren = Counter(rule=3, late=1), Counter(model=2)
    told = tell_shares([("Moss", moss), ("Wren", wren)])
    assert told[0].startswith(
        "Who decided: of the last 5 turns: 3 by rule, 0 voice, 2 model;"
        " the model asked in vain: 1 too late, 0 refused, 0 not to be had"
    )
    assert told[1].startswith("  Moss: of the last 3 turns: 3 by rule, 0 voice, 0 model; ")
    assert told[2] == "  Wren: of the last 2 turns: 0 by rule, 0 voice, 2 model"
    assert tell_shares([]) == []
    assert tell_share(Counter()) == "no turn yet"
