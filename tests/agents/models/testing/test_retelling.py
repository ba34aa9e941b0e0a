"""Faithful answers keep every planted fact, are smaller than their source, and hold."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from agents.memory.summarization.validation import check_merge, check_summary
from agents.models.testing import (
    RehearsalModel,
    find_fact_keys,
    plant_facts,
    write_combination,
    write_recollection,
)
from agents.models.testing.retelling import SECTIONS
from agents.prose import split_sentences, tidy_reply
from tests.agents.models.testing.support import (
    CITE,
    journal_prompt,
    merge_prompt,
    mixed,
    numbered,
    sections_prompt,
    summary_prompt,
)
from tests.examples import choose_count

SEEDS = st.integers(0, 10_000)


@settings(max_examples=choose_count(25, 60), deadline=None)
@given(SEEDS, st.integers(0, 25), st.integers(5, 40), st.booleans())
def test_summary_keeps_every_fact_and_is_valid(seed: int, n: int, dull: int, cite: bool) -> None:
    """Whatever the mixture, all facts survive word for word in a text that validation takes."""
    facts = plant_facts(n, seed)
    lines = mixed(facts, dull)
    prompt = summary_prompt(numbered(lines), CITE) if cite else summary_prompt(lines)
    text = RehearsalModel().answer(prompt).text
    check_summary(text, lines, prompt)
    assert len(text) < sum(len(line) + 1 for line in lines)
    assert find_fact_keys(text) == {fact.key for fact in facts}
    assert all(fact.clause in text for fact in facts)
    assert tidy_reply(text) == text


@settings(max_examples=choose_count(25, 60), deadline=None)
@given(SEEDS, st.integers(0, 12), st.integers(0, 12))
def test_merges_of_merges_lose_nothing(seed: int, n: int, more: int) -> None:
    """A fact in a summary of summaries is recognised again, ten times over, and it stays valid."""
    facts, model = plant_facts(n + more, seed), RehearsalModel()
    older = model.answer(summary_prompt(mixed(facts[:n]))).text
    for _ in range(10):
        recent = model.answer(summary_prompt(mixed(facts[n:]))).text
        merged = model.answer(merge_prompt(recent, older)).text
        check_merge(merged, recent, older)
        assert len(merged) < len(recent) + len(older)
        assert find_fact_keys(merged) == {fact.key for fact in facts}
        older = merged


@settings(max_examples=choose_count(16, 40), deadline=None)
@given(SEEDS, st.integers(1, 12))
def test_summary_of_summaries_is_no_echo(seed: int, n: int) -> None:
    """Even checked against its source for copied sentences, a text made of texts holds."""
    texts = [
        RehearsalModel().answer(summary_prompt(mixed(plant_facts(n, seed + k)))).text
        for k in (0, 9)
    ]
    prompt = summary_prompt(texts)
    text = RehearsalModel().answer(prompt).text
    check_summary(text, texts, prompt)
    assert find_fact_keys(text) == find_fact_keys(" ".join(texts))


def test_only_facts_to_tell() -> None:
    """Where every line is a planted fact the text is terser, and still smaller and whole."""
    facts = plant_facts(12, 5)
    lines = [fact.memory for fact in facts]
    text = RehearsalModel().answer(summary_prompt(lines)).text
    check_summary(text, lines)
    assert find_fact_keys(text) == {fact.key for fact in facts}
    (fact,) = plant_facts(1, 5)
    single = RehearsalModel().answer(summary_prompt([fact.memory])).text
    assert find_fact_keys(single) == {fact.key} and len(single) < len(fact.memory) + 1


def test_nothing_to_tell() -> None:
    """Without facts an answer says which one it is, or next to nothing if there is no room."""
    model = RehearsalModel()
    long = mixed([])
    assert model.answer(summary_prompt(long)).text == write_recollection(1)
    assert model.answer(summary_prompt(long)).text == write_recollection(2)
    assert model.answer(
        merge_prompt(write_recollection(1), write_recollection(2))
    ).text == write_combination(1)
    assert (model.summarised, model.combined) == (2, 1)
    assert model.answer(summary_prompt(["It rains today."])).text == "I was here."
    context = summary_prompt(long).replace("# Summary", "# Context Summary")
    assert model.answer(context).text.startswith("I hold on to what came before.")


def test_sentences_end_with_the_numbers_of_their_memories() -> None:
    """Citations stand inside the sentence, are those of the lines, and outlive a merge."""
    facts = plant_facts(6, 2)
    lines = mixed(facts)
    model = RehearsalModel()
    text = model.answer(summary_prompt(numbered(lines, 100), CITE)).text
    found = dict(re.findall(r"that ([^.;]*?) \[(\d+)\]\.", text))
    assert found == {fact.clause: str(100 + lines.index(fact.memory)) for fact in facts}
    assert "[" not in write_recollection(1)
    merged = model.answer(merge_prompt(text, write_recollection(9), CITE)).text
    assert dict(re.findall(r"that ([^.;]*?) \[(\d+)\]\.", merged)) == found


@settings(max_examples=choose_count(16, 40), deadline=None)
@given(SEEDS, st.integers(0, 15), st.integers(1, 5))
def test_sentences_are_no_more_than_were_wanted(seed: int, n: int, most: int) -> None:
    """`at most N sentences` is kept to, and all facts are in them, each with its number."""
    facts = plant_facts(n, seed)
    lines = numbered(mixed(facts, 40))
    cite = CITE.replace("; each", f", at most {most} sentences; each")
    text = RehearsalModel().answer(summary_prompt(lines, cite)).text
    check_summary(text, lines)
    assert len(split_sentences(text)) <= most
    assert find_fact_keys(text) == {fact.key for fact in facts}
    assert len(re.findall(r"\[\d+\]", text)) == n


def test_sections_stand_under_the_headings_asked_for() -> None:
    """The six headings are written as the prompt writes them, facts under the second."""
    facts = plant_facts(4, 6)
    lines = mixed(facts)
    for before, after in (("## ", ""), ("# ", ""), ("**", "**"), ("", ":")):
        wanted = [f"{before}{each}{after}" for each in SECTIONS]
        text = RehearsalModel().answer(sections_prompt(lines, "\n".join(wanted))).text
        assert [line for line in text.split("\n") if line in wanted] == wanted
        told = text.split(wanted[1])[1].split(wanted[2])[0]
        assert find_fact_keys(told) == find_fact_keys(text) == {fact.key for fact in facts}
        assert len(text) < sum(len(line) + 1 for line in lines)


def test_sections_go_on_below_a_heading_that_is_there() -> None:
    """A prompt that ends with the first heading gets the text below it, not the heading again."""
    asked = sections_prompt(mixed([]), ", ".join(SECTIONS)) + "\n## User Goal\n"
    text = RehearsalModel().answer(asked).text
    assert text.startswith("I go by") and "## Confirmed Facts" in text


def test_journal_has_a_line_for_each_fact_and_a_few_others() -> None:
    """importance | tags | [numbers] | fact; importance 1 to 10, numbers of real memories."""
    facts = plant_facts(5, 7)
    lines = mixed(facts)
    text = RehearsalModel().answer(journal_prompt(numbered(lines, 50))).text
    rows = [line.split(" | ") for line in text.split("\n")]
    assert all(len(row) == 4 and 1 <= int(row[0]) <= 10 and row[1] for row in rows)
    told = {key: row for row in rows for key in find_fact_keys(row[3])}
    assert {fact.key for fact in facts} == set(told)
    for fact in facts:
        row = told[fact.key]
        assert row[1:] == [fact.tag, f"[{50 + lines.index(fact.memory)}]", f"{fact.text}."]
    others = [row for row in rows if not find_fact_keys(row[3])]
    assert len(others) == 3
    for _, _, number, text in others:
        assert lines[int(number.strip("[]")) - 50].startswith(text)
