"""Any note and any override gives settings in range, or an error."""

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from config.compaction import (
    CompactionSettings,
    override_compaction,
    read_compaction,
)
from config.errors import ConfigError, ConfigErrors
from tests.config.compaction.compaction_settings import (
    BOUNDS,
    FREE_PROFILE,
    PLAIN,
    PROFILE,
    SCHEMA,
    SWITCHES,
    WORDS,
    note,
    plain,
    unfit,
)
from tests.examples import choose_count

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
@settings(max_examples=choose_count(25, 60), deadline=None)
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
@settings(max_examples=choose_count(120, 300), deadline=None)
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
@settings(max_examples=choose_count(120, 300), deadline=None)
def test_any_override_gives_settings_in_range_or_a_config_error(values: dict[str, object]) -> None:
    """As for the note; and every line of the error names the profile and its key."""
    try:
        found = override_compaction(PLAIN, values, PROFILE, lambda key: 1)
    except ConfigError as error:
        assert all(line.startswith("profile.md:1: memory.") for line in str(error).splitlines())
    else:
        assert unfit(found) == []
