"""Lines that set nothing and were probably meant to."""

from __future__ import annotations

from pathlib import Path

import pytest

from config.markdown_settings import find_near_settings, parse_settings_note
from tests.paths import VAULT

NOTE = Path("note.md")
KEYS = ("immediate_window", "strategy", "journal")


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("**immediate_window** 64", "**immediate_window**: 64"),
        ("immediate_window: 32", "**immediate_window**: 32"),
        ("immediate_window = 32", "**immediate_window**: 32"),
        ("- immediate_window: 32", "**immediate_window**: 32"),
        ("*immediate_window*: 32", "**immediate_window**: 32"),
        ("*strategy:* tree", "**strategy**: tree"),
        ("__strategy__: tree", "**strategy**: tree"),
        ("**Strategy**: tree", "**strategy**: tree"),
        ("**immediate_window** = 64", "**immediate_window**: 64"),
    ],
)
def test_a_line_that_was_meant_as_a_setting_is_named(line: str, meant: str) -> None:
    """With its line, what was read and what was probably meant; it sets nothing."""
    text = f"---\ntags: [x]\n---\n# Title\n\n{line}\n"
    assert list(find_near_settings(NOTE, text, KEYS)) == [
        f"note.md:6: this sets nothing; read: {line}; probably meant: {meant}"
    ]
    assert not parse_settings_note(NOTE, text)


@pytest.mark.parametrize(
    "text",
    [
        "**immediate_window**: 64",
        "**immediate_window:** 64",
        "`**immediate_window**: 64`",
        "`immediate_window: 64`",
        "Settings such as immediate_window: 64 stand in lines of their own.",
        "immediate_window: 64 is what we had last year",
        "**strategy** is what decides",
        "strategy waterfall",
        "### strategy: tree",
        "**Strategy**: the way of remembering",
        "**Strategy**: see below.",
        "window: 3",
        "```\nimmediate_window: 64\n```",
        "```yaml\nstrategy: tree\n```",
        "%% strategy: tree %%",
        "%%\nstrategy: tree\n%%",
        "---\nstrategy: tree\n---\n",
    ],
)
def test_prose_examples_and_settings_are_no_mistakes(text: str) -> None:
    """A setting that is mentioned in passing is left alone."""
    assert not list(find_near_settings(NOTE, text, KEYS))


def test_the_starter_vault_has_none() -> None:
    """Whatever any setting is called."""
    for path in sorted((VAULT / "config").glob("*.md")):
        text = path.read_text(encoding="utf-8")
        assert not list(find_near_settings(path, text, list(parse_settings_note(path, text))))
