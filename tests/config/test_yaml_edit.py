"""Keys change in a YAML file, and every other character stays."""

from pathlib import Path

import pytest

from config.errors import ConfigError
from config.yaml_edit import edit_yaml
from tests.paths import CONFIG

FILE = Path("llm.yaml")
NEW = {"provider": "ollama", "url": "http://127.0.0.1:11434", "model": "gemma3:4b"}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "p:\n  npc:   # mine\n    provider: embedded  # inside\n    model: 'a b'\n    n: 1\n",
            "p:\n  npc:   # mine\n    provider: ollama  # inside\n"
            "    url: http://127.0.0.1:11434\n    model: gemma3:4b\n    n: 1\n",
        ),
        (
            "p: {npc: {provider: embedded, n: 1}} # all",
            'p: {npc: {provider: ollama, url: "http://127.0.0.1:11434", model: "gemma3:4b", n: 1}}'
            " # all",
        ),
        (
            "p:\r\n  npc:\r\n    provider:\r\n    # end",
            "p:\r\n  npc:\r\n    provider: ollama\r\n    url: http://127.0.0.1:11434\r\n"
            "    model: gemma3:4b\r\n    # end",
        ),
        (
            "p:\n  npc:\n    model: a",
            "p:\n  npc:\n    model: gemma3:4b\n    provider: ollama\n"
            "    url: http://127.0.0.1:11434",
        ),
    ],
)
def test_what_is_not_named_stays_as_it_was(text: str, wanted: str) -> None:
    assert edit_yaml(FILE, text, ("p", "npc"), NEW) == wanted


def test_every_line_of_the_shipped_file_stays_but_those_that_change() -> None:
    text = (CONFIG / "llm.yaml").read_text(encoding="utf-8")
    edited = edit_yaml(FILE, text, ("profiles", "npc"), NEW)
    kept = [line for line in text.splitlines() if line not in edited.splitlines()]
    assert kept == []  # the summarizer still has the values that the other profile lost
    assert len(edited.splitlines()) == len(text.splitlines()) + 1
    back = edit_yaml(FILE, edited, ("profiles", "npc"), {"provider": "embedded"})
    assert "    provider: embedded\n    url: http://127.0.0.1:11434\n" in back


@pytest.mark.parametrize("text", ["", "p:\n", "p: {}\n", "p:\n  npc: {}\n", "p: [1]\n"])
def test_what_is_not_written_out_is_refused(text: str) -> None:
    with pytest.raises(ConfigError, match=r"p\.npc is nothing to change"):
        edit_yaml(FILE, text, ("p", "npc"), NEW)


def test_a_broken_file_is_named_with_its_line() -> None:
    with pytest.raises(ConfigError, match=r"llm\.yaml:2"):
        edit_yaml(FILE, "a: 1\nb: ]\n", ("p",), NEW)
