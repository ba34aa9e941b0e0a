"""The keeper of notes tells of a change in the log, with who, whose and which."""

from __future__ import annotations

from pathlib import Path

from agents.clock import VirtualClock
from server.boundaries import ignore_record
from server.logs.event import parse_line
from server.personas.keeper import PersonaKeeper
from server.reload import load_texts
from tests.e2e.harness import write


def test_a_change_is_an_event_with_fields(tmp_path: Path) -> None:
    logged: list[str] = []
    keeper = _make_keeper(tmp_path, logged)
    profile = tmp_path / "agents" / "Moss" / "profile.md"
    write(profile, "You are Moss.\n")
    keeper.observe("Moss")
    write(profile, "You are Moss, a gardener.\n")
    keeper.observe("Moss", "Ada", "@edit-profile")
    (event,) = map(parse_line, logged)
    assert (event.name, event.level) == ("personas.changed", "info")
    assert dict(event.fields, file="") == {
        "file": "", "agent": "Moss", "note": "profile.md", "who": "Ada", "how": "@edit-profile",
    }  # fmt: skip
    assert event.to_line().startswith("[Personas] ")


def test_a_version_that_cannot_be_kept_is_a_warning(tmp_path: Path) -> None:
    logged: list[str] = []
    write(tmp_path / "agents" / "Moss" / "profile.md", "You are Moss.\n")
    write(tmp_path / ".tarn" / "personas", "a file where a folder should be")
    _make_keeper(tmp_path, logged).observe_quietly("Moss")
    (event,) = map(parse_line, logged)
    assert (event.name, event.level, event.fields["agent"]) == ("personas.waits", "warning", "Moss")


def _make_keeper(vault: Path, logged: list[str]) -> PersonaKeeper:
    return PersonaKeeper(
        vault,
        vault / ".tarn",
        VirtualClock(),
        load_texts(vault),
        lambda text: None,
        ignore_record,
        logged.append,
    )
