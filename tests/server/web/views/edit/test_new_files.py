"""Files that the page makes: of a path only a name is taken, which is checked as names are."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.web.views.edit.files import list_files
from server.web.views.edit.new_files import (
    CannotBeMade,
    make_template,
    plan_file,
    write_new_file,
)
from tests.e2e.harness import write
from tests.world.transcript import Play, trio

PROFILE = "---\n---\nYou are Olm. NAME is a word.\n"


@pytest.fixture
def play() -> Play:
    return trio()


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    write(tmp_path / "agents" / "Moss" / "profile.md", "You are Moss.\n")
    write(tmp_path / "world" / "The Attic.md", "Dust.\n")
    return tmp_path


def plan(play: Play, vault: Path, name: str) -> str:
    file = plan_file(vault, play.world, list_files(vault, vault), name)
    assert file.name == name and file.path == vault / name
    return make_template(file, play.world)


def test_new_files_begin_with_what_they_need(play: Play, vault: Path) -> None:
    """A room has a way to where newcomers arrive; one that was dug in play, its own words."""
    start = play.world.start_room
    assert start.name in plan(play, vault, "world/The Cellar.md")
    assert plan(play, vault, f"world/{start.name}.md") == f"{start.description}\n"
    assert "You are Olm." in plan(play, vault, "agents/Olm/profile.md")
    assert "# How Moss speaks" in plan(play, vault, "agents/Moss/voice.md")


@pytest.mark.parametrize(
    "name",
    [
        "", "llm.yaml", "world/a/b.md", "../world/Cellar.md", "world/...md", "world/.md",
        "world/..md", "world/Cellar.txt", "world/<b>.md", "world/Thе Attic.md", "world/con.md",
        "agents/Olm/notes/x.md", "agents/../profile.md", "agents/moss/profile.md",
        "agents/Mo55/profile.md", "agents/Ann/profile.md", "agents/look/profile.md",
        "agents/Olm/voice.md", "agents/Olm/summaries/recent.md", "config/agents.md",
        "world/The Cellar\n.md",
    ],
)  # fmt: skip
def test_other_paths_and_names_that_are_taken_are_refused(
    play: Play, vault: Path, name: str
) -> None:
    """Also names that look like another; each with a reason."""
    before = sorted(vault.rglob("*"))
    with pytest.raises(CannotBeMade) as refused:
        plan(play, vault, name)
    assert str(refused.value)
    assert sorted(vault.rglob("*")) == before


def test_an_agent_comes_with_a_voice_and_its_profile_as_it_was_written(
    play: Play, vault: Path
) -> None:
    file = plan_file(vault, play.world, list_files(vault, vault), "agents/Olm/profile.md")
    write_new_file(vault, play.world, file, PROFILE)
    assert file.path.read_text("utf-8") == PROFILE
    assert "# How Olm speaks" in (vault / "agents/Olm/voice.md").read_text("utf-8")
    with pytest.raises(CannotBeMade, match="taken"):
        write_new_file(vault, play.world, file, PROFILE)
