"""Texts of the vault have every placeholder that they need, and no unknown one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.paths import TEXT_FOLDER
from tests.texts import shipped_texts
from world.vault.placeholders import find_placeholders, list_placeholders
from world.vault.texts import Texts


def load(tmp_path: Path, text: str, *before: Path) -> Texts:
    """The texts of one folder, after those of `before`; ``tmp_path/mind.md`` is its file."""
    (tmp_path / "mind.md").write_text(text, encoding="utf-8")
    return Texts.load([*before, tmp_path])


def list_errors(texts: Texts) -> list[str]:
    return [str(error).rpartition("/")[2] for error in texts.errors]


def test_every_shipped_text_with_placeholders_has_its_row() -> None:
    """A new placeholder, or a new text with one, gets a row in world/vault/placeholder_tables."""
    texts = shipped_texts()
    assert texts.errors == ()
    shipped = {key: set(texts.names(key)) for key in texts.keys()}  # noqa: SIM118
    table = {key: set(row.allowed) for key, row in list_placeholders().items()}
    plain = {key: names for key, names in shipped.items() if not key.startswith("brain.")}
    assert {key: names for key, names in plain.items() if names} == table
    for key, names in shipped.items():
        row = find_placeholders(key)
        assert names <= set(row.allowed if row else ()), key


def test_no_prompt_about_memories_goes_without_them() -> None:
    """Whatever folds memories must show them."""
    folding = [key for key in list_placeholders() if key.startswith("summary.")]
    assert all(list_placeholders()[key].needed for key in ("journal.facts", *folding))


@pytest.mark.parametrize("before", [(), (TEXT_FOLDER,)], ids=["checkout", "own"])
def test_a_prompt_without_its_memories_is_named_with_what_is_allowed(
    tmp_path: Path, before: tuple[Path, ...]
) -> None:
    """Also where the vault is the program's own, so that no shipped text stands behind it."""
    texts = load(tmp_path, "# Mine\n\n**summary.prompt**: Write a summary please{citee}\n", *before)
    assert list_errors(texts) == [
        "mind.md:3: summary.prompt: unknown placeholder; read: citee;"
        " allowed: {lines} (needed), {cite}",
        "mind.md:3: summary.prompt: missing placeholder; read: a text without {lines};"
        " allowed: {lines} (needed), {cite}",
    ]
    assert ("Memories:" in texts.raw("summary.prompt")) is bool(before)


def test_doubled_braces_are_no_placeholder(tmp_path: Path) -> None:
    """A placeholder that is spelt as plain braces shows no memories either."""
    texts = load(tmp_path, "**summary.prompt**: Sum up: {{lines}}\n", TEXT_FOLDER)
    assert list_errors(texts)[0].startswith("mind.md:1: summary.prompt: missing placeholder")


def test_without_a_better_text_a_wrong_one_is_said_as_it_stands(tmp_path: Path) -> None:
    """A command whose sentence is wrong still answers."""
    texts = load(tmp_path, "**say.own**: You say {wrods}, {words}.\n")
    assert list_errors(texts) == [
        "mind.md:1: say.own: unknown placeholder; read: wrods; allowed: {words} (needed)"
    ]
    assert texts.say("say.own", words="{so}") == "You say {wrods}, {so}."


def test_at_a_reload_the_last_good_text_stays(tmp_path: Path) -> None:
    """Also without a shipped version; a mended file is taken over again."""
    texts = load(tmp_path, "**summary.prompt**: Sum up: {lines}\n")
    errors = texts.replace_by(load(tmp_path, "**summary.prompt**: Sum up\n"))
    assert len(errors) == 1
    assert texts.raw("summary.prompt") == "Sum up: {lines}"
    assert not texts.replace_by(load(tmp_path, "**summary.prompt**: Shorter: {lines}\n"))
    assert texts.raw("summary.prompt") == "Shorter: {lines}"
