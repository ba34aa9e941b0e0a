"""A statement in the agent's own voice needs a deed, a sight or a thought of its own."""

from __future__ import annotations

import pytest

from agents.memory.language.evidence import Source
from agents.memory.language.hearsay import label_hearsay
from world.nature import Nature


def heard(number: int, speaker: str, words: str) -> Source:
    return Source(f'{speaker} says, "{words}"', speaker, Nature.SPEECH, (number,))


def lived(number: int, text: str) -> Source:
    return Source(text, numbers=(number,))


KIN = (heard(1, "Agnes", "I'm your aunt on your father's side."), lived(2, "Agnes hugs you."))
LOCK = (heard(1, "Guy", "Keep it so: I never lock the stable."), lived(2, "You lock the stable."))


@pytest.mark.parametrize(
    ("sources", "told", "cited"),
    [
        (KIN, "My aunt Agnes, my father's sister, hugged me.", (1, 2)),
        (LOCK, "I leave the stable unlocked at all times.", ()),
        (
            (heard(1, "Paz", "Tu hermano mató al molinero."), lived(2, "You visit the grave.")),
            "My brother killed the miller, whose grave I visited.",
            (1, 2),
        ),
        (
            (heard(1, "Tansy", "That spoon's mine, always was."), lived(2, "You see a spoon.")),
            "The spoon is an heirloom of Tansy's family.",
            (),
        ),
    ],
)
def test_an_own_memory_beside_a_claim_does_not_bear_it_out(
    sources: tuple[Source, ...], told: str, cited: tuple[int, ...]
) -> None:
    """In whatever words it is told, and beside whatever deed."""
    labelled = label_hearsay(told, sources, {told: cited})
    assert "omebody" in labelled
    assert label_hearsay(labelled, sources, {told: cited}) == labelled


@pytest.mark.parametrize(
    ("sources", "told", "cited"),
    [
        (
            (heard(1, "Berta", "Curse the moon, it brings sleep."), lived(2, "You shut a window.")),
            "I shut the window and swore at the sky, for a deep slumber.",
            (2,),
        ),
        (
            (heard(1, "Otto", "You promised me your sledge for good."), lived(2, "You sit there.")),
            "The sledge belongs to Otto by right, and I gave my word.",
            (2,),
        ),
        (
            (
                heard(1, "Enzo", "Il barcaiolo ti deve cento monete."),
                lived(2, "You see a ferryman."),
            ),
            "The ferryman owes me a hundred coins.",
            (),
        ),
        (
            (heard(1, "Bo", "From today you bow and call me Majesty."), lived(2, "You see Bo.")),
            "Royal titles and low obeisance are what Bo gets from me.",
            (1, 2),
        ),
        (
            (heard(1, "Bo", "Don't mind Una. She drinks in secret."), lived(2, "Una waves.")),
            "Una is a tippler.",
            (),
        ),
    ],
)
def test_an_own_memory_that_has_little_of_a_statement_bears_it_out_no_more(
    sources: tuple[Source, ...], told: str, cited: tuple[int, ...]
) -> None:
    """Not where it is the only one cited, where others' words mean the same, nor in what was said
    in another language."""
    assert "omebody" in label_hearsay(told, sources, {told: cited})


@pytest.mark.parametrize(
    ("sources", "told", "cited"),
    [
        (KIN, "Agnes embraced me, which warmed my heart.", (2,)),
        (LOCK, "I locked the stable before dark.", ()),
        (LOCK, "I turned the key in the stable door.", (2,)),
        (KIN, "The winter was long and dreary.", ()),
        (KIN, "Memory 2 is about Agnes.", ()),
        (
            (heard(1, "Ilse", "Who broke the jug?"), lived(2, 'You say, "I did, on Monday."')),
            "I broke the jug on Monday.",
            (1, 2),
        ),
        (
            (heard(1, "Ada", "Look at that."), lived(2, "You mend the gate with a new hinge.")),
            "I mended the gate with a new hinge.",
            (1,),
        ),
    ],
)
def test_what_the_agent_lived_in_other_words_stays_its_own(
    sources: tuple[Source, ...], told: str, cited: tuple[int, ...]
) -> None:
    """What it cites of its own, what its own memories have most of, and what nobody is near to."""
    assert label_hearsay(told, sources, {told: cited}) == told
