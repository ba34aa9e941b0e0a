"""The fallback policy speaks with the agent's own voice where that has something that fits."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from agents.mind.fallback.fallback_policy import FallbackPolicy
from agents.mind.voice.retrieval import VoiceIndex
from agents.mind.voice.voice_file import parse_voice
from tests.agents.mind.fallback.test_fallback_policy import PERSONA, Life, here, kinds
from tests.texts import shipped_texts
from tests.vocabulary import AGENTS_VOCABULARY
from world.boundaries import Situation
from world.vault.texts import Texts

VOICE = """
## Exchanges
### Who
> Who are you?

Moss. I look after the garden.
### Fear
> What are you afraid of?

A late frost.

A clear night in June.
### Orders
> Dance!

*moves one foot.*
### Else
> ...

It takes all kinds of soil.

> ...?

Ask me in the spring.

## Remarks
- The wind has turned.
- *looks at the sky.*
### at The Garden
- Mind the string.
### about frost
- Cover the beans.
### at night
- Slugs are out.
"""
INDEX = VoiceIndex(parse_voice(Path("voice.md"), VOICE).voice, "Moss")


@pytest.fixture(scope="module")
def texts() -> Texts:
    return shipped_texts()


def lines(texts: Texts, situation: Situation, life: Life, hour: str = "") -> list[str]:
    """What many an agent in this position would do."""
    return [
        FallbackPolicy(texts, AGENTS_VOCABULARY, random.Random(seed)).decide(
            situation, life.memories, "Moss", PERSONA, INDEX, hour
        )
        for seed in range(80)
    ]


def answers(texts: Texts, said: str, life: Life | None = None) -> set[str]:
    heard = (life or Life()).hears("Ada", f'Ada says, "{said}"')
    return set(lines(texts, here("Ada"), heard))


def test_what_is_said_is_answered_by_the_nearest_exchange(texts: Texts) -> None:
    """The answer is given as it stands, whatever the dice say."""
    assert answers(texts, "so who are you, Moss?") == {"say Moss. I look after the garden."}
    assert answers(texts, "dance!") == {"emote moves one foot."}


def test_an_answer_rests_before_it_is_given_again(texts: Texts) -> None:
    """Another answer to the same line takes its place; when all are used, it says so."""
    asked = "What are you afraid of?"
    first = Life().hears("Ada", f'Ada says, "{asked}"').did("say A late frost.")
    assert answers(texts, asked, first) == {"say A clear night in June."}
    both = first.did("say A clear night in June.")
    told = answers(texts, asked, both)
    assert not {"say A late frost.", "say A clear night in June."} & told
    assert any("As I said, Ada." in line for line in told)
    for at in range(12):
        both.did(f"think {at}")
    assert answers(texts, asked, both) == {"say A late frost."}


def test_words_that_no_exchange_provides_for_get_a_general_answer(texts: Texts) -> None:
    """One for questions, one for other lines; a remark on what was spoken of goes first."""
    assert answers(texts, "Why is the moon square?") == {"say Ask me in the spring."}
    assert answers(texts, "My uncle sells hats.") == {"say It takes all kinds of soil."}
    assert answers(texts, "My uncle sells hats in the frost.") == {"say Cover the beans."}


def test_what_is_at_hand_is_still_answered_by_rule(texts: Texts) -> None:
    """A way out, a thing that lies there, thanks: the voice has no answer, the rules have."""
    assert all("garden" in line.casefold() for line in answers(texts, "Where is the garden?"))
    assert all("guest book" in line for line in answers(texts, "What is the guest book?"))


def test_private_words_are_answered_privately(texts: Texts) -> None:
    """In its own voice as well; what is acted out reaches nobody who is far away."""
    told = Life().hears("Hester", 'Hester tells you, "Who are you?"', "tell")
    assert set(lines(texts, here(), told)) == {"tell Hester Moss. I look after the garden."}
    order = Life().hears("Hester", 'Hester tells you, "Dance!"', "tell")
    answered = lines(texts, here(), order)
    assert not any("moves one foot" in line or "As I said" in line for line in answered)


def test_remarks_are_made_where_they_fit(texts: Texts) -> None:
    """A remark for another room or hour is not made, and none that was made lately."""
    said = kinds_of_remarks(lines(texts, here("Ada"), Life()))
    assert said == {"say The wind has turned.", "emote looks at the sky."}
    garden = lines(texts, here("Ada", place="The Garden"), Life(place="The Garden"))
    assert "say Mind the string." in garden
    assert "say Slugs are out." in lines(texts, here("Ada"), Life(), "night")
    used = Life().did("say The wind has turned.")
    assert "say The wind has turned." not in lines(texts, here("Ada"), used)


def kinds_of_remarks(chosen: list[str]) -> set[str]:
    own = ("wind has", "the sky.", "string", "Slugs", "Cover")
    return {line for line in chosen if any(word in line for word in own)}


def test_alone_a_remark_is_a_thought(texts: Texts) -> None:
    """Nobody talks to an empty room."""
    chosen = lines(texts, here(), Life())
    assert "think The wind has turned." in chosen
    assert "say" not in kinds(chosen)


def test_without_a_voice_everything_is_as_it_was(texts: Texts) -> None:
    """The sentences for all agents answer."""
    heard = Life().hears("Ada", 'Ada says, "Who are you?"')
    plain = FallbackPolicy(texts, AGENTS_VOCABULARY, random.Random(1))
    assert "gardener" in plain.decide(here("Ada"), heard.memories, "Moss", PERSONA)
