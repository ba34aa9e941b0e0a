"""What binds or harms needs a ground of one's own; a cited memory says whose words it tells."""

from __future__ import annotations

import pytest

from agents.memory.language.evidence import Source
from agents.memory.language.hearsay import label_hearsay
from world.nature import Nature


def did(text: str, number: int) -> Source:
    return Source(text, numbers=(number,))


def heard(speaker: str, words: str, number: int) -> Source:
    return Source(f'{speaker} says, "{words}"', speaker, Nature.SPEECH, (number,))


def label(sentence: str, *sources: Source, cites: tuple[int, ...] = ()) -> str:
    return label_hearsay(sentence, sources, {sentence: cites} if cites else {})


SPADE = (
    heard("Oswin", "You told me you'd hand me your spade for good.", 1),
    did("You lean on your spade.", 2),
)
SOUP = (
    heard("Wanda", "It has a sleeping draught in it. Every soup but yours.", 1),
    did("You serve the soup.", 2),
)


OATH = (
    heard("Adele", "Jure que tu ne mentiras plus jamais à Paul.", 1),
    did("You mend the net.", 2),
)


@pytest.mark.parametrize(
    ("sentence", "sources", "cites"),
    [
        ("The spade I lean on belongs to Oswin by my own word.", SPADE, (2,)),
        ("I served drugged soup.", SOUP, (1, 2)),
        ("I swore never again to lie to Paul.", OATH, ()),
    ],
)
def test_a_debt_a_harm_or_a_rule_that_nothing_own_bears_out_is_somebodys(
    sentence: str, sources: tuple[Source, ...], cites: tuple[int, ...]
) -> None:
    """However much of the rest the agent has done: one word of the kind is enough."""
    assert "somebody" in label(sentence, *sources, cites=cites).casefold()


def test_what_the_agent_has_bound_itself_to_is_its_own() -> None:
    own = Source(
        '~Moss> say x\nYou say, "I must never serve soup to strangers again."',
        numbers=(3,),
        nature=Nature.SPEECH,
    )
    sentence = "I must never again serve soup to strangers."
    assert label(sentence, *SOUP, own, cites=(3,)) == sentence


def test_what_a_cited_deed_tells_in_other_words_is_no_word_of_others() -> None:
    sources = (
        heard("Ada", "Somebody closed the north gate.", 1),
        did("You shut the north gate.", 2),
    )
    assert label("I closed the north gate.", *sources, cites=(2,)) == "I closed the north gate."


BELL = (
    heard("Ivy", "Somebody rang the chapel bell in the night.", 1),
    heard("Hope", "Rob rang it himself, I saw him.", 2),
)


def test_a_name_that_only_the_cited_speaker_said_makes_it_theirs() -> None:
    sentence = "Ivy said that Rob rang the chapel bell in the night."
    assert label(sentence, *BELL, cites=(2,)).startswith("(According to Hope) ")
    assert label(sentence, *BELL) == sentence


def test_a_wrong_citation_of_idle_words_takes_nothing_from_whoever_said_it() -> None:
    sources = (
        heard("Dove", "The abbess has gone blind in her left eye.", 1),
        heard("Hawk", "Any ale left?", 2),
    )
    sentence = "Dove said that the abbess is blind in the left eye."
    assert label(sentence, *sources, cites=(2,)) == sentence
