"""What a summary may tell in other words, and what it may not: seen from both sides."""

from __future__ import annotations

import pytest

from agents.memory.checking.aligning.deeds import list_deeds
from agents.memory.checking.grounds import make_knowledge
from agents.memory.checking.naming.names import find_names
from agents.memory.checking.reading import read_statement
from agents.memory.checking.verdict import judge_sentence
from agents.memory.language.evidence import Source
from agents.memory.language.meanings.kinds import are_of_one_kind
from agents.memory.language.meanings.opposites import are_opposites
from agents.memory.language.stems import stem_word


def judge(sentence: str, memories: str) -> str:
    sources = [read(each) for each in memories.split(" / ")]
    return judge_sentence(sentence, sources).judgement


def read(memory: str) -> Source:
    spoken = " says, " in memory or " asks, " in memory
    named = spoken and not memory.startswith("You")
    return Source(memory, memory.split(maxsplit=1)[0] if named else "")


@pytest.mark.parametrize(
    ("sentence", "memories"),
    [
        # A rough number is near the other one.
        ("I bought some forty herrings from Bo.", 'Bo says, "41 herrings for the lot, take them."'),
        ("About 200 sheep drowned, Bo says.", 'Bo says, "We lost 207 sheep, all drowned."'),
        ("Bo sold twenty eggs or so.", 'Bo says, "I sold twenty-one eggs."'),
        # A day within a span is of it.
        (
            "In July one can take the road over the pass, Bo says.",
            'Bo says, "The road over the pass is open from May to September."',
        ),
        # What is considered is not sure.
        ("Bo is thinking about selling the mule.", 'Bo says, "I might sell the mule in spring."'),
        # Another claim of the same person needs no doubt.
        ("Bo wants thirty crowns for the mule.", 'Bo says, "I might sell the mule in spring."'),
        # Who is given something does not do what the same giver does next.
        (
            "Bo sold me his hens, all nine of them, and gave me a basket for them.",
            'Bo says, "Nine hens." / You buy the hens. / Bo gives you a basket.',
        ),
        # Words whose speaker is not read: "you" and "me" are then one person.
        (
            "Ada said that I gave Ada the mill.",
            'Ada shouts at the top of her voice, "You gave me the mill."',
        ),
        # Who asks who did it names nobody.
        ("Bo broke the pane himself.", 'Bo says, "The reeve will find out who broke the pane."'),
        # A state is not changed by another value.
        (
            "The old bridge fell some eighty years ago, if Bo is right.",
            'Bo says, "Gran was born the year the old bridge fell." / Bo says, "She is 81 now."',
        ),
        # Denied from then on, so before.
        (
            "The tinker was last seen at the fair.",
            'Bo says, "Nobody has seen the tinker since the fair."',
        ),
        ("Bo laughed more than in years.", 'Bo says, "I haven\'t laughed so since my wedding."'),
        # More than is no denial of the less.
        (
            "Bo minds the darkness more than the cold.",
            "Bo says, \"It's not the cold I mind, it's the dark.\"",
        ),
        # What is given up is over.
        ("Bo has given up singing and merely hums.", 'Bo says, "I used to sing, now I only hum."'),
        # What one might think is no doubt of the speaker's.
        (
            "The girl is Bo's niece and not, as one might think, his daughter.",
            "Bo says, \"She isn't my daughter, she's my niece.\"",
        ),
        # Who puts a number right means the second.
        ("Bo's roof leaks in three places.", 'Bo says, "The roof leaks in two places, no, three."'),
        # Both are told.
        (
            "Bo claims never to drink before noon, yet drank a cup of wine.",
            'Bo says, "I never drink before noon." / Bo drinks a cup of wine.',
        ),
        # What has run out is not left.
        (
            "The wine has run out at Bo's; of cider there is enough.",
            'Bo says, "There\'s no wine left, but cider we have plenty."',
        ),
    ],
)
def test_what_is_told_in_other_words_is_no_contradiction(sentence: str, memories: str) -> None:
    assert judge(sentence, memories) != "contradicts"


@pytest.mark.parametrize(
    ("sentence", "memories"),
    [
        # Who would have done it did not.
        (
            "Bo came to the wedding through the ford.",
            'Bo says, "I would have come to the wedding if the ford had been passable."',
        ),
        # Who does not dare does not do it.
        ("Bo opened the letter.", 'Bo says, "The letter came, but I haven\'t dared to open it."'),
        # What is denied of one deed is not denied of the other.
        ("Bo's letter has not arrived.", 'Bo says, "The letter came, but I can\'t read it."'),
        ("Bo's son can write but cannot read.", 'Bo says, "My boy can read, but he can\'t write."'),
        # Who bought it did not sell it.
        ("I sold Bo the herrings.", 'Bo says, "Take the lot." / You buy the herrings.'),
        # What must be done is not done.
        (
            "I oiled the hinge before the rains.",
            "You think: I must oil the hinge before the rains.",
        ),
        # Who asks does not tell, and who answers has not asked.
        (
            "Bo told me that the north road is closed.",
            'Bo asks, "Is the north road closed?" / You say, "I do not know, Bo."',
        ),
        (
            "I asked Bo whether the north road was closed.",
            'Bo asks, "Is it true that the north road is closed?" / You say, "I do not know, Bo."',
        ),
        (
            "Bo saw Fenn at the quarry in his jacket.",
            'You say, "Did you see Fenn at the quarry?" / Bo says, "Not a soul, only his jacket."',
        ),
        # From where to where.
        ("Bo moved from Ash to Elm.", 'Bo says, "I moved to Ash from Elm."'),
        ("The pass is open from September to May.", 'Bo says, "It is open from May to September."'),
        # The second is one before the third.
        ("The cellar was flooded to the second step.", "The cellar is flooded to the third step."),
        # An hour is not reckoned from "since".
        (
            "The chapel clock shows a quarter past nine.",
            'The hands stand at a quarter to nine. / Ivo says, "It has stood so since the frost."',
        ),
        # Who is excepted from nobody has it.
        (
            "Not even Bo's brother has a key to the granary.",
            'Bo says, "Nobody but my brother has a key to the granary."',
        ),
        # What one has plenty of has not run out.
        ("Bo has run out of cider.", 'Bo says, "No wine is left, but cider we have plenty."'),
        ("Bo cannot get enough of eels.", 'Bo says, "I hate eels."'),
    ],
)
def test_what_differs_in_one_part_contradicts(sentence: str, memories: str) -> None:
    assert judge(sentence, memories) == "contradicts"


def test_a_rough_number_has_its_ground_in_one_near_it() -> None:
    known = make_knowledge([Source("You count 41 herrings."), Source("Bo arrives.")])
    rough, other = (
        judge_sentence(each, [Source("Bo arrives.")], known=known).judgement
        for each in ("Bo arrives with some forty herrings.", "Bo arrives with some 90 herrings.")
    )
    assert (rough, other) == ("cannot tell", "contradicts")


def test_he_and_she_stand_for_the_doer_before_where_nobody_is_named() -> None:
    text = "My boy reads, but he cannot write."
    assert [each.doer for each in list_deeds(read_statement(text, find_names([text], [])))] == [
        "boy",
        "boy",
    ]


def test_words_of_family_and_things_exclude_each_other() -> None:
    assert are_opposites(stem_word("mother"), stem_word("father"))
    assert are_opposites(stem_word("flooded"), stem_word("dry"))
    assert are_of_one_kind(stem_word("ring"), stem_word("brooch"))
