"""What is put in the place of what was said, and how it comes back: in its new form."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.mind.speech.statements.corrections import read_correction
from agents.mind.speech.statements.feelings import is_correction
from agents.mind.speech.statements.righted_values import find_new_value
from agents.mind.speech.told.telling_back import ToldLine, read_told
from tests.agents.mind.manners.test_manners import stage_with
from tests.agents.mind.manners.test_retelling import begin, tell


@pytest.mark.parametrize(
    ("words", "old", "new"),
    [
        ("I told you wrong: not B flat but A, hence the fork.", "B flat", "A"),
        ("It is A now, not B flat.", "B flat", "A"),
        ("No, wait, the rope is four feet, not five.", "five", "four feet"),
        ("I told you wrong: the fair is not at Quern but at Ludd.", "Quern", "Ludd"),
        ("Sorry, I said it wrong. Not sixty but sixteen.", "sixty", "sixteen"),
        ("Tuesday, not Monday.", "Monday", "Tuesday"),
        ("no, I corrected that: eleven days, not nine.", "nine", "eleven days"),
        (
            "I said he was gone nine days. I was wrong, it is eleven days.",
            "nine days",
            "eleven days",
        ),
        ("I was wrong: not nine days, eleven.", "nine days", "eleven"),
        ("Not today, thank you.", "", ""),
        ("I told you the mule was grey. That was wrong, it is brown.", "grey", "brown"),
        ("I said that we need four men. I was wrong about you.", "", ""),
        ("No, my brother, I said. Not my father.", "my father", "my brother"),
        ("no not a dog a hamster", "a dog", "a hamster"),
        ("Not my father. My brother.", "my father", "My brother"),
        ("My brother, I said.", "", "My brother"),
        ("sorry i meant Thursday", "", "Thursday"),
        ("I meant well.", "", ""),
        (
            "Wait, I said Thursday, I got it wrong, the trial's Friday, Thursday's the wheel.",
            "Thursday",
            "Friday",
        ),
        ("I said nineteen years. It is twenty-one, I left out two.", "nineteen", "twenty-one"),
        (
            "Correction, Wren. It was thirty-four years on the boat. Not thirty.",
            "thirty",
            "thirty-four",
        ),
        ("sorry, i said march but its in april", "march", "april"),
        ("I said four, no, five sisters.", "four", "five"),
        ("And she isn't five, I'm tired, she turned six in May.", "five", "six"),
        ("There aren't ten of us in the two houses.", "", ""),
        ("I said Thursday and Friday.", "", ""),
        ("I told you that I have two cats and a dog.", "", ""),
        ("We leave at seven. Not before.", "", ""),
        ("It was Sunday he came, not Monday.", "Monday", "Sunday"),
        ("I'm not sad, I'm only slow; how are you?", "", ""),
        (
            "the mill isn't at my uncle's, it's at my father-in-law's",
            "my uncle's",
            "my father-in-law's",
        ),
        ("It's the left ear that is deaf, I always say it wrong. Not the right.", "right", "left"),
        ("oh and she's 7 not 5 my bad she had a party", "5", "7"),
        ("i said monday first, its really tuesday", "monday", "tuesday"),
    ],
)
def test_the_new_stands_for_the_old(words: str, old: str, new: str) -> None:
    found = read_correction(words)
    assert (found.old, found.new) == (old, new)


async def test_what_is_put_right_is_said_back_in_its_new_form(tmp_path: Path) -> None:
    """Neither with delight nor as a thing made up, whatever the voice has for corrections."""
    stage, agents = stage_with(tmp_path, "Wren")
    begin(stage, agents)
    await tell(stage, "say Wren, my brother has been gone nine days.")
    before = len(stage.person.seen)
    await tell(stage, "say Wren, no, I put that right: eleven days, not nine.")
    said = "\n".join(stage.person.texts[before + 1 :])
    assert "Eleven days" in said and "nine" in said
    await stage.close()


async def test_it_is_said_back_turned_to_its_speaker(tmp_path: Path) -> None:
    stage, agents = stage_with(tmp_path, "Wren")
    begin(stage, agents)
    await tell(stage, "say Wren, my brother lives by the sea.")
    before = len(stage.person.seen)
    await tell(stage, "say Wren, no, my brother, I said. Not my father.")
    said = "\n".join(stage.person.texts[before + 1 :])
    assert "Your brother" in said and "your father" in said
    await stage.close()


@pytest.mark.parametrize(
    ("words", "corrects"),
    [
        ("I told you wrong.", True),
        ("I said that wrongly, forgive me.", True),
        ("Not five but four.", True),
        ("It is Tuesday now, not Monday.", True),
        ("The hill is steep and not high.", False),
        ("I was told wrong things about you.", False),
    ],
)
def test_what_says_that_it_puts_right(words: str, corrects: bool) -> None:
    assert is_correction(words) is corrects


@pytest.mark.parametrize(
    "correction",
    ["I told you wrong, Cobb and Wren: not B flat but A.", "Wren, it is A now, not B flat."],
)
async def test_a_fact_comes_back_as_it_was_put_right(tmp_path: Path, correction: str) -> None:
    """Also where the correction names several; never in the old form, and not as a quotation."""
    stage, agents = stage_with(tmp_path, "Cobb", "Wren")
    begin(stage, agents)
    await tell(stage, "say Wren, my bell is ordered in B flat.", f"say {correction}")
    before = len(stage.person.seen)
    await tell(stage, "say Wren, what note did I say my bell is in?")
    told = "\n".join(stage.person.texts[before + 1 :])
    assert "ordered in A" in told
    assert "B flat" not in told
    await stage.close()


async def test_what_only_sounds_like_it_puts_nothing_right(tmp_path: Path) -> None:
    stage, agents = stage_with(tmp_path, "Wren")
    begin(stage, agents)
    await tell(stage, "say My bell is ordered in B flat.", "say The road is not steep but long.")
    before = len(stage.person.seen)
    await tell(stage, "say Wren, what note did I say my bell is in?")
    assert "our bell is ordered in B flat" in "\n".join(stage.person.texts[before + 1 :])
    await stage.close()


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("no wait its sunday, they moved it", "sunday"),
        ("They moved the exam, it is on the fourth now.", "fourth"),
        ("Sorry, four dogs.", "four"),
        ("My mother moved to Spain in May.", ""),
        ("We moved the shop to Leeds and in May it burnt.", ""),
        ("It is Sunday, and it rains.", ""),
        ("Sorry, I have been away in the hills with my uncle since May.", ""),
    ],
)
def test_a_new_value_is_found_where_the_old_one_is_not_said(words: str, value: str) -> None:
    found = find_new_value(words)
    assert (found[1] if found else "") == value


def test_a_new_value_stands_for_the_last_of_its_kind() -> None:
    lines = ("We rest on Monday.", "We play on saturday at two.", "no wait its sunday")
    told = read_told([ToldLine(each, at) for at, each in enumerate(lines)], ("Ada", "Moss"))
    assert [each.words for each in told.sentences][:2] == [
        "We rest on Monday.",
        "We play on sunday at two.",
    ]
