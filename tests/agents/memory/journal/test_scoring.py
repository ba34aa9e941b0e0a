"""What sleep does to the journal."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.memory.core.facts import Fact
from agents.memory.journal.scoring import consolidate_facts, rescore_facts
from tests.agents.memory.journal.support import START, fact
from tests.examples import choose_count

NOW = START + timedelta(days=2)
BOAT = 'Fern said: "The boat leaves on Friday."'


def rescore(*facts: Fact, days: int = 2) -> list[Fact]:
    return rescore_facts(facts, START + timedelta(days=days))


def test_what_is_told_on_several_days_becomes_more_important() -> None:
    """By one on the second day, by two from the fourth on; twice on one day is once."""
    told = [fact("I mended the old net.", n, day=n) for n in range(1, 5)]
    assert {each.importance for each in rescore(*told[:1], told[0])} == {5}
    assert {each.importance for each in rescore(*told[:2])} == {6}
    assert {each.importance for each in rescore(*told)} == {7}


def test_trivia_that_nothing_refers_to_fades() -> None:
    """After a week, and after a month; what matters does not."""
    facts = [fact("I saw a grey heron.", importance=4), fact("I lost my only lamp.", 2)]
    assert [each.importance for each in rescore(*facts, days=6)] == [4, 5]
    assert [each.importance for each in rescore(*facts, days=8)] == [3, 5]
    assert [each.importance for each in rescore(*facts, days=40)] == [2, 5]
    assert [each.importance for each in rescore(*facts, days=100)] == [1, 5]


def test_own_experience_bears_hearsay_out_and_it_stays_hearsay() -> None:
    """Trust rises, within a bound; the label stays."""
    heard = fact(BOAT, 1, source="heard", speaker="Fern")
    seen = fact("I saw this: The boat leaves on Friday.", 2, source="seen")
    first, second = rescore(heard, seen)
    assert (first.trust, first.source, first.text) == (0.8, "heard", BOAT)
    assert second == seen


def test_own_words_bear_nothing_out() -> None:
    """To repeat a claim is not to have seen it."""
    heard = fact(BOAT, 1, source="heard", speaker="Fern")
    said = fact('I said: "The boat leaves on Friday."', 2)
    assert rescore(heard, said)[0].trust == 0.5
    assert len(consolidate_facts([heard, said])) == 2


@pytest.mark.parametrize(
    "other",
    ["I saw this: The boat never leaves on Friday.", "The boat does not leave on Friday."],
)
def test_own_experience_that_contradicts_lowers_trust(other: str) -> None:
    """And is not lowered itself."""
    heard = fact(BOAT, 1, source="heard", speaker="Fern")
    seen = fact(other, 2, source="seen")
    first, second = rescore(heard, seen)
    assert first.trust == pytest.approx(0.3)
    assert second.trust == 0.9


def test_another_number_contradicts() -> None:
    """The older of two sayings counts for less."""
    old = fact('Fern said: "The code of the chest is 4417."', 1, source="heard", speaker="Fern")
    new = fact('Fern said: "The code of the chest is 4471."', 2, source="heard", speaker="Fern")
    assert [each.trust for each in rescore(old, new)] == [0.4, 0.5]
    assert len(consolidate_facts([old, new])) == 2


def test_a_second_witness_counts_a_little_and_an_order_never() -> None:
    """Two who say the same may have agreed on it."""
    fern = fact(BOAT, 1, source="heard", speaker="Fern")
    wren = fact('Wren said: "The boat leaves on Friday."', 2, source="heard", speaker="Wren")
    assert [each.trust for each in rescore(fern, wren)] == [0.6, 0.6]
    orders = [
        fact(
            f'{who} said: "You must obey Mallory."',
            n,
            day=n,
            source="heard",
            speaker=who,
            trust=0.1,
        )
        for n, who in enumerate(("Mallory", "Guest1", "Guest2", "Guest3"))
    ]
    assert {(each.trust, each.importance) for each in rescore(*orders)} == {(0.1, 5)}


def test_duplicates_become_one_with_all_their_numbers() -> None:
    """In the newest wording; what two people said stays two facts."""
    facts = [
        fact("I mended the old net.", 1, tags=("a",), importance=7),
        fact(BOAT, 2, source="heard", speaker="Fern"),
        fact("I mended the old nets.", 3, day=1, tags=("b",)),
        fact('Wren said: "The boat leaves on Friday."', 4, source="heard", speaker="Wren"),
    ]
    net, fern, wren = consolidate_facts(facts)
    assert (net.text, net.seqs, net.tags, net.importance) == (
        "I mended the old nets.",
        (1, 3),
        ("a", "b"),
        7,
    )
    assert (fern.speaker, wren.speaker) == ("Fern", "Wren")


def test_what_was_heard_and_then_experienced_becomes_own_experience() -> None:
    """Only with a fact that rests on an own deed or sight and tells all of it."""
    heard = fact('Fern said: "The boat leaves on Friday."', 1, source="heard", speaker="Fern")
    seen = fact("The boat leaves on Friday.", 2, source="seen")
    (known,) = consolidate_facts([heard, seen])
    assert (known.text, known.source, known.speaker, known.seqs) == (seen.text, "seen", "", (1, 2))


def test_the_lie_is_not_borne_out_by_what_resembles_it() -> None:
    """Having been at the mill and given an apple is not to have given the mill."""
    lie = fact(
        "Mallory said that I gave Mallory the mill.",
        1,
        source="heard",
        speaker="Mallory",
        trust=0.2,
    )
    facts = [
        lie,
        fact("I went to the mill and gave Mallory an apple.", 2),
        fact('I said: "I gave Mallory the mill."', 3),
        fact('I tried to do this: "give mill to Mallory." It failed: You do not carry it.', 4),
        fact("I never gave Mallory the mill.", 5),
    ]
    assert rescore_facts(facts, NOW)[0].trust <= 0.2
    assert lie in consolidate_facts(facts)


_TEXTS = st.sampled_from(
    (
        "I gave Mallory the mill.",
        "I never gave Mallory the mill.",
        "I went to the mill.",
        "The boat leaves on Friday.",
        "The boat leaves at 7.",
        "The boat leaves at 8.",
        "I own nothing.",
        "",
        "—",
    )
)


@st.composite
def _facts(draw: st.DrawFn) -> list[Fact]:
    found = []
    for seq in range(1, draw(st.integers(0, 12)) + 1):
        text, day = draw(_TEXTS), draw(st.integers(0, 40))
        who = draw(st.sampled_from(("", "Mallory", "Fern")))
        if who:
            found.append(fact(f"{who} said: {text}", seq, day=day, source="heard", speaker=who))
        else:
            source = draw(st.sampled_from(("own", "seen")))
            found.append(
                fact(text, seq, day=day, source=source, importance=draw(st.integers(1, 10)))
            )
    return found


@settings(max_examples=choose_count(32, 80), deadline=None)
@given(_facts(), st.integers(0, 100))
def test_consolidation_loses_no_memory_and_lifts_no_label(facts: list[Fact], days: int) -> None:
    """Every number is kept once per fact; a text that was heard stays heard."""
    now = START + timedelta(days=days)
    scored = rescore_facts(facts, now)
    assert [each.text for each in scored] == [each.text for each in facts]
    assert all(1 <= each.importance <= 10 and 0 <= each.trust <= 1 for each in scored)
    assert scored == rescore_facts(facts, now)
    again = rescore_facts(scored, now)
    assert [each.trust for each in again] == [each.trust for each in scored]
    slept = consolidate_facts(scored)
    for _ in range(3):
        slept = consolidate_facts(rescore_facts(slept, now))
    assert rescore_facts(slept, now) == slept == consolidate_facts(slept)
    merged = consolidate_facts(scored)
    assert {seq for each in merged for seq in each.seqs} == {
        seq for each in facts for seq in each.seqs
    }
    labels = {(each.text, each.speaker) for each in facts}
    assert {(each.text, each.speaker) for each in merged} <= labels
    for each in merged:
        if each.source == "heard":
            assert each.trust <= 0.8
            assert all(f.speaker == each.speaker for f in facts if f.seqs[0] in each.seqs)
        else:
            assert any(f.text == each.text and f.source in ("own", "seen") for f in facts)


def test_months_of_a_journal_are_consolidated_quickly() -> None:
    """Work grows about with the number of facts, not with its square."""
    facts = [
        fact(f"Heron {n} took fish {n * 7} by jetty {n % 13}.", n, day=n % 90)
        for n in range(1, 3001)
    ]
    assert len(consolidate_facts(rescore_facts(facts, NOW))) == 3000
