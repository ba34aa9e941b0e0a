"""An agent's history by steps, and the account of them: counted, added up, never too long."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from agents.memory.core.records import Experience
from agents.memory.log.natures import find_old_nature
from agents.memory.strategies.steps import (
    FOLLOWING,
    Step,
    count_characters,
    join_accounts,
    split_steps,
    write_account,
)
from agents.prose import split_sentences
from tests.examples import choose_count

AT = datetime(2026, 3, 1, tzinfo=UTC)
ROOM = 2400


def did(seq: int, line: str, output: str, *, ok: bool = True) -> Experience:
    command = line.partition(" ")[0]
    text = f"~Moss> {line}\n{output}"
    return Experience(
        seq,
        AT,
        text,
        "action",
        command=command,
        line=line,
        ok=ok,
        nature=find_old_nature(command, ""),
    )


def saw(seq: int, text: str = "The bell rings.") -> Experience:
    return Experience(seq, AT, text, "observation")


def account(*memories: Experience, task: str = "", calls: int = 0, limit: int = ROOM) -> str:
    return write_account(split_steps(memories), limit=limit, task=task, calls=calls)


def numbers(entries: list[Step]) -> list[list[int]]:
    return [[memory.seq for memory in each.memories] for each in entries]


# --- entries ------------------------------------------------------------------------


def test_a_step_is_a_deed_and_what_happens_until_the_next() -> None:
    """Leading observations belong to no deed and are entries of their own."""
    history = [saw(1), saw(2), did(3, "look", "A hall."), saw(4), saw(5), did(6, "wave", "You do.")]
    thought = Experience(
        7, AT, "~Moss> think Well.", "thought", command="think", nature=find_old_nature("think", "")
    )
    assert numbers(split_steps([*history, thought])) == [[1], [2], [3, 4, 5], [6], [7]]


def test_one_that_only_listens_after_its_last_deed_has_a_history_that_grows() -> None:
    """A step takes in so many observations; those beyond are entries of their own."""
    found = split_steps([did(1, "look", "A hall."), *(saw(n) for n in range(2, FOLLOWING + 5))])
    assert len(found[0].memories) == FOLLOWING + 1
    assert [len(each.memories) for each in found[1:]] == [1, 1, 1]


@settings(max_examples=choose_count(15, 100), deadline=None)
@given(st.lists(st.booleans(), max_size=80))
def test_entries_part_the_memories_without_gap_or_change(own: list[bool]) -> None:
    """Whatever the history, its entries one after the other are the history."""
    history = [did(n, "wave", "You do.") if mine else saw(n) for n, mine in enumerate(own, 1)]
    assert [each for step in split_steps(history) for each in step.memories] == history


def test_success_is_told_by_the_output_and_by_the_world() -> None:
    """The output has none of the four words, and it was not refused; later events do not count."""
    failures = ["KeyError: 'a'", "an EXCEPTION", "Traceback (most recent", "It Failed."]
    for output in failures:
        assert not split_steps([did(1, "run", output)])[0].successful
    assert not split_steps([did(1, "go up", "There is no such way.", ok=False)])[0].successful
    assert split_steps([did(1, "run", "Done."), saw(2, 'Ada says, "It failed."')])[0].successful


# --- the account --------------------------------------------------------------------


def test_the_account_has_its_components_in_order() -> None:
    """Task, steps, model calls, findings, issues, then something of what happened."""
    text = account(
        did(1, "read log", "lines: 1,024, accuracy: 0.87"),
        did(2, "go attic", "There is no way to the attic.", ok=False),
        did(3, "run", "Traceback\nKeyError: 'a'"),
        did(4, "wave", "You wave."),
        task="Parse the log file",
        calls=3,
    )
    assert text.startswith(
        "Working on: Parse the log file. Completed 4 steps (2 successful). Made 3 LLM sub-calls."
        " Key findings: lines=1,024; accuracy=0.87."
        " Resolved issues: go refused, KeyError. "
    )


def test_the_task_is_named_by_its_first_hundred_characters() -> None:
    """And stays one sentence, whatever marks stand in it."""
    text = account(did(1, "wave", "You do. " * 40), task='You are Moss. You "tend" beans! ' * 9)
    first = split_sentences(text)[0]
    assert first.startswith("Working on: You are Moss, You 'tend' beans, You are Moss, ")
    assert first.endswith("…")
    assert len(first) == len("Working on: ") + 100


def test_findings_are_three_at_most_measured_ones_first() -> None:
    """A number comes with the words beside it; of two values of one key the later counts."""
    text = account(
        did(1, "look", "Exits: garden"),
        did(2, "count", "You see 12 patterns here.\ntotal: 5"),
        did(3, "count", "total: 7, rows: 9"),
    )
    assert "Key findings: total=7; rows=9; see 12 patterns." in text


def test_the_story_has_no_more_sentences_than_are_set() -> None:
    """Counts, findings and issues are the account; the sentences beside them are bounded."""
    memories = [did(1, "look", "A hall."), did(2, "run", "Traceback\nKeyError: 'a'", ok=False)]
    memories += [did(3, "dig", "Stones.", ok=False), saw(4), saw(5)]
    whole = account(*memories)
    head, story = split_sentences(whole)[:2], split_sentences(whole)[2:]
    assert len(story) > 2
    for limit in (1, 2, 3):
        short = write_account(split_steps(memories), limit=ROOM, sentences=limit)
        assert split_sentences(short)[:2] == head
        assert len(split_sentences(short)[2:]) == limit
        again = split_sentences(join_accounts(short, whole, ROOM, sentences=limit))
        assert again[0] == "Completed 6 steps (2 successful)."
        assert len(again) == 2 + limit
    assert split_sentences(join_accounts("", whole, ROOM)) == [*head, *story]


def test_the_story_keeps_what_is_worth_most() -> None:
    """A sentence that is left out is one that others tell as well."""
    talk = " ".join(f"We talked about the weather on the {n}." for n in ("hill", "quay", "green"))
    older = f"{talk} The gate opens with 4711. {talk.replace('weather', 'bread')}"
    assert join_accounts(older, "", ROOM, sentences=1) == "The gate opens with 4711."
    assert "4711" in join_accounts(older, "", 60)


def test_what_is_no_finding() -> None:
    """Hearsay, old memories, own words, refusals and addresses are not what it found out."""
    text = account(
        did(1, "wave", "See http://example.net at nine"),
        saw(2, 'Ada says, "password: 99"'),
        did(3, "recall gold", "#7 (2026-01-01) gold: 40"),
        did(4, "say 12 o'clock", 'You say, "12 o\'clock"'),
        did(5, "go 7", "This failed because: there is no room 7.", ok=False),
    )
    assert "Key findings" not in text


def test_findings_may_be_left_out() -> None:
    """`include_key_findings` off."""
    entries = split_steps([did(1, "count", "total: 7")] * 3)
    told = write_account(entries, limit=ROOM, key_findings=False)
    assert "Key findings" not in told
    assert "Completed 3 steps (3 successful)." in told


def test_what_was_only_perceived_is_counted_as_that() -> None:
    """It is no step that the agent completed."""
    text = account(saw(1, "Rain begins to fall."), saw(2, "The lamp goes out."))
    assert text.startswith("Noticed 2 things.")
    assert "Completed" not in text


# --- adding up ----------------------------------------------------------------------


def test_two_accounts_are_added_up() -> None:
    """Counts are sums, findings and issues lists, and no sentence stands twice."""
    one = account(*(did(n, "count", f"rows: {n} in the hall") for n in range(1, 7)), calls=2)
    two = account(did(7, "go up", "No way.", ok=False), did(8, "count", "rows: 8"), calls=1)
    both = join_accounts(one, two, ROOM)
    assert both.startswith("Completed 8 steps (7 successful). Made 3 LLM sub-calls.")
    assert "Key findings: rows=8." in both
    assert "Resolved issues: go refused." in both
    assert both.count("Completed") == 1
    assert len(split_sentences(both)) == len(set(split_sentences(both)))


def test_anothers_text_before_an_account_stays() -> None:
    """A model's or a person's sentences are neither counted nor lost."""
    both = join_accounts(
        "I promised Ada a lamp. I fear the well.", account(did(1, "wave", "Yes. " * 9)), 900
    )
    assert both.startswith("Completed 1 step (1 successful).")
    assert "I promised Ada a lamp. I fear the well." in both


def test_where_room_is_short_the_counts_stay_longest() -> None:
    """First the task goes, then what can be found again; a text is never empty."""
    whole = account(
        *(did(n, "count", f"rows: {n}, cols: {n}, cells: {n}") for n in range(1, 9)),
        task="Count everything there is in the hall",
        calls=4,
    )
    for limit in range(1, len(whole)):
        short = join_accounts("", whole, limit)
        assert 0 < len(short) <= limit
        assert ("Completed 8 steps" in short) == (limit >= len("Completed 8 steps (8 successful)."))


WORDS = st.text(st.sampled_from("ab 19.,:;!?\"“”…(\n')="), min_size=1, max_size=60)
HISTORY = st.lists(st.tuples(st.booleans(), st.booleans(), WORDS), min_size=1, max_size=12)


@settings(max_examples=choose_count(60, 300), deadline=None)
@given(st.lists(HISTORY, min_size=1, max_size=4), WORDS, st.integers(0, 5))
def test_whatever_was_said_the_counts_add_up(
    parts: list[list[tuple[bool, bool, str]]], task: str, calls: int
) -> None:
    """Text of a task or an output is never read as a count, and never hides one."""
    whole, done = "", 0
    for part in parts:
        history = [
            did(n, "do", words, ok=ok) if own else saw(n, words)
            for n, (own, ok, words) in enumerate(part)
        ]
        done += sum(own for own, _, _ in part)
        told = account(*history, task=task, calls=calls)
        whole = join_accounts(whole, told, ROOM) if whole else told
    counted = re.findall(r"Completed (\d+) steps?", whole)
    assert [int(each) for each in counted] == ([done] if done else [])
    made = re.findall(r"Made (\d+) LLM sub-calls?", whole)
    assert [int(each) for each in made] == ([calls * len(parts)] if calls else [])
    assert len(whole) <= ROOM


@settings(max_examples=choose_count(80, 200), deadline=None)
@given(HISTORY)
def test_an_account_is_never_larger_than_its_memories(
    history: list[tuple[bool, bool, str]],
) -> None:
    """Nor ever empty where they are not."""
    memories = [did(n, "do", words) for n, (_, _, words) in enumerate(history)]
    size = count_characters(memories)
    assert 0 < len(account(*memories, task="Tend the beans.", calls=3, limit=size)) <= size
