"""``tarn agent new NAME``: a folder that can be lived in at once, or nothing at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.mind.profile import read_profile
from agents.mind.voice.voice_file import read_voice
from server.cli.start import start


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    (tmp_path / "vault" / "agents" / "Moss").mkdir(parents=True)
    return tmp_path / "vault"


def make(vault: Path, *arguments: str) -> int:
    return start(["--vault", str(vault), "agent", *arguments])


def test_the_templates_are_read_without_a_complaint(
    vault: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The agent can live before anybody has changed a word, and its name is in both files."""
    assert make(vault, "new", "Ivy") == 0
    folder = vault / "agents" / "Ivy"
    profile, reading = read_profile(folder / "profile.md"), read_voice(folder / "voice.md")
    assert profile.name == "Ivy" and profile.persona.startswith("You are Ivy.")
    assert profile.description and "NAME" not in profile.persona
    assert reading.errors == () and len(reading.voice.exchanges) == 2
    assert len(reading.voice.remarks) == 4 and len(reading.voice.otherwise) == 2
    assert "%%" in (folder / "voice.md").read_text() and "NAME" not in repr(reading.voice)
    said = capsys.readouterr().out
    assert str(folder / "profile.md") in said and "@reload" in said


def test_the_vault_may_be_named_behind_the_command(vault: Path) -> None:
    """As with the other commands."""
    assert start(["agent", "new", "Ivy", "--vault", str(vault)]) == 0
    assert (vault / "agents" / "Ivy" / "profile.md").is_file()


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("moss", "The name 'moss' is taken by 'Moss'."),
        ("look", "'look' is a command and cannot be a name."),
        ("guest", "'guest' is a reserved word and cannot be a name."),
        ("../Ivy", "A name has letters, with ' or - between them; it cannot have full stop."),
        ("Ivy Green", "A name is one word; 'Ivy Green' has a space in it."),
        ("I", "A name has 2 to 20 characters; 'I' has 1."),
    ],
)
def test_a_bad_or_taken_name_is_refused_and_nothing_is_written(
    vault: Path, capsys: pytest.CaptureFixture[str], name: str, why: str
) -> None:
    """One line on standard error, exit status 2."""
    assert make(vault, "new", name) == 2
    assert capsys.readouterr().err == f"tarn: {why}\n"
    assert [path.name for path in vault.rglob("*")] == ["agents", "Moss"]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ([], "the action is missing, allowed: new"),
        (["old", "Ivy"], "the action is 'old', allowed: new"),
        (["new"], "the agent's name is missing: tarn agent new NAME"),
        (["new", "Ivy", "--valut", "x"], "'--valut' is not an option, allowed: --vault"),
    ],
)
def test_wrong_usage_is_one_line(
    vault: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], why: str
) -> None:
    """It says what is allowed."""
    with pytest.raises(SystemExit) as caught:
        make(vault, *arguments)
    said = capsys.readouterr().err
    assert caught.value.code == 2 and said.startswith(f"tarn: {why}") and said.count("\n") == 1


def test_without_a_vault_it_says_how_to_make_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It makes no vault with one agent in it."""
    assert make(tmp_path / "none", "new", "Ivy") == 2
    assert "there is no vault; tarn init DIR makes one" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()
