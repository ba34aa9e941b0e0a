"""What a reload changed, in lines of bounded length."""

from __future__ import annotations

from dataclasses import replace

from server.reports.changes import MOST_NAMES, MOST_VALUE, LoadedFiles, describe_changes
from tests.texts import shipped_texts

SAY = shipped_texts().say
BEFORE = LoadedFiles(
    {"agents.jitter": "0.2", "server.limits.burst": "100"},
    {"say.own": "You say", "banner": "Tarn"},
    {"Moss": "patient", "Wren": "quick"},
    {"The Hall": "a1", "The Garden": "b2"},
    {"The Answer": "at dusk", "Fog": "at dawn"},
    voices={"Moss": "low", "Wren": "high"},
)


def test_each_kind_has_its_line() -> None:
    """Settings with both values; those that wait for a start apart."""
    after = LoadedFiles(
        {
            "agents.jitter": "0.5",
            "server.limits.burst": "9",
            "llm.default": "npc",
            "server.web.public": "True",
            "server.workers": "2",
        },
        {"say.own": "You say", "banner": "A tarn"},
        {"Moss": "stern", "Fern": "new"},
        {"The Hall": "a1", "The Garden": "c3", "The Cave": ""},
        {"The Answer": "at night", "Frost": "at dawn"},
        voices={"Moss": "deep", "Fern": "new"},
    )
    assert list(describe_changes(BEFORE, after, SAY)) == [
        "Settings changed: agents.jitter (0.2 → 0.5), llm.default (- → npc)",
        "Changed, from the next start on: server.limits.burst (100 → 9), "
        "server.web.public (- → True), server.workers (- → 2)",
        "Texts changed: banner",
        "New agents: Fern",
        "Agents put away: Wren",
        "Profiles changed: Moss",
        "Voices changed: Moss",
        "New rooms: The Cave",
        "Rooms changed: The Garden",
        "New happenings: Frost",
        "Happenings put away: Fog",
        "Happenings changed: The Answer",
    ]


def test_nothing_that_is_the_same_is_named() -> None:
    """No line for a kind without a change."""
    assert not list(describe_changes(BEFORE, BEFORE, SAY))


def test_a_line_has_a_bounded_length() -> None:
    """Many names are counted, and long values are cut."""
    many = {f"key.{n:03}": "x" * 1000 for n in range(500)}
    (line,) = describe_changes(BEFORE, replace(BEFORE, settings={**BEFORE.settings, **many}), SAY)
    assert line.endswith(f" and {500 - MOST_NAMES} more")
    assert len(line) < MOST_NAMES * (MOST_VALUE + 30) + 50
