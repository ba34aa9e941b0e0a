"""Memory measured by questions: the cases, the judge, which must be able to fail, and a life."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import get_args

import pytest

from benchmarks.memory.questions.answers import JudgedAnswer
from benchmarks.memory.questions.cases import KINDS, PartName, QuestionCase, Said, make_cases
from benchmarks.memory.questions.judge import judge
from benchmarks.memory.questions.lives import QuestionLife, ask_life, make_told_memory
from benchmarks.memory.questions.report import report
from benchmarks.memory.questions.retelling import RetellingModel
from benchmarks.memory.questions.values import PEOPLE, read_judged_words

PARTS = get_args(PartName)
SLOTS = {"a": "Aldith", "b": "Berrin", "c": "Corwen", "p": "Dunmere", "thing": "oats"}


def _make_case(kind: str, **rest: object) -> QuestionCase:
    said = Said("Aldith", "Whatever was said.", "Whatever was told", 0.1)
    case = QuestionCase("x 1", kind, (said,), "What of it?", "", ("oats",), SLOTS)
    return replace(case, **rest)  # type: ignore[arg-type]


@pytest.mark.parametrize("part", PARTS)
def test_a_seed_makes_the_same_cases_and_another_one_others(part: PartName) -> None:
    """Every kind is there, nothing is left unfilled, and no two cases share a person."""
    cases = make_cases(part, 1)
    assert cases == make_cases(part, 1) != make_cases(part, 2)
    assert {each.kind for each in cases} == set(KINDS)
    for each in cases:
        assert "{" not in f"{each.said}{each.question}{each.about}{each.parts}{each.order}"
        assert all(0 <= said.when < 0.7 for said in each.said)
        assert not (each.value and each.slots["old"] == each.slots["new"])
    people = [v for each in cases for v in each.slots.values() if v in PEOPLE]
    assert len(people) == len(set(people))


def test_the_parts_share_no_wording() -> None:
    """What is tuned on one part is measured on other words."""
    tuned, held_out = (
        {said.text for each in make_cases(part, 1) for said in each.said} for part in PARTS
    )
    assert not tuned & held_out


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("kept", ["text", "told"])
def test_what_was_told_is_right_and_nothing_is_nothing(part: PartName, kept: str) -> None:
    """As it was said, and as a faithful model retells it; the question alone is no answer."""
    for case in make_cases(part, 3):
        if kept == "text":
            lines = [
                f"#{n} ({n} May) {make_told_memory(each).text}"
                for n, each in enumerate(case.said, 1)
            ]
        else:
            lines = [f"{each.told}." for each in case.said]
        right = "\n".join(lines if kept == "text" or case.kind != "superseded" else lines[1:])
        assert judge(case, right).outcome == "right", (case, judge(case, right))
        asked = judge(case, f'Odo asks, "{case.question}"').outcome
        assert asked == ("right" if case.kind == "abstention" else "nothing"), case


@pytest.mark.parametrize("part", PARTS)
def test_the_old_value_alone_is_seen(part: PartName) -> None:
    """And a value that nobody told is wrong even beside the right one."""
    for case in make_cases(part, 2):
        if case.kind == "superseded":
            assert judge(case, f"{case.said[0].told}.").outcome == "old alone", case


PRICE = _make_case(
    "superseded",
    value="price",
    slots={**SLOTS, "old": "24", "new": "seventy-one"},
    said=(
        Said("Aldith", "Oats are 24 crowns.", "Aldith told me that oats are 24 crowns", 0.1),
        Said("Aldith", "Oats are seventy-one now.", "Aldith told me that oats are 71 now", 0.4),
    ),
)
DENIED = _make_case("negation", about=("Berrin", "Dunmere"))
DOUBTED = _make_case("hedges", about=("Berrin", "Dunmere"))
OWED = _make_case(
    "third",
    about=("Berrin", "Corwen", "owe"),
    order=("Berrin", "Corwen"),
    value="price",
    said=(Said("Aldith", "Berrin owes Corwen 30 crowns.", "", 0.1),),
)
UNKNOWN = _make_case("abstention", value="price")
SEVERAL = _make_case("several", about=(), parts=(("oats", "honey"), ("oats", "salt")))
LIE = _make_case("lies", lie=("burnt",), truth=("ripe",))


@pytest.mark.parametrize(
    ("case", "prompt", "outcome"),
    [
        (PRICE, "Aldith said that oats cost 71 crowns.", "right"),
        (PRICE, "- Oats cost seventy-one crowns since 24 May (before: 24).", "right"),
        (PRICE, "Oats cost 24 crowns.\nOats cost 71 crowns.", "unlabelled"),
        (PRICE, "#9 (2 May) Oats cost 71.\n#4 (1 May) Oats cost 24.", "right"),
        (PRICE, "#4 (2 May) Oats cost 71.\n#9 (1 May) Oats cost 24.", "unlabelled"),
        (PRICE, "Oats cost seventeen crowns. Oats cost 71 crowns now.", "wrong"),
        (PRICE, "Oats cost 71 now, and I promised Aldith to buy some.", "wrong"),
        (PRICE, "Fulk told me that oats cost 71 crowns now.", "wrong"),
        (PRICE, "Barley costs 71 crowns.", "nothing"),
        (DENIED, "Berrin has never been to Dunmere.", "right"),
        (DENIED, "Berrin hasn't seen Dunmere.", "right"),
        (DENIED, "Berrin has been to Dunmere.", "wrong"),
        (DENIED, "Berrin never saw Dunmere. Berrin likes Dunmere.", "wrong"),
        (DENIED, "Fulk has not been to Dunmere.", "wrong"),
        (DENIED, "Has Berrin been to Dunmere?", "nothing"),
        (DOUBTED, "Perhaps Berrin moves to Dunmere.", "right"),
        (DOUBTED, "Berrin moves to Dunmere.", "unlabelled"),
        (DOUBTED, 'Aldith says, "I think Berrin goes to Dunmere. Or not."', "right"),
        (OWED, "Aldith told me that Berrin owes Corwen thirty crowns.", "right"),
        (OWED, 'Aldith says, "Berrin owes Corwen 30 crowns."', "right"),
        (OWED, "Somebody said that Berrin owes Corwen 30 crowns.", "right"),
        (OWED, "Berrin owes Corwen 30 crowns.", "unlabelled"),
        (OWED, "Aldith told me that Corwen owes Berrin 30 crowns.", "wrong"),
        (OWED, "Aldith told me that Berrin owes Corwen 13 crowns.", "wrong"),
        (OWED, "Wren told me that Berrin owes Corwen 30 crowns.", "wrong"),
        (OWED, "Aldith told me that Fulk owes Corwen 30 crowns.", "wrong"),
        (UNKNOWN, "Oats are dear. Barley costs 12 crowns.", "right"),
        (UNKNOWN, "Oats cost 12 crowns.", "wrong"),
        (SEVERAL, "Oats want honey.\nInto oats goes salt.", "right"),
        (SEVERAL, "Oats want honey.", "in part"),
        (SEVERAL, "Bread wants honey and salt.", "nothing"),
        (LIE, "Aldith told me that the oats are burnt. I saw that the oats are ripe.", "right"),
        (LIE, "The oats are burnt. I saw that the oats are ripe.", "unlabelled"),
        (LIE, "Rook told me that the oats are burnt. I saw ripe oats.", "wrong"),
        (LIE, "Aldith told me that the oats are burnt.", "in part"),
        (LIE, "The oats are not burnt. The oats are ripe.", "right"),
        (LIE, "The oats are burnt, you can't eat them.", "unlabelled"),
    ],
)
def test_the_judge_can_tell(case: QuestionCase, prompt: str, outcome: str) -> None:
    """Right from wrong: planted prompts of each kind."""
    assert judge(case, prompt).outcome == outcome


def test_headings_commands_and_separate_quotations_are_read_apart() -> None:
    """A quotation belongs to the words that lead to it, and to no other."""
    prompt = '## Oats are 12\n~Moss> say oats are 13\nAldith said "Oats." and "I paid 12 crowns."'
    assert judge(UNKNOWN, prompt).outcome == "right"
    both = 'Aldith said "Berrin owes Corwen 30 crowns.", and Fulk said "Rain."'
    assert judge(OWED, both).outcome == "right"


def test_numbers_are_read_in_words_and_figures_and_dates_are_none() -> None:
    """As people write them."""
    assert read_judged_words("Twenty-four crowns, ninety two, nineteen") == [
        "24",
        "crowns",
        "92",
        "19",
    ]
    assert read_judged_words("#12 (3 May 2026) at 10:30 [4, 5]") == ["at"]


async def _ask(model: RetellingModel, prompt: str) -> str:
    answer = await model.complete(prompt, stop=(), max_tokens=900, temperature=0.0)
    return answer.text


def _write_request(cases: list[QuestionCase]) -> str:
    lines = [make_told_memory(said).text.split("\n")[-1] for each in cases for said in each.said]
    told = "\n".join(f"[{n}] {line}" for n, line in enumerate(lines * 3, 1))
    return f"# Memories\n{told}\n\n# Summary (first-person, cite memories as [12])\n"


async def test_the_faithful_model_keeps_all_and_the_careless_one_distorts() -> None:
    """One's text is right in every case that it has room for; the other's is not."""
    cases = [each for each in make_cases("tuned", 1) if each.kind in ("negation", "third")]
    texts = {
        careless: await _ask(
            RetellingModel(cases, careless=careless, seed=1), _write_request(cases)
        )
        for careless in (False, True)
    }
    found = {name: [judge(each, text).outcome for each in cases] for name, text in texts.items()}
    assert set(found[False]) <= {"right", "nothing"} and found[False].count("right") > 6
    assert {"wrong", "unlabelled"} & set(found[True])
    assert "crowns [" in texts[False], "it cites"


async def test_a_life_is_lived_and_reported() -> None:
    """Every case is judged, with and without recall, and the tables have a cell for each."""
    plan = QuestionLife("waterfall", "careless", "held_out", 1, 150)
    found = await asyncio.to_thread(ask_life, plan)
    assert len(found) == len(make_cases("held_out", 1))
    assert sum(each.verdict.outcome == "right" for each in found) > len(found) / 2
    case, verdict = found[0].case, found[0].verdict
    tables = report(found, plan.memories, [JudgedAnswer(case, "Ay.", verdict)]).tables
    assert [case.kind, "1"] == [tables[-1].rows[0][0], str(sum(map(int, tables[-1].rows[0][1:])))]
    row = next(each for each in tables[1].rows if each[0] == "`waterfall`")
    assert sum(int(cell.split(" · ")[0]) for cell in row[1:]) == sum(
        each.verdict.outcome == "right" for each in found
    )
