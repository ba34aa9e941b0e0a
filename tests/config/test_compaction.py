from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from agents.memory.settings import MemorySchema, memory_schema
from config.compaction import (
    CompactionSettings,
    WrittenAt,
    override_compaction,
    read_compaction,
)
from config.errors import ConfigError, ConfigErrors

PROFILE = Path("profile.md")
SCHEMA = memory_schema(profiles=["npc", "summarizer"])
FREE_PROFILE = memory_schema()
PLAIN = CompactionSettings.defaults(SCHEMA)

NUMBERS = [each for each in SCHEMA.settings if not isinstance(each.default, bool | str)]
BOUNDS = {each.name: (each.least, each.most) for each in NUMBERS}
SECONDS = [each.name for each in NUMBERS if isinstance(each.default, float)]
WORDS = {each.name: each.words for each in SCHEMA.settings if each.words}
SWITCHES = [each.name for each in SCHEMA.settings if isinstance(each.default, bool)]


def plain(**values: Any) -> CompactionSettings[MemorySchema]:
    return PLAIN.replace_values(values)


def unfit(found: CompactionSettings[MemorySchema]) -> list[str]:
    """Return the names of settings outside their ranges or in conflict."""
    wrong = [key for key in found if not _fits(found, key)]
    return wrong + [
        f"{order.lower}, {order.upper}"
        for order in SCHEMA.orders
        if found.number(order.lower) > found.number(order.upper) - (not order.equal)
    ]


def _fits(found: CompactionSettings[MemorySchema], key: str) -> bool:
    if key in BOUNDS:
        least, most = BOUNDS[key]
        return least <= found.number(key) <= (float("inf") if most is None else most)
    if key in SWITCHES:
        return isinstance(found[key], bool)
    return key == "profile" or found[key] in ("", *WORDS[key])


#: What else must be written for a number at the end of its range to stand.
BESIDE: Mapping[str, Mapping[str, object]] = {
    "min_entries_for_compaction": {"max_entries_before_compaction": 10_000},
    "max_entries_before_compaction": {
        "min_entries_for_compaction": 1,
        "preserve_last_n_entries": 0,
    },
    "preserve_last_n_entries": {"max_entries_before_compaction": 10_000},
    "sleep_threshold_percent": {"emergency_threshold_percent": 99},
    "emergency_threshold_percent": {"sleep_threshold_percent": 1},
}

#: Ends of ranges that another setting keeps from being reached.
REACHED = {
    "sleep_threshold_percent": (1, 98),
    "emergency_threshold_percent": (2, 99),
    "min_saving_tokens": (0, 11_999),
}


def read(tmp_path: Path, text: str) -> CompactionSettings[MemorySchema]:
    path = tmp_path / "memory_compaction.md"
    path.write_text(text, encoding="utf-8", newline="")
    return read_compaction(path, SCHEMA)


def refusal(tmp_path: Path, text: str) -> str:
    with pytest.raises(ConfigError) as caught:
        read(tmp_path, text)
    return str(caught.value).replace(f"{tmp_path}/", "")


def note(values: Mapping[str, object]) -> str:
    return "".join(f"**{key}**: {value}\n" for key, value in values.items())


# --- values -----------------------------------------------------------------------------


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
        "related_memories_tokens": 0,
        "conversation_max_turns": 20,
        "conversation_tokens": 300,
        "working_context_tokens": 200,
        "semantic_recall": False,
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


# --- relations ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "**sleep_threshold_percent**: 80",
            ":1: sleep_threshold_percent is 80, "
            "allowed: less than emergency_threshold_percent, which is 80",
        ),
        (
            "**emergency_threshold_percent**: 70",
            ":1: emergency_threshold_percent is 70, "
            "allowed: more than sleep_threshold_percent, which is 70",
        ),
        (
            "**emergency_threshold_percent**: 30\n**sleep_threshold_percent**: 40",
            ":2: sleep_threshold_percent is 40, "
            "allowed: less than emergency_threshold_percent, which is 30",
        ),
        (
            "---\nsleep_threshold_percent: 40\n---\n**emergency_threshold_percent**: 30\n",
            ":4: emergency_threshold_percent is 30, ",
        ),
        (
            "**min_entries_for_compaction**: 11",
            ":1: min_entries_for_compaction is 11, "
            "allowed: at most max_entries_before_compaction, which is 10",
        ),
        (
            "**max_entries_before_compaction**: 4",
            ":1: max_entries_before_compaction is 4, "
            "allowed: at least min_entries_for_compaction, which is 5",
        ),
        (
            "**preserve_last_n_entries**: 10",
            ":1: preserve_last_n_entries is 10, "
            "allowed: less than max_entries_before_compaction, which is 10",
        ),
        (
            "**threshold_tokens**: 3000\n**min_saving_tokens**: 3000",
            ":2: min_saving_tokens is 3000, allowed: less than threshold_tokens, which is 3000",
        ),
        (
            "**min_saving_tokens**: 12000",
            ":1: min_saving_tokens is 12000, allowed: less than threshold_tokens, which is 12000",
        ),
        (
            "**min_saving_tokens**: 400\n**threshold_tokens**: 300",
            ":2: threshold_tokens is 300, allowed: more than min_saving_tokens, which is 400",
        ),
    ],
)
def test_what_does_not_fit_is_named_at_what_was_written_last(
    tmp_path: Path, text: str, message: str
) -> None:
    """Of two settings the one is refused that somebody wrote, the later one if both."""
    said = refusal(tmp_path, text)
    assert message in said
    assert "\n" not in said


def test_a_wrong_value_is_not_held_against_another(tmp_path: Path) -> None:
    """What was refused has no value, so that nothing else is wrong because of it."""
    text = "**sleep_threshold_percent**: 100\n**emergency_threshold_percent**: 60\n"
    assert "emergency" not in refusal(tmp_path, text)


def test_a_low_threshold_needs_no_saving_beside_it(tmp_path: Path) -> None:
    """The default saving stays below a threshold that was written alone."""
    found = read(tmp_path, "**threshold_tokens**: 1500")
    assert (found["threshold_tokens"], found["min_saving_tokens"]) == (1500, 250)


def test_an_override_is_held_against_what_all_have(tmp_path: Path) -> None:
    """It is refused in the profile, even if the note's value stands further down."""
    base = read(tmp_path, "\n\n**emergency_threshold_percent**: 60\n**sleep_threshold_percent**: 5")
    with pytest.raises(ConfigError) as caught:
        override_compaction(base, {"sleep_threshold_percent": 65}, PROFILE, lambda key: 2)
    assert str(caught.value) == (
        "profile.md:2: memory.sleep_threshold_percent is 65, "
        "allowed: less than emergency_threshold_percent, which is 60"
    )


def test_two_on_one_line_are_told_apart() -> None:
    """Of ``{a: 1, b: 2}`` the second is the later one."""
    values: dict[str, object] = {"threshold_tokens": 300, "min_saving_tokens": 300}
    with pytest.raises(ConfigError, match=r"memory\.min_saving_tokens is 300"):
        override_compaction(PLAIN, values, PROFILE, lambda key: 4)


# --- overriding ---------------------------------------------------------------------------


def test_an_agent_overrides_only_what_it_names() -> None:
    """Everything else is as it is for all."""
    base = plain(recent_window=10)
    got = override_compaction(
        base, {"strategy": "tree", "immediate_window": 32}, PROFILE, lambda key: 4
    )
    assert got == base.replace_values({"strategy": "tree", "immediate_window": 32})


def test_settings_know_where_they_were_written(tmp_path: Path) -> None:
    """The last place counts: the profile's over the note's."""
    base = read(tmp_path, "**strategy**: tree\n\n**leaf_memories**: 9\n")
    at = tmp_path / "memory_compaction.md"
    assert base.written == {"strategy": WrittenAt(at, 1), "leaf_memories": WrittenAt(at, 3)}
    got = override_compaction(base, {"leaf_memories": 7}, PROFILE, lambda key: 5)
    assert got.written == {"strategy": WrittenAt(at, 1), "leaf_memories": WrittenAt(PROFILE, 5)}
    assert [str(place) for place in got.written.values()] == [f"{at}:1", "profile.md:5"]
    assert got == plain(strategy="tree", leaf_memories=7)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"immediate_window": "many"}, "profile.md:7: memory.immediate_window is 'many', allowed"),
        ({"immediate_window": 0}, "memory.immediate_window is 0, allowed: a whole"),
        ({"immediate_window": -1}, "memory.immediate_window is -1, allowed: a whole"),
        ({"immediate_window": 10**9}, "memory.immediate_window is 1000000000, allowed: a whole"),
        ({"immediate_window": True}, "memory.immediate_window is 'true', allowed: a whole"),
        ({"immediate_window": 1.5}, "memory.immediate_window is 1.5, allowed: a whole"),
        ({"immediate_window": None}, "memory.immediate_window is empty"),
        ({"immediate_window": 16**5000}, "memory.immediate_window is '0x1000"),
        ({"immediate_window": {"a": 1}}, "memory.immediate_window is a group of keys"),
        ({"sleep_after": float("nan")}, "memory.sleep_after is 'nan', allowed: a number"),
        ({"strategy": ["waterfall"]}, "memory.strategy is a list, allowed: waterfall"),
        ({"strategy": "sleeep"}, "(did you mean sleep?)"),
        ({"window": 3}, "profile.md:7: memory.window is not a setting"),
        ({"profile": "nobody"}, "memory.profile is 'nobody', allowed: npc or summarizer"),
    ],
)
def test_a_wrong_override_names_the_agents_own_file(
    values: dict[str, object], message: str
) -> None:
    """As in the note, with the profile's line."""
    with pytest.raises(ConfigError) as caught:
        override_compaction(PLAIN, values, PROFILE, lambda key: 7)
    assert message in str(caught.value)


def test_a_bare_off_in_yaml_is_off() -> None:
    """YAML makes ``off`` of a profile false before anybody can ask what was meant."""
    got = override_compaction(
        PLAIN, {"micro_compact": False, "journal": False}, PROFILE, lambda key: 1
    )
    assert (got["micro_compact"], got["journal"]) == ("off", "off")
    assert override_compaction(got, {"journal": True}, PROFILE, lambda key: 1)["journal"] == "model"


# --- properties ---------------------------------------------------------------------------

RELATED = {
    *("sleep_threshold_percent", "emergency_threshold_percent"),
    *("min_entries_for_compaction", "max_entries_before_compaction", "preserve_last_n_entries"),
    *("threshold_tokens", "min_saving_tokens"),
}
FREE = st.fixed_dictionaries(
    {},
    optional={
        **{
            key: st.integers(int(least), 10**12 if most is None else int(most))
            for key, (least, most) in BOUNDS.items()
            if key not in RELATED
        },
        **{key: st.sampled_from(words) for key, words in WORDS.items() if key != "profile"},
        **{key: st.booleans() for key in SWITCHES},
        "profile": st.from_regex(r"[a-zA-Z0-9_-]{1,10}", fullmatch=True),
    },
)


def _below(lower: str, upper: str, least: int, most: int) -> st.SearchStrategy[dict[str, object]]:
    """Return two numbers that fit, the smaller one first."""
    pairs = st.lists(st.integers(least, most), min_size=2, max_size=2, unique=True)
    return pairs.map(lambda two: {lower: min(two), upper: max(two)})


TOGETHER = [
    _below("sleep_threshold_percent", "emergency_threshold_percent", 1, 99),
    _below("min_entries_for_compaction", "max_entries_before_compaction", 3, 10_000),
    _below("preserve_last_n_entries", "max_entries_before_compaction", 5, 9_999),
    _below("min_saving_tokens", "threshold_tokens", 256, 10**12),
]


def _all_fit(values: dict[str, Any]) -> bool:
    return unfit(plain(**values)) == []


FITTING = st.tuples(FREE, st.lists(st.sampled_from(TOGETHER).flatmap(lambda s: s))).map(
    lambda drawn: drawn[0] | {key: v for pair in drawn[1] for key, v in pair.items()}
)
FITTING = FITTING.filter(_all_fit)


@given(FITTING)
@settings(max_examples=60, deadline=None)
def test_valid_settings_come_back_from_a_note_and_from_a_profile(
    tmp_path_factory: pytest.TempPathFactory, wanted: dict[str, Any]
) -> None:
    """Whatever fits is taken as it was written, in either place."""
    path = tmp_path_factory.mktemp("config") / "memory_compaction.md"
    path.write_text(note(wanted))
    found, expected = read_compaction(path, FREE_PROFILE), plain(**wanted)
    assert found == expected
    assert found.written.keys() == wanted.keys()
    base = CompactionSettings.defaults(FREE_PROFILE)
    assert override_compaction(base, wanted, PROFILE, lambda key: None) == expected


KEYS = st.sampled_from([*BOUNDS, *WORDS, *SWITCHES, "x", "written", "-"])
PLAUSIBLE = st.sampled_from(
    ["tree", "layered", "off", "true", "", "many", "1.5", "-1", "0", "''", "1_0", "１", "[", "%%"]
)
WRITTEN = st.integers(-1, 300).map(str) | st.integers().map(str) | PLAUSIBLE | st.text(max_size=8)


def _line(pair: tuple[str, str]) -> str:
    return f"**{pair[0]}**: {pair[1]}\n"


PROSE = st.sampled_from(["---\n", "```\n", "%%\n", "# A\n", "_why_\n"]) | st.text(max_size=20)
NOTES = st.lists(st.tuples(KEYS, WRITTEN).map(_line) | PROSE, max_size=8).map("".join)
FRONT = st.lists(
    st.tuples(KEYS, WRITTEN).map(lambda pair: f"{pair[0]}: {pair[1]}\n"), max_size=5
).map(lambda lines: "---\n" + "".join(lines) + "---\n")


@given(NOTES | st.tuples(FRONT, NOTES).map("".join) | st.text())
@example("**immediate_window**: 1\n**sleep_threshold_percent**: 79\n")
@settings(max_examples=300, deadline=None)
def test_any_note_gives_settings_in_range_or_a_config_error(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    """Never another exception, never a value that nobody may have."""
    path = tmp_path_factory.getbasetemp() / "memory_compaction.md"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    try:
        found = read_compaction(path, SCHEMA)
    except ConfigErrors as several:
        assert len(several.errors) == len(str(several).splitlines()) > 1
    except ConfigError as error:
        assert str(error).startswith(f"{path}")
    else:
        assert unfit(found) == []


SCALARS = (
    st.none() | st.booleans() | st.integers(-1, 300) | st.integers() | st.floats() | st.text()
    | st.dates() | st.binary(max_size=3) | PLAUSIBLE | st.just(16**5000)
)  # fmt: skip
VALUES = SCALARS | st.lists(SCALARS, max_size=2) | st.dictionaries(KEYS, SCALARS, max_size=2)


@given(st.dictionaries(KEYS | st.text(), VALUES, max_size=4))
@settings(max_examples=300, deadline=None)
def test_any_override_gives_settings_in_range_or_a_config_error(values: dict[str, object]) -> None:
    """As for the note; and every line of the error names the profile and its key."""
    try:
        found = override_compaction(PLAIN, values, PROFILE, lambda key: 1)
    except ConfigError as error:
        assert all(line.startswith("profile.md:1: memory.") for line in str(error).splitlines())
    else:
        assert unfit(found) == []
