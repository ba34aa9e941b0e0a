"""Each setting of the note on compaction is read, or refused in one clear line."""

from pathlib import Path

import pytest

from config.compaction import (
    read_compaction,
)
from tests.config.compaction.compaction_settings import (
    BESIDE,
    BOUNDS,
    PLAIN,
    REACHED,
    SCHEMA,
    SECONDS,
    SWITCHES,
    WORDS,
    note,
    plain,
    read,
    refusal,
    unfit,
)


def test_the_defaults_are_the_designs() -> None:
    """They hold where nothing is written."""
    assert PLAIN.written == {}
    assert dict(PLAIN) == {
        "strategy": "waterfall",
        "profile": "summarizer",
        "auto_compact": True,
        "micro_compact": "",
        "citations": "auto",
        "journal": "auto",
        "related_memories_tokens": 300,
        "conversation_max_turns": 20,
        "conversation_tokens": 300,
        "second_reading": "auto",
        "working_context_tokens": 200,
        "semantic_recall": True,
        "summary_copies": 0,
        "public_summaries": False,
        "rewriting_warning": 50,
        "immediate_window": 64,
        "recent_window": 64,
        "min_entries_for_compaction": 5,
        "max_entries_before_compaction": 10,
        "max_chars_before_compaction": 8000,
        "summary_max_sentences": 3,
        "preserve_last_n_entries": 2,
        "include_key_findings": True,
        "use_llm_for_summary": True,
        "fallback_to_deterministic": True,
        "sleep_threshold_percent": 70,
        "emergency_threshold_percent": 80,
        "preserve_memories": 20,
        "preserve_percent": 20,
        "sleep_after": 300,
        "sleep_seconds": 600,
        "threshold_tokens": 12_000,
        "min_saving_tokens": 2_000,
        "preserve_window": 8,
        "ask_preferences": False,
        "ask_reasons": False,
        "ask_rejected_ways": False,
        "ask_assumptions": False,
        "confirmed_facts": "told",
        "leaf_memories": 64,
        "branching": 8,
        "longterm_tokens": 1_200,
        "window_memories": 128,
    }
    assert unfit(PLAIN) == []


def test_every_setting_is_a_number_a_word_or_a_switch() -> None:
    """The tests below leave none out."""
    assert {*BOUNDS, *WORDS, *SWITCHES} == set(PLAIN)


def test_a_missing_note_means_the_defaults(tmp_path: Path) -> None:
    """A vault without the note is a vault with the defaults."""
    assert read_compaction(tmp_path / "absent.md", SCHEMA) == PLAIN


@pytest.mark.parametrize("key", BOUNDS)
def test_a_number_may_be_either_end_of_its_range(tmp_path: Path, key: str) -> None:
    """Both ends are allowed, and a number without an upper end may be large."""
    least, most = REACHED.get(key, BOUNDS[key])
    for value in (least, 10**9 if most is None else most):
        text = note({**BESIDE.get(key, {}), key: value})
        assert read(tmp_path, text)[key] == value


@pytest.mark.parametrize("key", BOUNDS)
def test_a_number_beyond_its_range_is_refused(tmp_path: Path, key: str) -> None:
    """The refusal names line, key, what was read and both ends."""
    least, most = BOUNDS[key]
    ends = (
        f" of {least:g} or more, up to {10**12}" if most is None else f" from {least:g} to {most:g}"
    )
    for value in (least - 1, -1, *([] if most is None else [most + 1, 10**9])):
        said = refusal(tmp_path, f"# A\n**{key}**: {value}\n")
        assert said.startswith(f"memory_compaction.md:2: {key} is {value}, allowed: a ")
        assert said.endswith(f"number{ends}")


@pytest.mark.parametrize("key", BOUNDS)
@pytest.mark.parametrize("value", ["many", "", "1e2", "0x10", "one", "64 memories", "９"])
def test_what_is_no_number_is_refused(tmp_path: Path, key: str, value: str) -> None:
    """Nothing is guessed."""
    if key in SECONDS and value == "1e2":
        return  # a number of seconds may be written so
    said = refusal(tmp_path, f"**{key}**: {value}")
    assert said.startswith(f"memory_compaction.md:1: {key} is {repr(value) if value else 'empty'},")


@pytest.mark.parametrize("key", sorted(BOUNDS.keys() - set(SECONDS)))
def test_half_a_memory_is_refused(tmp_path: Path, key: str) -> None:
    """Only seconds have fractions."""
    assert f"{key} is 1.5, allowed: a whole number" in refusal(tmp_path, f"**{key}**: 1.5")


def test_seconds_may_have_fractions(tmp_path: Path) -> None:
    """They are times, not counts."""
    assert read(tmp_path, "**sleep_after**: 1.5")["sleep_after"] == 1.5


@pytest.mark.parametrize("key", WORDS)
def test_a_choice_takes_its_words_and_no_other(tmp_path: Path, key: str) -> None:
    """Another word is refused with the ones there are."""
    for word in WORDS[key]:
        assert read(tmp_path, f"**{key}**: {word}")[key] == word
    said = refusal(tmp_path, f"**{key}**: tumbling")
    assert said.endswith(f"{key} is 'tumbling', allowed: {' or '.join(WORDS[key])}")


@pytest.mark.parametrize("key", SWITCHES)
def test_a_switch_is_true_or_false(tmp_path: Path, key: str) -> None:
    """Anything else is refused."""
    assert read(tmp_path, f"**{key}**: false")[key] is False
    assert read(tmp_path, f"**{key}**: yes")[key] is True
    said = refusal(tmp_path, f"**{key}**: perhaps")
    assert f"{key} is 'perhaps', allowed: true or false" in said


@pytest.mark.parametrize("strategy", WORDS["strategy"])
def test_every_strategy_may_be_chosen_alone(tmp_path: Path, strategy: str) -> None:
    """Defaults suit all five."""
    assert read(tmp_path, f"**strategy**: {strategy}") == plain(strategy=strategy)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("**strategy**: waterfal", "strategy is 'waterfal', allowed: waterfall or rolling or "),
        ("**strategy**: waterfal", "or window (did you mean waterfall?)"),
        ("**strategy**: Layered", "(did you mean layered?)"),
        ("**strategy**:", "strategy is empty, allowed: waterfall"),
        ("**imediate_window**: 3", "(did you mean immediate_window?)"),
        ("**treshold_tokens**: 3000", "(did you mean threshold_tokens?)"),
        ("**window**: 3", "memory_compaction.md:1: window is not a setting, allowed: strategy, "),
        ("**written**: 3", "written is not a setting"),
        ("**context_tokens**: 3", "context_tokens is not a setting"),
        ("**profile**: nobody", "profile is 'nobody', allowed: npc or summarizer"),
        ("**profile**: npx", "(did you mean npc?)"),
        ("---\nrecent_window: [3]\n---\n", "memory_compaction.md:2: recent_window is a list"),
        ("---\nstrategy: {a: b}\n---\n", "memory_compaction.md:2: strategy is a group of keys"),
        ("**profile**:", "profile is empty"),
        ("**immediate_window**: 3\n**immediate_window**: 3", ":2: immediate_window is given twice"),
    ],
)
def test_a_wrong_setting_is_one_clear_line(tmp_path: Path, text: str, message: str) -> None:
    """Where, what was read, what is allowed, and what was meant if that can be guessed."""
    said = refusal(tmp_path, text)
    assert message in said
    assert "\n" not in said


def test_all_that_is_wrong_is_named_at_once(tmp_path: Path) -> None:
    """Nobody has to start five times."""
    said = refusal(tmp_path, "**recent_window**: 0\n\n**strategy**: x\n**leaf_memories**: 1\n")
    assert [line.split(" ")[0] for line in said.splitlines()] == [
        f"memory_compaction.md:{line}:" for line in (1, 3, 4)
    ]


def test_the_summarizer_may_always_be_named(tmp_path: Path) -> None:
    """Where there is no profile of that name, the default one serves."""
    assert read(tmp_path, "**profile**: summarizer")["profile"] == "summarizer"
