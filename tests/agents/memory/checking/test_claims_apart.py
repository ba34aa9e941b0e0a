"""A sentence that joins what the memories keep apart contradicts them; a true one does not."""

from __future__ import annotations

import pytest

from agents.memory.checking.verdict import judge_sentence
from agents.memory.language.evidence import Source


def judge(sentence: str, *memories: str) -> str:
    return judge_sentence(sentence, [Source(each) for each in memories]).judgement


CAT = 'Lise says, "My dog is called Amber and my cat is called Soot."'
LOTS = ('Ned says, "Basket 4 goes for 30."', 'Ned says, "Basket 14 goes for 70."')
BOTH = 'Bo says, "The oven is safe to touch, but the pans are not cold."'
TODO = 'Bo says, "I have washed the sheets, I still have to iron them dry."'
TEA = 'Ivo says, "I would rather drink tea than cider."'
QUEENS = 'Ines says, "The queen is Maud. Edith is the mare."'
FEED = 'Bo says, "Feed the cat. Not the hens."'
WOLF = 'Tam says, "If the wolf comes, I move the sheep."'
MAYOR = 'Vera says, "I told the mayor. Not Stan."'
DOOR = ('Wes asks, "What colour for the door?"', 'You say, "Blue. I will paint the door."')


@pytest.mark.parametrize(
    ("sentence", "memories"),
    [
        ("Lise's cat is called Amber.", (CAT,)),
        ("Ines has a queen called Edith.", (QUEENS,)),
        ("Basket 14 was sold for 30.", LOTS),
        ("Bo says that the oven is not safe to touch.", (BOTH,)),
        ("Bo washed the sheets and ironed them dry.", (TODO,)),
        ("Ivo would rather drink cider than tea.", (TEA,)),
        ("I plan to paint the door green.", DOOR),
        ("Bo asked for the hens to be fed.", (FEED,)),
        ("The spoon is under the cup.", ('Bo says, "The spoon is in the cup, not under it."',)),
        ("Ada came from The Mill.", ("Ada leaves for The Mill.",)),
        ("I promised Jo to come.", ('You say, "I cannot promise anything, Jo."',)),
        ("Jo says that it is 11 miles.", ('Kit says, "It is 11 miles."', 'Jo says, "Seven."')),
        ("Tam moves the sheep.", (WOLF,)),
        ("Bo is unsure if the pig is fat.", ('Bo says, "The pig is fat, no doubt."',)),
        ("Bo thinks the hay is wet.", ('Kit says, "The hay is wet."', 'Bo says, "Good day."')),
    ],
)  # fmt: skip
def test_what_belongs_to_something_else_contradicts(
    sentence: str, memories: tuple[str, ...]
) -> None:
    """A name, number, colour, place or denial of another clause, or another's words."""
    assert judge(sentence, *memories) == "contradicts"


@pytest.mark.parametrize(
    ("sentence", "memories"),
    [
        ("Lise's cat is called Soot, and her dog Amber.", (CAT,)),
        ("Ines has a queen called Maud.", (QUEENS,)),
        ("Basket 14 was sold for 70.", LOTS),
        ("Bo says that the oven is safe to touch.", (BOTH,)),
        ("Bo washed the sheets and has to iron them dry.", (TODO,)),
        ("Ivo would rather drink tea than cider.", (TEA,)),
        ("I plan to paint the door blue.", DOOR),
        ("Bo asked for the cat to be fed, not the hens.", (FEED,)),
        ("Ada went to The Mill.", ("Ada leaves for The Mill.",)),
        ("I promised Jo to come.", ('Jo asks, "Do you promise to come?"', 'You say, "I promise."')),
        ("Jo agreed that it is 11 miles.", ('Kit says, "It is 11 miles."', 'Jo says, "Yes."')),
        ("If the wolf comes, Tam moves the sheep.", (WOLF,)),
        ("I gave Bo a pot and Bo gave me a pan.", ("You give Bo a pot.", "Bo gives you a pan.")),
        ("May received a pot from me.", ("You give May a pot.",)),
        ("It was Vera who told the mayor, not Stan.", (MAYOR,)),
        ("Joan has 13 rolls.", ("Joan takes a baker's dozen of rolls.",)),
    ],
)  # fmt: skip
def test_what_belongs_together_contradicts_nothing(
    sentence: str, memories: tuple[str, ...]
) -> None:
    """The same memories, told rightly."""
    assert judge(sentence, *memories) != "contradicts"
