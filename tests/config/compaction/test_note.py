"""The note that is shipped: every setting is explained in it, and what it says is true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from agents.declaration import Setting, describe_setting, format_value
from agents.memory.settings import memory_schema
from agents.memory.strategies.table import load_strategies
from config.compaction import CompactionSettings, override_compaction, read_compaction
from tests.paths import VAULT

SHIPPED = VAULT / "config" / "memory_compaction.md"
LINES = SHIPPED.read_text(encoding="utf-8").splitlines()
SCHEMA = memory_schema(load_strategies(found=[]))
PLAIN = CompactionSettings.defaults(SCHEMA)
KEYS = list(PLAIN)

#: Left out in the note, because what holds then is not one value for everybody.
LEFT_OUT = [
    "micro_compact",
    "related_memories_tokens",
    "conversation_tokens",
    "working_context_tokens",
    "threshold_tokens",
    "min_saving_tokens",
]


def find_explanation(key: str) -> tuple[str, str]:
    """Return the value that stands at `key`, in backticks or not, and its explanation."""
    found = [
        (match[1], LINES[index + 1])
        for index, line in enumerate(LINES)
        if (match := re.fullmatch(rf"`?\*\*{key}\*\*: (\S+?)`?", line))
    ]
    assert len(found) == 1, key
    return found[0]


def test_the_note_sets_every_default_and_leaves_out_what_has_none() -> None:
    """Installing it changes nothing, with small models or large ones."""
    found = read_compaction(SHIPPED, SCHEMA)
    assert found == PLAIN
    assert found.written.keys() == set(KEYS) - set(LEFT_OUT)
    for key in LEFT_OUT:
        assert any(line.startswith(f"`**{key}**: ") and line.endswith("`") for line in LINES), key


@pytest.mark.parametrize("rule", SCHEMA.settings, ids=lambda each: each.name)
def test_every_setting_is_explained_as_it_is_declared(rule: Setting) -> None:
    """A bold key, its true default, and in italics what it is for and what is allowed."""
    value, explanation = find_explanation(rule.name)
    assert explanation == f"_{describe_setting(rule, SCHEMA.orders)}_"
    assert value == (format_value(rule.default) or rule.words[0])


@pytest.mark.parametrize("strategy", SCHEMA.strategies.rows)
def test_every_strategy_has_a_paragraph(strategy: str) -> None:
    """It says what the strategy keeps, when it compacts and what it costs."""
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
    found = read_compaction(path, SCHEMA)
    assert found == PLAIN.replace_values({"micro_compact": "pressure"})
    assert found.written.keys() == set(KEYS)


def test_the_example_of_one_agent_is_right() -> None:
    """What people copy into a profile is taken."""
    values: dict[str, object] = {"strategy": "tree", "related_memories_tokens": 300}
    assert "memory: {strategy: tree, related_memories_tokens: 300}" in LINES
    found = override_compaction(PLAIN, values, Path("profile.md"), lambda key: 1)
    assert found["strategy"] == "tree"


@pytest.mark.parametrize(
    "command",
    [
        "@reload", "@memory-status", "@compact-memories", "force", "@why", "sleep", "wake",
        "tarn memory verify", "tarn memory show", "tarn memory", "recall", "profile.md",
    ],
)  # fmt: skip
def test_the_note_says_what_the_commands_are_for(command: str) -> None:
    """It names the commands to type."""
    assert re.search(rf"`[^`]*{command}\b[^`]*`", "\n".join(LINES))
