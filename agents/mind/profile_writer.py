"""Writing an agent's profile to its note, without changing the note's other lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from agents.mind.front_edit import edit_note
from agents.mind.profile import Profile, parse_profile, read_profile
from world.vault.markdown import NoteError, write_atomically


def write_profile(path: Path, profile: Profile) -> None:
    """Write `profile` to `path`; keys that did not change stay as they are in the file.

    A key with an empty value is removed.  Raises `OSError`, and `NoteError` before anything is
    written if the present file is unreadable or `profile` would not read back the same.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    text, old = _read_present(path, profile.name)
    changes = {
        key: value for key, value in _list_keys(profile).items() if value != _list_keys(old)[key]
    }
    body = profile.persona if profile.persona != old.persona else None
    edited = edit_note(text, changes, body)
    _check_readable(path, parse_profile(path, edited.replace("\r\n", "\n")), profile)
    write_atomically(path, edited)


def _read_present(path: Path, name: str) -> tuple[str, Profile]:
    if not path.exists():
        return "", Profile(name, "")
    old = read_profile(path)
    return path.read_bytes().decode("utf-8-sig"), old


def _list_keys(profile: Profile) -> Mapping[str, object]:
    seconds = profile.think_interval
    return {
        "home": profile.home or None,
        "profile": profile.model_profile or None,
        "think_interval": int(seconds) if seconds is not None and seconds % 1 == 0 else seconds,
        "memory": dict(profile.memory) or None,
        "description": profile.description or None,
        "aliases": list(profile.aliases) or None,
        "may": list(profile.may) or None,
        "channels": profile.channels or None,
    }


def _check_readable(path: Path, written: Profile, wanted: Profile) -> None:
    if replace(written, name=wanted.name) != wanted:
        raise NoteError(
            path, 0, "the profile cannot be written as it is", None, "plain text, without controls"
        )
