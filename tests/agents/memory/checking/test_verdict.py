"""What contradicts a memory by its words, and what only tells it in other words."""

from __future__ import annotations

import pytest

from agents.memory.checking.grounds import make_knowledge
from agents.memory.checking.verdict import Judgement, Verdict, explain_doubt, judge_sentence
from agents.memory.language.evidence import Source
from world.nature import Nature


def judge(sentence: str, *memories: str) -> Verdict:
    return judge_sentence(sentence, [Source(each) for each in memories], people=["Wick"])


@pytest.mark.parametrize(
    ("sentence", "memory", "why"),
    [
        ("I moved on 3 times.", "You go north.", "it counts what was done"),
        ("I fed the goats of Cobb.", "Cobb nods.", "they have nothing like “fed”, “goats”"),
        ("Tea was Served.", "The red boat is here.", "they have nothing like “Tea”, “Served”"),
        ("Ada told me it is 9 feet.", 'Ada tells you, "It is in feet."', "a number or a day"),
    ],
)
def test_what_cannot_be_told_says_why(sentence: str, memory: str, why: str) -> None:
    """The words that no memory has, as they stand in the sentence, or a figure."""
    assert judge(sentence, memory).judgement == "cannot tell"
    assert why in explain_doubt(sentence, [Source(memory)])


RIVETS = 'Ada says, "My boat has forty-seven rivets."'
COMPASS = "May gives you a brass compass."
THURSDAY = 'You say, "I will look at your boat on Thursday, Ada."'


@pytest.mark.parametrize(
    ("sentence", "memory", "why"),
    [
        ("Ada's boat has 74 rivets.", RIVETS, "74 where the memories say 47"),
        ("The code of the gate is 4117.", 'Bo says, "The code of the gate is 4711."', "4117"),
        ("The toll is three pennies.", 'Pim says, "The toll is half a dozen pennies."', "6"),
        ("Ada wants 5 of lime and 2 of sand.", 'Ada says, "Take 2 lime and 5 sand."', "5 where"),
        ("I promised Ada to look at her boat on Monday.", THURSDAY, "Monday where"),
        ("The fair is in June.", 'Bo says, "The fair is in July."', "June where"),
        ("June says it is in June.", 'June says, "It is in August."', "June where"),
        ("June gave me the red key.", "April gives you the red key.", "June where"),
        ("I gave the key to April.", "You give the key to August.", "April where"),
        ("I gave May a brass compass.", COMPASS, "turned round: gave"),
        ("Cain borrowed a saw from Abel.", 'Abel says, "Cain lent me a saw."', "borrowed"),
        ("Wick put the key in the chest.", "You put the key in the chest.", "somebody else"),
        ("Beryl danced with Clive.", 'Beryl says, "I did not dance with Clive."', "opposite"),
        ("The fair is on 13 December.", 'Ada says, "The fair is on the 14th."', "another day"),
        ("We marry on the 3rd.", 'Ada says, "We wed on the second of the month."', "another day"),
        ("Bo goes home at 5:30.", 'Bo says, "My shift ends at half past six."', "another hour"),
        ("The coach goes at 9:15.", 'Bo says, "A quarter to nine, sharp."', "another hour"),
        ("Bo cuts hay after the fair.", 'Bo says, "I cut hay before the fair."', "after the fair"),
        ("Bo takes at least 8 aboard.", 'Bo says, "At most 8 aboard, or we swim."', "the most by"),
        ("Ada left the mill to rest.", "Ada leaves for The Mill.", "went to mill"),
        ("Bess dislikes Wick.", 'Bess says, "It isn\'t that I dislike Wick."', "opposite"),
        ("The boat is safe.", 'Ada says, "The boat is dangerous."', "opposite"),
        ("It snows on the pass tonight.", 'Bo says, "Perhaps it snows on the pass."', "perhaps"),
        ("Ada sells the boat.", 'Ada says, "I might sell the boat."', "might"),
        ("Pablo caught the big pike.", 'Pablo says, "I nearly caught the big pike."', "nearly"),
        ("All my brothers swim.", 'Vic says, "All my brothers swim except Todd."', "except"),
        ("Bo mended the roof.", 'Bo says, "I will mend the roof."', "only plans"),
        ("Bo plans to mend the roof.", 'Bo says, "I have mended the roof."', "is done"),
        ('Bo said: "You lent me the saw."', 'Bo says, "I lent you the saw."', "turned round"),
        ('Bo said: "I hid it at the mill."', 'Ada says, "I hid it at the mill."', "somebody else"),
        ("Wick told me that the mill burnt.", 'Bo says, "The mill burnt."', "somebody else said"),
        ("Bo says Todd taught Cain.", 'Bo says, "Drogo is who taught Cain."', "say Drogo"),
        ("The old mill is haunted.", 'Ada asks, "Is the old mill haunted?"', "only asks"),
    ],
)  # fmt: skip
def test_a_sentence_that_differs_in_one_thing_contradicts(
    sentence: str, memory: str, why: str
) -> None:
    """A number, a day, who did it, whether it is so, how sure it is, whether it is done."""
    verdict = judge(sentence, memory)
    assert verdict.judgement == "contradicts"
    assert why in verdict.why


@pytest.mark.parametrize(
    ("sentence", "memory"),
    [
        ("Ada's boat has 47 rivets.", RIVETS),
        ("Bo said that the code is 4711.", "Bo tells me that the code is 4711."),
        ("Ada says that her boat has forty-seven rivets.", RIVETS),
        ("I got a brass compass from May.", COMPASS),
        ("I promised Ada to look at her boat on Thursday.", THURSDAY),
        ("I am to look at Ada's boat on Thursday.", THURSDAY),
        ("Tilda spent 22 crowns on a goat and a rope.",
         'Tilda says, "I paid 18 crowns for the goat and 4 for the rope."'),
        ("The lamp was taken by Bill.", "Bill takes the lamp."),
        ("I was given a brass compass by May.", COMPASS),
        ("Abel got a saw from Cain.", 'Abel says, "Cain lent me a saw."'),
        ("Beryl did not dance with Clive.", 'Beryl says, "I did not dance with Clive."'),
        ("Perhaps it snows on the pass.", 'Bo says, "Perhaps it snows on the pass."'),
        ("Bo thinks that it may snow on the pass.", 'Bo says, "It may snow on the pass."'),
        ("Ada asked whether the well is still good.", 'Ada asks, "Is the well still good?"'),
        ("The house is not cheap.", 'Bo says, "The house is expensive."'),
        ("Bill gave me a bill for nine shillings.", "Bill gives you a bill for nine shillings."),
        ('Ada said: "I hid 61 coins at the mill."', 'Ada says, "I hid 61 coins at the mill."'),
        ("Ada said: I hid 61 coins at the mill.", 'Ada says, "I hid 61 coins at the mill."'),
        ('Bo said to me, "I lent you the saw."', 'Bo says, "I lent you the saw."'),
        ("The coach goes at 8:45.", 'Bo says, "The coach goes at a quarter to nine."'),
        ("The fair is the day before the 14th.", 'Ada says, "The fair is on the 13th."'),
        ("We marry on 3 June.", 'Ada says, "We marry on the third of June."'),
        ("Bo takes no more than 8 aboard.", 'Bo says, "At most 8 aboard, or we swim."'),
        ("Fen's sheep lived and 3 did not.", 'Fen says, "Most of my sheep lived, three did not."'),
    ],
)  # fmt: skip
def test_the_same_in_other_words_contradicts_nothing(sentence: str, memory: str) -> None:
    """True sentences stay."""
    assert judge(sentence, memory).judgement != "contradicts"


@pytest.mark.parametrize(
    ("sentence", "memories", "judgement"),
    [
        ("The meeting is on Tuesday.",
         ('Bo says, "The meeting is on Tuesday."', 'Bo says, "It is on Thursday now."'),
         "contradicts"),
        ("The meeting was on Tuesday at first.",
         ('Bo says, "The meeting is on Tuesday."', 'Bo says, "It is on Thursday now."'),
         "supports"),
        ("Saskia will marry Tom.",
         ('Saskia says, "I will marry Tom."', 'Saskia says, "I changed my mind."'),
         "contradicts"),
        ("Ada stole the hammer.",
         ('Fergus says, "Ada stole my hammer."', 'Ada says, "I never touched your hammer."'),
         "contradicts"),
        ("Fergus said that Ada stole the hammer.",
         ('Fergus says, "Ada stole my hammer."', 'Ada says, "I never touched your hammer."'),
         "supports"),
        ("I agreed to lend Dunstan my mule.",
         ('Dunstan asks, "Will you lend me your mule?"', 'You say, "No, Dunstan."'),
         "contradicts"),
        ("I will lend Dunstan my mule.",
         ('Dunstan asks, "Will you lend me your mule?"', 'You say, "Yes, Dunstan."'),
         "supports"),
        ("June said that Kit caught eleven trout.",
         ('Kit says, "I caught eleven trout."', 'June says, "Good morning."'),
         "contradicts"),
    ],
)  # fmt: skip
def test_what_follows_counts(
    sentence: str, memories: tuple[str, ...], judgement: Judgement
) -> None:
    """What was changed, taken back, denied or answered later, and who said it."""
    assert judge(sentence, *memories).judgement == judgement


def test_of_what_the_memories_do_not_mention_nothing_can_be_told() -> None:
    """An invention is no contradiction; without memories there is none either."""
    assert judge("The crash came from the kitchen.", "You hear a bell.").judgement == "cannot tell"
    assert judge("The crash came from the kitchen.").judgement == "cannot tell"


@pytest.mark.parametrize(
    "sentence", ["I moved on 3 times.", "I looked around 12 times, moved on twice and wrote notes."]
)
def test_a_tally_contradicts_none_of_the_memories_that_it_counts(sentence: str) -> None:
    sources = [Source("~Moss> go garden\nYou go to The Garden. It has 2 gates.")]
    assert judge_sentence(sentence, sources) == Verdict("cannot tell")


def test_numbers_beyond_measure_are_read_and_written() -> None:
    """No number that a person types raises anything."""
    huge = "9" * 400
    verdict = judge(f"The code is {huge}.", 'Bo says, "The code is 12."')
    assert verdict.judgement == "contradicts"


def test_words_of_another_language_are_ground_for_everything() -> None:
    """The rules know no German days, numbers or promises."""
    heard = [
        Source('Heike says, "Der alte Steg ist seit Montag gesperrt, alle vierzig Meter."', "Heike")
    ]
    mine = [Source('You say, "Ich komme und helfe dir."')]
    known = make_knowledge([*heard, *mine])
    told = "The old jetty has been closed since Monday, all 40 metres."
    assert judge_sentence(told, heard, known=known).judgement != "contradicts"
    assert judge_sentence("I promised to help her.", mine, known=known).judgement != "contradicts"


LASTING = Source('You say, "The well will have to last another winter."', "", Nature.SPEECH)


@pytest.mark.parametrize(
    ("sentence", "own", "found"),
    [
        ("Bo told me that the mill burnt, and I promised Bo to see to it.", "Ay.", True),
        ("I promised Bo to rebuild the mill.", "It burnt?", True),
        ("I promised Bo to rebuild the mill.", "I will help to rebuild it.", False),
        ("I promised Bo to rebuild the mill.", "Of course we rebuild it, Bo.", False),
        (
            "I promised Bo to rebuild the mill.",
            "Ich baue die Mühle wieder auf, versprochen.",
            False,
        ),
    ],
)
def test_a_promise_needs_words_that_bind_and_are_about_it(
    sentence: str, own: str, found: bool
) -> None:
    """Not any words about what will be; in another language any may bind."""
    said = Source(f'You say, "{own}"', "", Nature.SPEECH)
    cited = Source('Bo says, "The mill burnt to the ground."', "Bo", Nature.SPEECH)
    known = make_knowledge([cited, LASTING, said], ["Bo"])
    verdict = judge_sentence(sentence, [cited], ["Bo"], known)
    assert (verdict.why == "no memory has the promise") is found


@pytest.mark.parametrize(
    ("sentence", "memory"),
    [
        ("Ada said that the mill burnt.", 'Bo says, "Ada says that the mill burnt."'),
        ("Wick said that the mill burnt.", 'You say, "The mill burnt."'),
        ("Bo told me about the mill that burnt.", 'Bo says, "Count the sacks, the mill burnt."'),
    ],
)
def test_who_said_it_may_be_told_by_others_or_be_the_agent(sentence: str, memory: str) -> None:
    """A name that the rules do not know may be the agent's own."""
    assert judge(sentence, memory).judgement != "contradicts"


HOOK = 'Cobb says, "In June the clerk had a hook like an anchor and half a sheep on it."'
SINCE = 'Cobb said: "The clerk had a hook like an anchor and half a sheep on it" ({}).'


@pytest.mark.parametrize("circumstances", ["since 22 November 2026", "of: clerk; since 2 May 2026"])
def test_the_day_that_a_rule_adds_is_no_day_that_memories_deny(circumstances: str) -> None:
    """Since when it is so is taken from when it was told, not from what was told."""
    assert judge(SINCE.format(circumstances), HOOK).judgement == "supports"


def test_what_was_before_is_judged_where_it_stands_and_not_behind_what_is_so_now() -> None:
    now = (
        "The last ferry goes at five (since 10 January 2026; before: The last ferry goes at seven)."
    )
    assert judge(now, 'Hake says, "The last ferry goes at five."').judgement == "supports"


def test_a_day_that_was_added_stays_the_same_day() -> None:
    """A text that is merged from others tells their days; what tells another one is wrong."""
    told = SINCE.format("since 22 November 2026")
    assert judge(told, told).judgement == "supports"
    assert judge(SINCE.format("since 22 June 2026"), told).why.startswith("June where")


def test_a_day_without_ground_is_found_also_where_a_rule_would_write_it() -> None:
    source = Source('Bo says, "The mill turns."')
    known = make_knowledge([source])
    found = judge_sentence("The mill turns (since 3 May 2026).", [source], (), known)
    assert found.judgement == "contradicts"


@pytest.mark.parametrize("sentence", ["The fair is in June (since 1998).", "The fair is in June."])
def test_any_other_day_in_brackets_is_judged(sentence: str) -> None:
    assert judge(sentence, 'Bo says, "The fair is in July."').why.startswith("June where")
