"""What a model says is out of date, where no rule finds that anything changed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from agents.memory.core.facts import Fact
from agents.memory.core.records import Experience
from agents.memory.journal.changing import outdated
from agents.memory.journal.changing.completing import CompleteFacts, complete_all
from agents.memory.journal.changing.outdated import OUTDATED
from agents.memory.journal.heuristics import list_candidates, list_rest
from agents.memory.memory import AgentMemory
from agents.memory.summarization.second_reading.checks import SentenceChecks
from tests.agents.memory.journal.changing.test_completing import said
from tests.agents.memory.journal.support import saw
from tests.agents.memory.journal.test_journal import entries, hear, keep
from tests.agents.memory.summarization.test_sentence_checks import Checker
from tests.agents.memory.support import Bench, grow

TENOR = "I sing with the tenors in the chapel choir."
BARITONE = "Choir master has me growling at the back with Wat and the other big men."
READ = f"Pru: {TENOR}", f"Pru: {BARITONE}"


def draw(*memories: Experience, residents: tuple[str, ...] = ()) -> CompleteFacts:
    facts = list_candidates(memories, "Moss")
    rest = list_rest(memories, "Moss", facts)
    return complete_all(facts, rest, memories, residents=residents)


def sing(speaker: str = "Pru", words: str = BARITONE) -> tuple[Experience, Experience]:
    return said(0, 1, "Pru", TENOR), said(18, 2, speaker, words)


def list_pairs(found: CompleteFacts) -> list[tuple[str, str]]:
    return [(each.note, each.line) for each in found.maybe]


def choose(found: CompleteFacts, *chances: float) -> dict[int, Fact]:
    return {each.seqs[0]: each for each in found.take(chances).choose()}


def test_a_later_statement_is_read_beside_what_it_may_make_out_of_date() -> None:
    """With who said it; no rule finds a change in them."""
    found = draw(*sing())
    assert list_pairs(found) == [READ]
    assert not any(each.before for each in found.facts)


def test_what_is_out_of_date_is_told_beside_the_news() -> None:
    """Both stand: of the same speaker, too, it is not replaced on a model's word."""
    found = draw(*sing())
    now = choose(found, OUTDATED)[2]
    assert (now.before, now.beside, now.replaces) == (TENOR, (1,), ())
    assert BARITONE in now.text
    assert found.take([OUTDATED]).maybe == ()


def test_what_another_told_is_named() -> None:
    now = choose(draw(*sing("Wat", "Pru growls with us at the back of the choir.")), 0.9)[2]
    assert now.before == f"Pru said: {TENOR}" and now.speaker == "Wat"


def test_what_is_unlikely_changes_nothing() -> None:
    found = draw(*sing())
    assert choose(found, OUTDATED - 0.01) == {e.seqs[0]: e for e in found.choose()}


def test_of_several_the_likeliest_is_out_of_date() -> None:
    first, now = sing()
    curate = said(0, 3, "Pru", "Our curate is the master of the big bell.")
    found = draw(first, curate, replace(now, seq=4))
    both = [n for n, (_, line) in enumerate(list_pairs(found)) if line == READ[1]]
    assert len(both) == 2
    for better, worse in (both, both[::-1]):
        chances = [0.0] * len(found.maybe)
        chances[better], chances[worse] = 0.8, 0.6
        now_told = choose(found, *chances)[4]
        assert now_told.before == found.maybe[better].note.removeprefix("Pru: ")


def test_those_who_live_here_are_read_beside_visitors_alone() -> None:
    """Of what they tell each other, and of what is seen, mostly nothing is news."""
    assert list_pairs(draw(*sing("Wat", "Pru growls at the back."), residents=("wat",)))
    assert not draw(*sing(), residents=("pru",)).maybe
    goose = said(0, 1, "Pru", "My goose sits on seven eggs and lets nobody near.")
    pond = saw(2, "Goslings swim behind a goose, far out.")
    assert [note for note, _ in list_pairs(draw(goose, pond))] == [
        "Pru: My goose sits on seven eggs and lets nobody near."
    ]
    assert not draw(goose, pond, residents=("Pru",)).maybe


def test_what_a_rule_finds_is_not_read() -> None:
    ferry = said(0, 1, "Hake", "The last ferry goes at seven.")
    found = draw(ferry, said(9, 2, "Hake", "The last ferry goes at five."))
    assert [each.before for each in found.facts if each.seqs == (2,)] == [
        "The last ferry goes at seven."
    ]
    assert not found.maybe


def test_what_has_no_word_in_common_or_is_said_again_is_not_read() -> None:
    assert not draw(*sing("Wat", "Geese flew over at noon, I counted forty.")).maybe
    assert not draw(*sing(words=TENOR)).maybe


def test_the_likeliest_are_read_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    told = [
        said(0, n, "Pru", f"The {each} boat has a hole in her side.")
        for n, each in enumerate(("blue", "red", "salt", "green", "oaken"), 1)
    ]
    now = said(9, 9, "Wat", "My father lived on salt, and never set foot in a boat.")
    found = [note for note, line in list_pairs(draw(*told, now)) if line.startswith("Wat")]
    assert len(found) == outdated.MOST_READ and "salt boat" in found[0]
    monkeypatch.setattr(outdated, "MOST_PAIRS", 1)
    assert len(list_pairs(draw(*told, now))) == 1


# --- in a life ----------------------------------------------------------------------


def open_life(
    folder: Path, checker: Checker, second_reading: str = "auto"
) -> tuple[Bench, AgentMemory]:
    bench = Bench(folder)
    bench.checks = SentenceChecks(checker, lambda line: None)
    memory, _ = keep(bench, second_reading=second_reading)
    return bench, memory


async def sing_in(bench: Bench, memory: AgentMemory) -> list[Fact]:
    """Live through both statements, each in a span of its own; return the later one's facts."""
    hear(memory, "Pru", TENOR)
    await grow(bench, memory, 129)
    hear(memory, "Pru", BARITONE)
    await grow(bench, memory, 258)
    await memory.close()
    return [each for e in entries(memory) for each in e.facts if "growling" in each.text]


async def test_the_journal_asks_the_checks(tmp_path: Path) -> None:
    """The earlier statement is known, the later one is in memories that leave the view."""
    checker = Checker({}, outdated={("tenors", "growling"): 0.9})
    (now,) = await sing_in(*open_life(tmp_path, checker))
    assert "tenors" in now.before and now.beside
    assert any("tenors" in note and "growling" in line for note, line in checker.pairs)
    assert not any("met Pru" in note for note, _ in checker.pairs)


async def test_checks_that_are_off_are_not_asked(tmp_path: Path) -> None:
    checker = Checker({}, outdated={("tenors", "growling"): 0.9})
    found = await sing_in(*open_life(tmp_path, checker, second_reading="off"))
    assert not checker.pairs and not any(each.before for each in found)


async def test_without_a_model_rules_alone_tell_what_changed(tmp_path: Path) -> None:
    """A life goes on, and it is said once."""
    told: list[object] = []
    checks = SentenceChecks(Checker({}, fails=True), told.append)
    assert await checks.rate_later([READ]) == [0.0]
    assert await checks.rate_later([READ, READ]) == [0.0, 0.0]
    assert len(told) == 1 and "rules alone" in str(told[0])
    assert await SentenceChecks(None).rate_later([READ]) == [0.0]
    found = await sing_in(*open_life(tmp_path, Checker({}, fails=True)))
    assert not any(each.before for each in found)
