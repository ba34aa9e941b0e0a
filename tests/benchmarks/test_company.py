"""Scenes with several in a room and tellings of others: their files, and how answers are judged."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from agents.mind.speech.parties.concern import TradeWords
from benchmarks.life.chosen import list_chosen
from benchmarks.life.hearsay import judge_told, judge_untold
from benchmarks.life.scenes import NOBODY, judge_answerers
from tests.paths import ROOT

LIFE = Path(ROOT, "benchmarks", "life")
AGENTS = {each.name for each in Path(ROOT, "vault", "agents").iterdir()}
HIT: Mapping[str, Any] = {"want": [["ferris"], ["vashti"]], "order": ["ferris", "vashti"]}


@pytest.mark.parametrize("name", ["company_tuned", "company_held_out"])
def test_a_scene_names_those_who_are_there_and_who_should_answer(name: str) -> None:
    for scene in yaml.safe_load((LIFE / f"{name}.yaml").read_text("utf-8"))["scenes"]:
        here = set(scene["with"])
        for line in scene["lines"]:
            here = (here | {line["come"]} if "come" in line else here) - {line.get("go")}
            right = {line["right"]} if isinstance(line["right"], str) else set(line["right"])
            assert right <= here | {NOBODY} <= AGENTS | {NOBODY}, line
            assert line["who"] in scene["visitors"], line
            assert {each.partition(":")[0] for each in line.get("after", ())} <= here, line


@pytest.mark.parametrize(
    ("answered", "right", "outcome"),
    [
        (["Moss"], "Moss", "right"),
        (["Moss", "Moss"], "Moss", "right"),
        (["Cobb"], "Moss", "another"),
        (["Cobb", "Moss"], "Moss", "two"),
        ([], "Moss", "silence"),
        ([], "nobody", "right"),
        (["Moss"], "nobody", "another"),
        (["Moss"], ["Moss", "Wren"], "right"),
        (["Moss", "Wren"], ["Moss", "Wren"], "two"),
    ],
)
def test_one_of_those_who_may_answer_should(
    answered: list[str], right: str | list[str], outcome: str
) -> None:
    assert judge_answerers(answered, right) == outcome


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("Moss says, \"Agda told me today: 'Ferris hit Vashti.'\"", "right"),
        ('Moss says, "Vashti hit Ferris."', "wrong"),
        ('Moss says, "It was Vashti."', "in part"),
        ("Moss says, \"Borg told me today: 'It rains.'\"", "wrong"),
        ('Moss says, "I do not know."', "nothing"),
        ("", "nothing"),
    ],
)
def test_an_answer_has_what_was_told_and_in_its_order(answer: str, verdict: str) -> None:
    assert judge_told(answer, HIT) == verdict


def test_of_what_nobody_told_no_telling_is_given() -> None:
    assert judge_untold('Moss says, "I do not know."', {"never": ["yes"]}) == "right"
    assert judge_untold('Moss says, "Yes."', {"never": ["yes"]}) == "wrong"
    assert judge_untold("Moss says, \"Bo told me today: 'It rains.'\"", {"never": []}) == "wrong"


def test_the_floor_is_asked_whom_it_chooses_in_a_scene() -> None:
    """Who comes in greets; who leaves cannot be chosen; other choices than the right are told."""
    lines = [
        {"who": "Ada", "line": "Moss, is it late?", "right": "Moss"},
        {"come": "Cobb", "who": "Ada", "line": "And how late is it?", "right": "Moss"},
        {"go": "Moss", "who": "Ada", "line": "And now?", "right": "Moss"},
    ]
    scene = {"name": "an evening", "with": ["Moss"], "visitors": ["Ada"], "lines": lines}
    works = {name: TradeWords(tuple) for name in ("Cobb", "Moss")}
    wrong, counts = list_chosen([scene], works)
    assert wrong == ["And now?  [Cobb; right: Moss]"]
    assert (counts["right"], counts["another"]) == (2, 1)
