"""What the agent did, saw, said and thought is never pinned on anybody."""

from __future__ import annotations

import pytest

from agents.memory.language.evidence import Source
from agents.memory.language.hearsay import label_hearsay
from world.nature import Nature


def heard(speaker: str, words: str, verb: str = "says") -> Source:
    return Source(f'{speaker} {verb}, "{words}"', speaker, Nature.SPEECH)


@pytest.mark.parametrize(
    ("sources", "told"),
    [
        (
            [heard("Sorrel", "Somebody tie that boat up."), "You tie the boat to the iron ring."],
            "The boat is tied to the iron ring.",
        ),
        (
            [
                heard("Jack", "Where's the ladder?", "asks"),
                'You say, "The ladder is behind the barn, Jack."',
            ],
            "The ladder is behind the barn.",
        ),
        (
            [
                heard("Art", "The choir needs a roof."),
                'You say, "I can\'t sing a note, but I could mend the roof."',
            ],
            "I could mend the choir's roof but I cannot sing.",
        ),
        (
            [heard("Mabel", "The comet means plague."), "You think: The comet means nothing."],
            "The comet means nothing.",
        ),
        (
            [
                heard("Bertram", "You were at the fire."),
                'You say, "I was nowhere near it, I was asleep at the inn."',
            ],
            "I was asleep at the inn and not near the fire.",
        ),
        (
            [heard("Nuno", "You should sell the boat."), "You think: I will keep the boat."],
            "I intend to keep the boat.",
        ),
    ],
)
def test_own_experience_outweighs_what_others_say_of_the_same(
    sources: list[Source | str], told: str
) -> None:
    """Deeds, sights, own answers and thoughts carry more of the sentence than others' words."""
    known = [each if isinstance(each, Source) else Source(each) for each in sources]
    assert label_hearsay(told, known) == told


def test_to_repeat_what_was_heard_does_not_make_it_so() -> None:
    """Said first by others, it stays theirs; said first by the agent, it is its own."""
    other = heard("Jack", "The ladder is behind the barn.")
    own = Source('You say, "The ladder is behind the barn."')
    told = "The ladder is behind the barn."
    assert label_hearsay(told, [other, own]) == "Jack said that the ladder is behind the barn."
    assert label_hearsay(told, [own, other]) == told
