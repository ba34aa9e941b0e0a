"""Words that a memory has somebody say are borne out by it, whatever they deny or ask."""

from __future__ import annotations

import pytest

from agents.memory.checking.aligning.quoting import quotes_a_memory
from agents.memory.checking.verdict import judge_sentence
from agents.memory.language.evidence import Source

ASKED = Source('Tomas says, "Who pruned that tree?"', "Tomas")
DENIED = Source('Cobb says, "That is why nobody bought boots. Good night!"', "Cobb")


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ('I heard Tomas say: "Who pruned that tree?"', ASKED),
        ('Tomas asked me, "Who pruned that tree?".', ASKED),
        (
            'I heard Cobb say: "That is why nobody bought boots. Good night!"',
            DENIED,
        ),
        (
            'Cobb said: "That is why nobody bought boots." (since 2 May 2026)',
            DENIED,
        ),
    ],
)
def test_a_quotation_is_borne_out_by_what_it_quotes(sentence: str, source: Source) -> None:
    assert judge_sentence(sentence, [source]).judgement == "supports"


ROPE = "You told me that your sister sells rope for two pence the yard."
TOLD = Source(f'~Moss> tell Ada {ROPE}\nYou tell Ada, "{ROPE}"')
EVENING = Source('~Moss> say Good evening.\nYou say, "Good evening."')


@pytest.mark.parametrize(
    ("sentence", "borne_out"),
    [
        (f'I said: "{ROPE}"', True),
        (f'I said "{ROPE}" and "Good evening.".', True),
        (f'I said "{ROPE}" and "Good night.".', False),
        ('I told Ada, "You told me that your sister sells rope for six pence the yard."', False),
    ],
)
def test_the_agents_own_words_are_borne_out_by_its_saying_them(
    sentence: str, *, borne_out: bool
) -> None:
    assert quotes_a_memory(sentence, [TOLD, EVENING]) is borne_out
    assert not quotes_a_memory(sentence, [Source(f'Ada says, "{ROPE}"', "Ada")])


@pytest.mark.parametrize(
    "sentence",
    [
        'I heard Cobb say: "Who pruned that tree?"',  # another's words
        'Tomas asked, "Who felled that tree?"',  # other words
        'Tomas never asked, "Who pruned that tree?"',
    ],
)
def test_other_words_and_other_speakers_are_no_quotation(sentence: str) -> None:
    assert not quotes_a_memory(sentence, [ASKED])
