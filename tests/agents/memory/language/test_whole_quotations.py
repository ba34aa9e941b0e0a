"""Quotations stay with whoever said them, wherever a text is split or labelled."""

from __future__ import annotations

from itertools import count

import pytest

from agents.clock import VirtualClock
from agents.memory.core.records import Experience, Summary
from agents.memory.core.view import pair_citations
from agents.memory.language import deterministic
from agents.memory.language.attribution import attribute_parts, locate_sentences
from agents.memory.language.evidence import Source
from agents.memory.language.hearsay import label_hearsay
from agents.prose import split_sentences
from world.nature import Nature

NOW = VirtualClock().now()
LISTED = 'I said "I was at the mill.", "The well is deep!" and "Ask Fern?".'


def test_a_list_of_quotations_is_one_sentence_of_its_speaker() -> None:
    """It is split behind its last quotation alone, and all of it is the teller's own words."""
    text = f"{LISTED} I left."
    assert split_sentences(text) == [LISTED, "I left."]
    assert [text[start:stop] for start, stop in locate_sentences(text)] == [LISTED, "I left."]
    (mine, *rest) = attribute_parts(LISTED, strict=True)
    assert mine.kind == "mine"
    assert not [each for each in rest if any(map(str.isalnum, LISTED[each.start : each.stop]))]


def test_no_label_stands_within_own_words() -> None:
    """What others say in the same words does not part a list of own quotations."""
    heard = Source('Ada says, "The well is deep! Ask Fern, I was at the mill."', "Ada")
    line = 'You say, "{}"'
    own = [
        Source(line.format(each))
        for each in ("I was at the mill.", "The well is deep!", "Ask Fern?")
    ]
    assert label_hearsay(LISTED, [heard, *own]) == LISTED


@pytest.mark.parametrize("stop", [".", " .", "!"])
def test_a_stop_behind_a_quotation_is_nobodys_claim(stop: str) -> None:
    """Whatever the sentence cites: it says nothing that would need a label."""
    ada = Source('Ada says, "The well is deep."', "Ada", Nature.SPEECH, (3,))
    bo = Source('Bo says, "Rain again."', "Bo", Nature.SPEECH, (4,))
    text = f'I heard Ada say: "The well is deep."{stop}'
    assert label_hearsay(text, [ada, bo], {text: (3,)}) == text


def test_a_new_sentence_begins_with_a_capital() -> None:
    """Behind a quotation that ends in a stop, a small letter or a figure goes on."""
    assert split_sentences('Ada said "No." Bill left.') == ['Ada said "No."', "Bill left."]
    often = 'I heard Ada say "No." 12 times.'
    assert split_sentences(often) == [often]


def test_every_piece_of_a_text_by_rule_names_its_speaker() -> None:
    """Own words, others' words, failures and reasons are each one sentence, however they end."""
    numbers = count(1)

    def act(line: str, text: str, reason: str = "") -> Experience:
        nature = Nature.SPEECH if line.startswith("say") else Nature.TAKING
        told = f"~Moss> {line}\n{text}"
        return Experience(
            next(numbers), NOW, told, "action", line=line, nature=nature, reason=reason
        )

    said = ("Odo has the rope!", "Could you mend Ada's oar by Friday?", "I sold two boats.")
    memories = [
        *(act(f"say {each}", f'You say, "{each}"') for each in said),
        act("get moon", "You get it.", reason="The well is dry. Fern must know. I saw it."),
        *(
            Experience(next(numbers), NOW, 'Ada says, "The well is dry. Go."', "observation",
                       speaker="Ada", nature=Nature.SPEECH)
            for _ in range(12)
        ),
    ]  # fmt: skip
    pieces = split_sentences(deterministic.summarise_memories(memories))
    assert 'I said "{}", "{}" and "{}"'.format(*said) in pieces
    assert 'I heard Ada say "The well is dry. Go." 12 times.' in pieces
    assert pieces[-1] == 'What moved me last: "The well is dry. Fern must know. I saw it."'


def test_citations_that_were_recorded_by_piece_keep_their_sentences() -> None:
    """A summary of an earlier version was split behind each quotation; no sentence gets the
    memories of another."""
    text = 'I met Ada. I said "Hello!" and "Ay." to her. I left.'
    recorded = ((1,), (2,), (3,), (2, 4), (5,))
    old = Summary("a", "recent", text, (1, 5), "deterministic", NOW, citations=recorded)
    assert pair_citations(old) == [
        ("I met Ada.", (1,)),
        ('I said "Hello!" and "Ay." to her.', (2, 3, 4)),
        ("I left.", (5,)),
    ]


def test_citations_that_were_recorded_behind_a_title_keep_their_sentences() -> None:
    """An earlier version ended a sentence behind "Mr."."""
    text = 'I met Mr. Hale. I said "Hello!" and "Ay." to him. I left.'
    recorded = ((1,), (2,), (3, 4), (5,))
    old = Summary("a", "recent", text, (1, 5), "deterministic", NOW, citations=recorded)
    assert pair_citations(old) == [
        ("I met Mr. Hale.", (1, 2)),
        ('I said "Hello!" and "Ay." to him.', (3, 4)),
        ("I left.", (5,)),
    ]
