"""What people write under ``intentions`` is understood, or named with its line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from agents.mind.intentions.checking import KnownWorld, check_intentions, suggest_rooms
from agents.mind.intentions.intention import (
    EVERY,
    LIMIT,
    Intention,
    IntentionStep,
    Need,
)
from agents.mind.profile import Profile, parse_profile
from server.command_rows import list_commands
from world.commands.table import CommandTable

PATH = Path("Wren/profile.md")
WHOLE = """\
---
home: The Hall
intentions:
  light the lamp:
    when: {phase: [dusk, night], with: not Cobb, state: not great lamp lit}
    asked: light the lamp
    every: 1 day
    weight: 120
    limit: 3 hours
    because: The lamp is lit at dusk.
    doing: lighting the lamp
    secret: true
    steps:
      - {at: The Hall, do: look}
      - "say Lit, {with}, at {clock}."
      - {until: {seen: copper}, for: 30 minutes}
      - with: [Hester, Moss]
        weather: not fog
        do: [say One., say Two.]
  come:
    when: {asked: [come to the hall]}
    steps: [look]
---
You are Wren.
"""
COMMANDS = CommandTable(list_commands()).for_mind("agent")


def read(text: str) -> Profile:
    return parse_profile(PATH, text)


def one(body: str) -> str:
    return f"---\nintentions:\n  go about:\n{body}---\nYou are Wren.\n"


def test_everything_that_can_be_written_is_read() -> None:
    """Durations in minutes of the world, one text or a list, a plain line as a step."""
    lamp, come = read(WHOLE).intentions
    assert lamp == Intention(
        name="light the lamp",
        when=(
            Need("phase", ("dusk", "night")),
            Need("with", (), ("Cobb",)),
            Need("state", (), ("great lamp lit",)),
        ),
        asked=("light the lamp",),
        every=1440,
        weight=120,
        limit=180,
        because="The lamp is lit at dusk.",
        doing="lighting the lamp",
        secret=True,
        steps=(
            IntentionStep(("look",), at=("The Hall",)),
            IntentionStep(("say Lit, {with}, at {clock}.",)),
            IntentionStep(until=(Need("seen", ("copper",)),), minutes=30),
            IntentionStep(
                ("say One.", "say Two."),
                partners=("Hester", "Moss"),
                requirements=(Need("weather", (), ("fog",)),),
            ),
        ),
    )
    assert [each.line_number for each in lamp.steps] == [14, 15, 16, 17]
    assert (come.only_asked, come.asked) == (True, ("come to the hall",))
    assert (come.every, come.limit, come.weight) == (EVERY, LIMIT, 1)


@pytest.mark.parametrize(
    ("body", "line", "says"),
    [
        ("    steps: []\n", 4, "the steps do not fit"),
        ("    because: x\n", 3, "the steps do not fit"),
        ("    steps: [look]\n    wieght: 2\n", 5, "unknown key 'wieght'.*did you mean weight"),
        ("    steps:\n      - look\n      - {att: The Hall}\n", 6, "unknown key 'att'.*mean at"),
        ("    steps:\n      - look\n      - 7\n", 6, "is not a step; read: 7"),
        ("    steps: [look]\n    every: soon\n", 5, "every is no time; read: soon; .*30 minutes"),
        ("    steps: [look]\n    limit: 101 days\n", 5, "limit is no time"),
        ("    steps: [look]\n    weight: 0\n", 5, "the weight does not fit; read: 0"),
        ("    steps: [look]\n    weight: true\n", 5, "the weight does not fit"),
        ("    steps: [look]\n    secret: maybe\n", 5, "secret does not fit.*true or false"),
        ("    steps: [look]\n    when: {phase: midday}\n", 5, "unknown phase; read: midday"),
        ("    steps: [look]\n    when: {weather: hail}\n", 5, "unknown weather; read: hail"),
        ("    steps: [look]\n    when: dusk\n", 5, "is not a group of conditions; read: dusk"),
        ("    steps: [look]\n    when: {season: 3}\n", 5, "unknown key 'season'"),
        ("    steps: [look]\n    when: {hour: 25-3}\n", 5, "no hours of a day; read: 25-3"),
        ("    steps: [look]\n    when: {hour: late}\n", 5, "no hours of a day; read: late"),
        ("    steps:\n      - {do: \"say {hour}\"}\n", 5, "unknown placeholder; read: {hour}"),
        ("    steps:\n      - {do: [say One., 3]}\n", 5, "do does not fit"),
        ("    steps: [look]\n    doing: [a, b]\n", 5, "doing is a list"),
        ("    what\n", 3, "is not a group of settings"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_with_its_line(body: str, line: int, says: str) -> None:
    """The agent lives without that intention; its persona and the others stay."""
    profile = read(one(body))
    assert profile.persona == "You are Wren."
    assert (profile.intentions, profile.intention_names) == ((), ("go about",))
    error = profile.wrong_intentions[0]
    assert error.line == line
    assert str(error).startswith(f"{PATH}:{line}: the intention 'go about': ")
    assert re.search(says, str(error)), str(error)


@pytest.mark.parametrize("value", ["7", "[light the lamp]", "dusk"])
def test_intentions_that_are_no_group_are_left_out_whole(value: str) -> None:
    profile = read(f"---\nhome: The Hall\nintentions: {value}\n---\nYou are Wren.\n")
    (error,) = profile.wrong_intentions
    assert (error.line, profile.home) == (3, "The Hall")


def check(body: str) -> list[str]:
    profile = read(one(body))
    known = KnownWorld(lambda room: room == "The Hall", ["The Garden", "The Hall"], COMMANDS)
    kept, wrong = check_intentions(profile.intentions, PATH, known)
    assert bool(kept) is not bool(wrong)
    return [str(each) for each in wrong]


def test_of_many_names_the_nearest_are_named() -> None:
    """A list that nobody reads to its end helps nobody."""
    many = [f"Cellar {number}" for number in range(40)]
    near = suggest_rooms("The Orchard", [*many, "The Old Orchard"])
    assert near == "the name of one of 41 rooms, such as The Old Orchard"
    assert suggest_rooms("Nowhere", [f"{n}" for n in range(17)]) == "the name of one of 17 rooms"


def test_rooms_and_commands_must_exist() -> None:
    """Unknown ones are named with the step's line and the nearest that there is."""
    assert check("    steps:\n      - {at: The Hall, do: look}\n") == []
    [room] = check("    steps:\n      - look\n      - {at: The Moon, do: look}\n")
    assert room.startswith(f"{PATH}:6: ") and room.endswith(
        "no such room; read: The Moon; allowed: The Garden, The Hall"
    )
    [verb] = check("    steps:\n      - {do: exammine lamp}\n")
    assert "no such command; read: exammine lamp" in verb and "did you mean examine?" in verb
    [people] = check('    steps: ["@shutdown"]\n')
    assert "no such command; read: @shutdown" in people
    [vague] = check("    asked: [do it]\n    steps: [look]\n")
    assert "these words say too little; read: do it" in vague
    assert check("    steps: ['\"Good evening.']\n") == []
