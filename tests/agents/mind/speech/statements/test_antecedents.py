"""Questions that lean on the sentence before them are asked with the name that stands there."""

from __future__ import annotations

import pytest

from agents.mind.speech.statements.antecedents import name_antecedents, name_mine

OTHERS = ("Hester", "Cobb")


@pytest.mark.parametrize(
    ("heard", "meant"),
    [
        ("Tell me of your aunt. Is she still alive?", "Is your aunt still alive?"),
        ("You have your aunt's clock. What was her name?", "What was your aunt's name?"),
        ("What do you think of Hester? Is she kind?", "Is Hester kind?"),
        ("You know Cobb well. Do you trust his stories?", "Do you trust Cobb's stories?"),
        ("You promised me a bean. Where is it?", "Where is the bean?"),
        ("Is the soup good? What is in it?", "What is in the soup?"),
        ("I have read your old ledger. Who wrote it?", "Who wrote your old ledger?"),
        ("Look at that boat. I like her. Whose is it?", "Whose is that boat?"),
    ],
)
def test_the_name_stands_before(heard: str, meant: str) -> None:
    assert name_antecedents(heard, OTHERS).endswith(f" {meant}")


@pytest.mark.parametrize(
    "heard",
    [
        "My sister Odile has been ill since spring. What would you say to her?",
        "Across the water there are hills. Who lives behind it?",
        "I like the lamp. Is it far to the mill?",
        "I like the lamp. What is it you do here?",
        "You sold the lamp. Do you mean it?",
        "Hester and Cobb are here. Is she well?",
        "There is a lamp and a clock. Who made it?",
        "The clock stands. How old is the lamp?",
        "Whose is it?",
    ],
)
def test_nothing_is_named_that_may_be_another(heard: str) -> None:
    assert name_antecedents(heard, OTHERS) == heard


@pytest.mark.parametrize(
    ("heard", "asked", "answer", "meant"),
    [
        ("Mine died young. I was nine.", "What was your aunt like?", "Punctual.",
         "My aunt died young. I was nine."),
        ("Oh, mine was a baker.", "And who taught you?", "It was my father.",
         "Oh, my father was a baker."),
        ("Mine leaks.", "Your boat looks sound.", "She is.", "My boat leaks."),
        ("Mine leaks.", "It is wet.", "It is.", "Mine leaks."),
        ("That is mine.", "Your boat looks sound.", "She is.", "That is mine."),
        ("Mine!", "Whose is your hat?", "Whose, indeed.", "Mine!"),
    ],
)  # fmt: skip
def test_mine_is_of_what_was_just_spoken_of(
    heard: str, asked: str, answer: str, meant: str
) -> None:
    assert name_mine(heard, asked, answer) == meant
