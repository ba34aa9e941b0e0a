"""A text with several wordings says one of them, each in its turn."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.mind.fallback.wordings import choose_wording, turn_of
from world.vault.texts import Texts

TEXT = """**greeting**:
```
  Good day, {name}.

It is you, {name}.
Come in.
```
"""
SAID = ["Good day, Ada.", "It is you, Ada.", "Come in."]


@pytest.fixture
def texts(tmp_path: Path) -> Texts:
    (tmp_path / "mind.md").write_text(TEXT, encoding="utf-8")
    return Texts.load([tmp_path])


def test_each_line_has_its_turn_and_the_first_comes_again(texts: Texts) -> None:
    """Empty lines are none; values for which the text has no placeholder are not used."""
    values = {"name": "Ada", "place": "The Hall"}
    assert [choose_wording(texts, "greeting", turn, values) for turn in range(6)] == 2 * SAID


def test_a_name_says_the_same_always_and_several_names_say_all(texts: Texts) -> None:
    """Also after a restart, where `hash` would choose anew."""
    assert turn_of("Moss") == 3333413202
    said = {
        choose_wording(texts, "greeting", turn_of(name), {"name": "Ada"})
        for name in ("Moss", "Hester", "Garrick", "Wren", "Cobb", "Ash", "Elm", "Yew")
    }
    assert said == set(SAID)
