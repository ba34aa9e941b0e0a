"""The benchmark of life: its checks of lines, and one short life from end to end."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from agents.memory.core.records import Experience
from benchmarks.life.__main__ import describe_turns
from benchmarks.life.before import read_turns
from benchmarks.life.figures import LifeFigure
from benchmarks.life.sense import distinct_pairs, find_nonsense, share_of_most_frequent
from benchmarks.life.sheets import render_table
from benchmarks.life.talk import (
    count_laps,
    count_passed_on,
    is_left,
    list_speech,
    list_talks,
    list_ways,
)
from tests.limits import TEST_SECONDS
from tests.paths import ROOT
from world.nature import Nature

NAMES = ("Wren", "Moss", "Cobb")


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("I am Moss.", "another's name as its own"),
        ("You are Wren in the Bowl.", "calls somebody by its own name"),
        ("The wind is up.", "says the same words again"),
        ("It is in the hall, it is in the hall, Ada.", "a phrase twice in one line"),
        ("She is the one that", "no end"),
        ("You are sheIIsmy boss.", "letter salad"),
    ],
)
def test_nonsense_is_named(line: str, fault: str) -> None:
    assert fault in find_nonsense(line, "Wren", NAMES, ["The wind is up!"])


def test_a_sound_line_has_no_fault() -> None:
    assert not find_nonsense("Moss, where were you at four?", "Wren", NAMES, ["The wind is up!"])


def test_repeats_and_variety_are_counted() -> None:
    lines = ["So be it."] * 3 + ["Never.", "The boat is in."]
    assert share_of_most_frequent(lines, 1) == pytest.approx(0.6)
    assert distinct_pairs(["one two", "one two"]) == pytest.approx(0.5)


START = datetime(2026, 5, 12, 8, tzinfo=UTC)


def said(name: str, second: int, words: str, place: str = "The Hall") -> Experience:
    text, line = f'You say, "{words}"', f"say {words}"
    at = START + timedelta(seconds=second)
    return Experience(
        second + 1, at, text, "action", place=place, command="say", line=line, nature=Nature.SPEECH
    )


def went(second: int, place: str) -> Experience:
    at = START + timedelta(seconds=second)
    return Experience(second + 1, at, place, "action", place=place, command="go", line="go on")


def test_talks_are_told_apart_by_room_and_pause_and_by_who_leaves() -> None:
    lives = {
        "Wren": [
            said("Wren", 0, "Moss, any news?"),
            said("Wren", 300, "Alone."),
            went(330, "Mill"),
        ],
        "Moss": [said("Moss", 9, "Hester told me she leaves."), went(40, "The Garden")],
        "Cobb": [said("Cobb", 5, "Ha!", "The Boathouse")],
    }
    talks = list_talks(lives)
    assert [[each.speaker for each in talk.lines] for talk in talks] == [["Wren", "Moss"]]
    assert is_left(talks[0], lives, timedelta(minutes=1))
    assert not is_left(talks[0], lives, timedelta(seconds=20))
    speeches = [each for name, life in lives.items() for _, each in list_speech(name, life)]
    assert count_passed_on(speeches, ["Wren", "Moss", "Hester"]) == 1


@pytest.mark.parametrize(
    ("ways", "laps"),
    [("ABCABCABC", 2), ("ABABABAB", 0), ("ABCDEFGH", 0), ("ABCDABCE", 0), ("ABCDABCD", 1)],
)
def test_laps_of_three_rooms_and_more_are_counted(ways: str, laps: int) -> None:
    assert count_laps(ways) == laps
    life = [went(at, place) for at, place in enumerate(ways)]
    assert list_ways(life) == list(ways)


def test_a_listing_of_turns_is_read_and_counted(tmp_path: Path) -> None:
    listing = tmp_path / "turns.txt"
    wren = "## Wren: turns 2\n  most: []\n    18:38:29 | go ferry \n    18:38:47 | say I see. \n"
    listing.write_text(wren + "## Moss: turns 1\n    18:40:00 | look \n")
    assert read_turns(listing) == {"Wren": ["go ferry", "say I see."], "Moss": ["look"]}
    rows = {row.name: row.value for row in describe_turns(listing)}
    assert rows["lines of speech"] == "1" and rows["turns"] == "3"
    listing.write_text("nothing\n")
    with pytest.raises(ValueError, match="no turns"):
        read_turns(listing)


def test_the_page_has_a_column_for_each_life() -> None:
    before = [LifeFigure("turns", "3"), LifeFigure("laps", "2", "0")]
    table = render_table({"before": before, "now": [LifeFigure("turns", "9")]})
    assert table.splitlines()[0] == "| what | before | now | aim |"
    assert "| laps | 2 |  | 0 |" in table and "| turns | 3 | 9 |  |" in table


def test_a_short_life_by_rule_is_lived_asked_and_written_down(tmp_path: Path) -> None:
    (tmp_path / "llm.yaml").write_text("profiles: {npc: {provider: rules}}\ndefault: npc\n")
    (tmp_path / "questions.yaml").write_text(
        "persona: {Wren: [{ask: 'What is your name?', right: [wren]}]}\n"
        "told: [{tell: I lost a blue boat., ask: 'What did I lose?', right: [boat]}]\n"
        "saw: [{do: emote draws a circle., ask: 'What did I draw?', right: [circle]}]\n"
    )
    options = ["--hours", "0.02", "--config", str(tmp_path), "--out", str(tmp_path / "out")]
    asked = ["--questions", str(tmp_path / "questions.yaml")]
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.life", *options, *asked],
        cwd=ROOT, capture_output=True, text=True, timeout=TEST_SECONDS, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "| right answers, persona | 1 of 1 (100%) | ≥ 80% |" in done.stdout
    assert "| right answers, told | 4 of 4 (100%) | ≥ 70% |" in done.stdout
    assert "| intentions carried out, dropped | " in done.stdout
    assert len((tmp_path / "out" / "answers.tsv").read_text("utf-8").splitlines()) == 9
    assert (tmp_path / "out" / "figures.md").read_text("utf-8") in done.stdout
