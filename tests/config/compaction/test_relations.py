"""Settings of compaction that do not fit each other are named."""

from pathlib import Path

import pytest

from config.compaction import (
    override_compaction,
)
from config.errors import ConfigError
from tests.config.compaction.compaction_settings import PLAIN, PROFILE, read, refusal


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
