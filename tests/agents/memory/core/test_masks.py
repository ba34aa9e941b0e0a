"""A mask says what it hid, is kept in the log, and is the same whenever a prompt is made again."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from agents.clock import VirtualClock
from agents.memory.core.masking import mask_output
from agents.memory.core.masks import put_mask, write_mask
from agents.memory.core.records import Experience, MicroCompact, NewMemory
from agents.memory.core.transcript import render_transcript
from agents.memory.core.view import View, fold
from agents.memory.log.codec import BadRecord, decode, encode
from tests.agents.memory.support import Bench, PlainCounter, Scripted, fill, grow, log_of
from world.nature import Nature

NOW = VirtualClock().now()
LONG = "A long stone hall, cold even in June. " * 8


def act(line: str, nature: Nature, output: str = LONG, **more: object) -> Experience:
    memory = Experience(
        1234,
        NOW,
        f"~Moss> {line}\n{output}",
        "action",
        place="The Mill",
        command=line.partition(" ")[0],
        line=line,
        nature=nature,
    )
    return replace(memory, **more)  # type: ignore[arg-type]


RECALLED = "\n".join(f"#{n} 2026-01-0{n}: Fern gave me a boat. {LONG}" for n in (3, 7))
MANY = " ".join(f"#{n} boat" for n in (1, 2, 2, 3, 4, 5, 6))
CROWD = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo")


@pytest.mark.parametrize(
    ("memory", "about"),
    [
        (act("look", Nature.SIGHT), "look: The Mill, nobody there"),
        (act("look", Nature.SIGHT, occupants=("Ada", "Fern")), "look: The Mill, with Ada, Fern"),
        (
            act("look", Nature.SIGHT, occupants=CROWD),
            "look: The Mill, with Ada, Bo, Cy, Di and 2 more",
        ),
        (act("look", Nature.SIGHT, place=""), "look: nobody there"),
        (act("look old mill  wheel", Nature.SIGHT), "look: old mill wheel"),
        (act("examine [fountain]", Nature.STUDY), "examine: (fountain)"),
        (act("go north", Nature.MOVEMENT), "go: The Mill, nobody there"),
        (act("help look", Nature.LISTING), "help: look"),
        (
            act("inventory", Nature.LISTING, "You carry: a lantern."),
            "inventory: You carry: a lantern.",
        ),
        (act("who", Nature.LISTING, LONG), f"who: {LONG[:47]}…"),
        (act("recall boat", Nature.RECOLLECTION, RECALLED), "recall: boat, #3 #7"),
        (act("recall #3", Nature.RECOLLECTION, RECALLED), "recall: #3, #7"),
        (act("recall boat", Nature.RECOLLECTION, MANY), "recall: boat, #1 #2 #3 #4 and 2 more"),
        (act("recall boat", Nature.RECOLLECTION), "recall: boat"),
        (act("dream", Nature.DREAM, RECALLED), "dream: #3 #7"),
        (act("@mood", Nature.REPORT, "Calm."), "@mood: Calm."),
        (act("look", Nature.SIGHT, command=""), "command: The Mill, nobody there"),
        (act("x" * 90, Nature.LISTING, "", command="x"), "x: "),
    ],
)
def test_a_mask_says_what_it_hid(memory: Experience, about: str) -> None:
    """By the command's nature: the place and who was there, what was looked at, what came up."""
    tokens = PlainCounter()
    size = tokens.count(memory.text.partition("\n")[2])
    mask = write_mask(memory, tokens)
    assert mask == f"[{f'{about}, ' if about[-1] != ' ' else about}{size} tokens, #1234]"
    assert put_mask(memory, {1234: mask}) == f"{memory.text.partition(chr(10))[0]}\n{mask}"


def test_output_without_a_line_is_masked_whole() -> None:
    """There is nothing before it to keep."""
    memory = replace(act("look", Nature.SIGHT), text=LONG, line="")
    assert put_mask(memory, {}) == "[look output archived, #1234]"
    assert write_mask(memory, PlainCounter()) == "[look: The Mill, nobody there, 76 tokens, #1234]"


def test_a_log_without_masks_shows_what_it_showed() -> None:
    """A record of an earlier version has numbers alone, and keeps its wording for ever."""
    memories = [replace(act("look", Nature.SIGHT), seq=n) for n in (1, 2, 3)]
    old = b'{"v":1,"kind":"micro_compact","after":3,"at":"2026-01-01T00:00:00.000000Z"'
    old += b',"seqs":[1],"revision":1}\n'
    record = decode(old)
    assert record == MicroCompact(3, NOW, (1,), 1) and encode(record) == old
    new = MicroCompact(3, NOW, (2,), 2, ("[look: The Mill]",))
    shown = render_transcript(fold([*memories, record, decode(encode(new))]))
    assert shown == (
        "~Moss> look\n[look output archived, #1]\n~Moss> look\n[look: The Mill]\n"
        f"{memories[2].text}"
    )


@pytest.mark.parametrize("masks", [["one"], ["one", 2], "one, two", [["one"], ["two"]]])
def test_masks_that_do_not_fit_are_refused(masks: object) -> None:
    """A line that says more or less than it stands for is no record."""
    line = {"v": 1, "kind": "micro_compact", "after": 3, "at": "2026-01-01T00:00:00.000000Z"}
    with pytest.raises(BadRecord, match="masks"):
        decode(json.dumps({**line, "seqs": [1, 2], "masks": masks}).encode())


def test_what_would_free_nothing_is_not_masked() -> None:
    """A mask is never longer than what it hides."""
    short = replace(act("look", Nature.SIGHT, "Dark. " * 3), seq=1)
    rest = [replace(act("say hi", Nature.SPEECH), seq=n) for n in range(2, 12)]
    assert mask_output(fold([short, *rest]), PlainCounter(), NOW) is None
    assert mask_output(View(), PlainCounter(), NOW) is None


async def test_masks_are_the_same_after_a_restart_and_go_with_their_memories(
    tmp_path: Path,
) -> None:
    """The log alone says what was shown: another wording changes no past prompt."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open(micro_compact="turn", immediate_window=12, recent_window=12)
    for n in range(4):
        memory.record(
            NewMemory(
                f"~Moss> look\n{n} {LONG}", "action", place="The Mill", command="look", line="look",
                nature=Nature.SIGHT,
            )
        )  # fmt: skip
    fill(memory, 9)
    memory.end_turn()
    shown = render_transcript(memory.view)
    assert shown.count("[look: The Mill, nobody there, 77 tokens, #") == 4
    (record,) = [each for each in log_of(memory) if isinstance(each, MicroCompact)]
    assert record.seqs == (1, 2, 3, 4) and all(mask in shown for mask in record.masks)
    await memory.close()
    memory = bench.open(micro_compact="turn", immediate_window=12, recent_window=12)
    assert render_transcript(memory.view) == shown
    await grow(bench, memory, 40)
    assert not memory.view.masked and not memory.view.masks
    await memory.close()
