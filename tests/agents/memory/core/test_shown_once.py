"""A prompt shows nothing twice, and everything that is new."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from agents.clock import VirtualClock
from agents.memory.core.gauge import Gauge
from agents.memory.core.masking import mask_output
from agents.memory.core.records import NO_FRAMES, ONCE, Experience
from agents.memory.core.rendering import render_memories
from agents.memory.core.shown_once import is_described_last
from agents.memory.core.token_cache import RunningCount
from agents.memory.core.tokens import HeuristicCounter
from agents.memory.core.transcript import render_transcript, show_memory_once, show_tail
from agents.memory.core.view import View, apply, fold
from world.nature import Nature

NOW = VirtualClock().now()
HALL = "A long stone hall, cold even in June. Eleven benches face a hearth, and a peat fire burns."
MILL = "The floor trembles. Under it the wheel turns eleven times a minute, and all keep that time."
FROST = "The windows have grown ferns of ice, and the light that comes in is the colour of milk."


def act(line: str, *output: str, nature: Nature = Nature.MOVEMENT, ok: bool = True) -> Experience:
    text = "\n".join((f"~Moss> {line}", *output))
    name = line.split(maxsplit=1)[0]
    return Experience(0, NOW, text, source="action", command=name, line=line, ok=ok, nature=nature)


def heard(text: str) -> Experience:
    return Experience(0, NOW, text, source="observation", nature=Nature.SPEECH)


def live(*memories: Experience) -> View:
    numbered = (
        Experience(number, NOW, each.text, source=each.source, command=each.command,
                   line=each.line, ok=each.ok, nature=each.nature)
        for number, each in enumerate(memories, 1)
    )  # fmt: skip
    return fold(numbered)


def show(*memories: Experience) -> list[str]:
    return list(show_tail(live(*memories)))


def test_a_place_that_looks_as_before_is_named() -> None:
    assert show(
        act("go hall", "The Hall", HALL, "Also here: Cobb."),
        act("go mill", "The Mill", MILL, "Exits: out."),
        act("go hall", "The Hall", HALL, "Also here: Hester.", "Exits: up."),
        act("look", "The Hall", HALL, "Also here: Hester.", nature=Nature.SIGHT),
    )[2:] == [
        "~Moss> go hall\nThe Hall [described above]\nAlso here: Hester.\nExits: up.",
        "~Moss> look\nThe Hall [described above]\nAlso here: Hester.",
    ]


def test_what_has_changed_since_it_was_last_seen_is_shown() -> None:
    """Also where it is again as it was before that: "above" is the last time."""
    hall = act("go hall", "The Hall", HALL)
    frozen = act("go hall", "The Hall", HALL, FROST)
    other = act("go hall", "The Hall", f"{HALL} Somebody has swept it.")
    shown = show(hall, frozen, frozen, hall, other, hall)
    assert [HALL in each for each in shown] == [True, False, False, False, True, True]
    assert [FROST in each for each in shown] == [False, True, False, False, False, False]
    assert f"{HALL} Somebody has swept it." in shown[4]


def test_also_what_was_short_meanwhile_is_the_last_time() -> None:
    """In the dark a place has a line, or none at all."""
    hall = act("go hall", "The Hall", HALL)
    for dark in (("It is dark.",), ()):
        shown = show(hall, act("go hall", "The Hall", *dark), hall, hall)
        assert [HALL in each for each in shown] == [True, False, True, False]


@pytest.mark.parametrize(
    "memory",
    [
        act("go hall", "The Hall", HALL, ok=False),
        act("go hall", "The Hall", "It is dark."),
        act("tend hearth", "The Hall", HALL, nature=Nature.DEED),
        heard(f"~Moss> go hall\nThe Hall\n{HALL}"),
        act("look", nature=Nature.SIGHT),
        act("look", "The Hall", nature=Nature.SIGHT),
    ],
)
def test_refusals_short_lines_and_what_others_do_stay(memory: Experience) -> None:
    shown = show(act("go hall", "The Hall", HALL), heard("Ada waves."), memory)
    assert shown[-1] == memory.text


@pytest.mark.parametrize(
    ("line", "answer", "nature"),
    [
        ("say Oats.", 'You say, "Oats."', Nature.SPEECH),
        ("tell Cobb The oats are in.", 'You tell Cobb, "The oats are in."', Nature.DISTANT_SPEECH),
        ("emote nods to Ada.", "Moss nods to Ada.", Nature.GESTURE),
        ("think Rain?", 'You think, "Rain?"', Nature.THOUGHT),
        ("note Ada -> Likes oats.", 'You note under "Ada": Likes oats.', Nature.NOTE),
    ],
)
def test_words_are_not_said_back(line: str, answer: str, nature: Nature) -> None:
    assert show(act(line, answer, nature=nature)) == [f"~Moss> {line}"]
    more = act(line, answer, "Cobb is asleep.", nature=nature)
    assert show(more) == [f"~Moss> {line}\nCobb is asleep."]
    refused = act(line, answer, nature=nature, ok=False)
    assert show(refused) == [refused.text]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("say Oats.", 'You say, "Oats and rye."'),
        ("say Oats.", "Nobody is here to hear it."),
        ("say o", "You say hello"),
    ],
)
def test_another_answer_stays(line: str, answer: str) -> None:
    said = act(line, answer, nature=Nature.SPEECH)
    assert show(said) == [said.text]


def test_the_moment_is_described_unless_the_memories_have_it_last() -> None:
    hall = act("go hall", "The Hall", HALL)
    other = act("go hall", "The Hall", f"{HALL} Somebody has swept it.")
    lives = ((hall, hall), (hall, other), ())
    seen = [render_memories(live(*each), NO_FRAMES, form=ONCE) for each in lives]
    assert [is_described_last("The Hall", HALL, each) for each in seen] == [True, False, False]
    assert not is_described_last("The Hall", MILL, seen[0])
    assert not is_described_last("The Hall", "", seen[0])
    changed = render_memories(live(hall, act("go hall", "The Hall", MILL)), NO_FRAMES, form=ONCE)
    assert not is_described_last("The Hall", HALL, changed)


def test_a_masked_description_is_not_the_one_above() -> None:
    """The next in line shows it, also where the first has gone into a summary."""
    view = live(*[act("go hall", "The Hall", HALL, HALL) for _ in range(12)])
    record = mask_output(view, HeuristicCounter(), NOW, 1)
    assert record is not None and record.seqs == (1, 2, 3, 4)
    shown = list(show_tail(apply(view, record)))
    assert [HALL in each for each in shown] == [each == 4 for each in range(12)]
    rest = View(tail=view.tail[5:], last_seq=12)
    assert [HALL in each for each in show_tail(rest)] == [True] + [False] * 6


def test_each_memory_is_counted_as_it_is_shown() -> None:
    view = live(*MIXED)
    assert [show_memory_once(each, view) for each in view.tail] == list(show_tail(view))
    gauge, running = Gauge(HeuristicCounter()), RunningCount()
    grown = [View(tail=view.tail[:count], last_seq=count) for count in range(1, 1 + len(MIXED))]
    assert [running.memories(each, gauge) for each in grown] == [gauge.memories(e) for e in grown]
    assert gauge.tail(view) < sum(gauge.counter.count(each.text) for each in view.tail)


MIXED: Sequence[Experience] = (
    act("go hall", "The Hall", HALL),
    heard('Ada says, "Hello."'),
    act("say Hello.", 'You say, "Hello."', nature=Nature.SPEECH),
    act("go mill", "The Mill", MILL),
    act("go hall", "The Hall", HALL, "Also here: Ada."),
    act("go mill", "The Mill", MILL, FROST),
)


def test_earlier_prompts_are_rendered_as_they_were() -> None:
    """Logs of versions that showed all in full say nothing of a form."""
    view = live(*MIXED)
    assert render_transcript(view) == "\n".join(each.text for each in MIXED)
    assert render_memories(view, NO_FRAMES) != render_memories(view, NO_FRAMES, form=ONCE)
    once = "\n".join(show_tail(view))
    assert render_memories(view, NO_FRAMES, form=ONCE) == f"---\n{once}\n---\n\n"
