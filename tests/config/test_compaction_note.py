"""The note that is shipped: every setting is explained in it, and what it says is true."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from pathlib import Path

import pytest

from config.compaction import CompactionSettings, override_compaction, read_compaction
from tests.config.memory_bounds import BOUNDS, SWITCHES, WORDS
from tests.paths import VAULT

SHIPPED = VAULT / "config" / "memory_compaction.md"
LINES = SHIPPED.read_text(encoding="utf-8").splitlines()
KEYS = [each.name for each in fields(CompactionSettings) if each.name != "written"]

#: Left out in the note, because what holds then is not one value for everybody.
LEFT_OUT = ["micro_compact", "threshold_tokens", "min_saving_tokens"]


def shown(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:g}" if isinstance(value, float) else str(value)


def explained(key: str) -> tuple[str, str]:
    """The value that stands at `key`, in backticks or not, and its explanation."""
    found = [
        (match[1], LINES[index + 1])
        for index, line in enumerate(LINES)
        if (match := re.fullmatch(rf"`?\*\*{key}\*\*: (\S+?)`?", line))
    ]
    assert len(found) == 1, key
    return found[0]


def test_the_note_sets_every_default_and_leaves_out_what_has_none() -> None:
    """Who installs it changes nothing by it, with small models as with large ones."""
    found = read_compaction(SHIPPED, {"npc", "summarizer"})
    assert found == CompactionSettings()
    assert found.written.keys() == set(KEYS) - set(LEFT_OUT)
    for key in LEFT_OUT:
        assert any(line.startswith(f"`**{key}**: ") and line.endswith("`") for line in LINES), key


@pytest.mark.parametrize("key", KEYS)
def test_every_setting_is_explained_with_its_default(key: str) -> None:
    """A bold key, its true default, and a line in italics that says what it is."""
    value, explanation = explained(key)
    default = shown(getattr(CompactionSettings(), key))
    assert explanation.startswith("_")
    assert explanation.endswith("_")
    if key == "micro_compact":
        assert "If left out, as the strategy has it" in explanation
    else:
        assert value == default
        said = re.search(
            rf"(\b{default}`?|If left out: `?{default}`?)( if left out|\b)", explanation
        )
        assert said, explanation


@pytest.mark.parametrize("key", BOUNDS)
def test_every_range_is_told(key: str) -> None:
    """What the reader allows is what the note says."""
    least, most = BOUNDS[key]
    _, explanation = explained(key)
    wanted = rf"\b{least} or more\b" if most is None else rf"\bFrom {least}\b[^.;]* to {most}\b"
    assert re.search(wanted, explanation), explanation


@pytest.mark.parametrize("key", [*WORDS, *SWITCHES])
def test_every_word_is_told(key: str) -> None:
    """All that may be chosen stands there in backticks."""
    _, explanation = explained(key)
    for word in WORDS.get(key, ("true", "false")):
        assert f"`{word}`" in explanation, word


@pytest.mark.parametrize("strategy", WORDS["strategy"])
def test_every_strategy_has_a_paragraph(strategy: str) -> None:
    """Whoever is to choose is told what each keeps, when it compacts and what it costs."""
    at = LINES.index(f"### {strategy.capitalize()}")
    assert len(LINES[at + 2]) > 300


def test_every_key_of_the_note_is_a_setting() -> None:
    """Nothing is explained that cannot be set."""
    named = re.findall(r"^[`\s]*\*\*([a-z_]+)\*\*:", SHIPPED.read_text(encoding="utf-8"), re.M)
    assert sorted(named) == sorted(KEYS)


def test_what_is_left_out_can_be_set_by_taking_the_backticks_away(tmp_path: Path) -> None:
    """The note says so; it works, line for line."""
    path = tmp_path / "memory_compaction.md"
    path.write_text(
        "\n".join(line.strip("`") if line.startswith("`**") else line for line in LINES)
    )
    found = read_compaction(path)
    assert found == replace(CompactionSettings(), micro_compact="pressure")
    assert found.written.keys() == set(KEYS)


def test_the_example_of_one_agent_is_right() -> None:
    """What people copy into a profile is taken."""
    values: dict[str, object] = {"strategy": "tree", "related_memories_tokens": 300}
    assert "memory: {strategy: tree, related_memories_tokens: 300}" in LINES
    found = override_compaction(CompactionSettings(), values, Path("profile.md"), lambda key: 1)
    assert found.strategy == "tree"


@pytest.mark.parametrize(
    "command",
    [
        "@reload", "@memory-status", "@compact-memories", "force", "@why", "sleep", "wake",
        "tarn memory verify", "tarn memory show", "tarn memory", "recall", "profile.md",
    ],
)  # fmt: skip
def test_the_note_says_what_the_commands_are_for(command: str) -> None:
    """Whoever has read it knows what to type."""
    assert re.search(rf"`[^`]*{command}\b[^`]*`", "\n".join(LINES))
