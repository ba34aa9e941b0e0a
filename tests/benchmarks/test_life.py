"""The benchmark of life: its checks of lines, and one short life from end to end."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.life.sense import distinct_pairs, find_nonsense, share_of_most_frequent
from tests.limits import HANG_SECONDS
from tests.paths import ROOT

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
        cwd=ROOT, capture_output=True, text=True, timeout=HANG_SECONDS, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "right answers, persona: 1 of 1" in done.stdout
    assert "right answers, told: 4 of 4" in done.stdout
    assert len((tmp_path / "out" / "answers.tsv").read_text("utf-8").splitlines()) == 9
