"""Says what a reload changed: settings, texts, profiles, rooms and happenings, a line each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field

from agents.prose import cut_text, one_line
from late.late_dataclass import late_dataclass

#: Names on one line, and characters of a setting's value.
MOST_NAMES, MOST_VALUE = 8, 40

#: Settings that hold from the next start on.
AT_START = ("server.telnet", "server.limits", "server.log.", "server.web.", "server.workers")

Say = Callable[..., str]
"""Returns the text of a key, with values in its placeholders."""


@late_dataclass(frozen=True, slots=True)
class LoadedFiles:
    """What the files of a vault and its settings gave, each thing by its name."""

    settings: Mapping[str, str]
    texts: Mapping[str, str]
    profiles: Mapping[str, object]
    rooms: Mapping[str, str]
    """The digest of each room's note; empty for a room without one."""
    happenings: Mapping[str, object] = field(default_factory=dict)
    voices: Mapping[str, object] = field(default_factory=dict)
    intentions: Mapping[str, object] = field(default_factory=dict)
    """``Wren: light the lamp`` and its like."""


def describe_changes(before: LoadedFiles, after: LoadedFiles, say: Say) -> Iterator[str]:
    """Yield a line for each kind of thing that changed, of bounded length."""
    changed = _find_settings(before.settings, after.settings)
    now = [each for each in changed if not each.startswith(AT_START)]
    kinds = {
        "reload.settings": now,
        "reload.settings-later": [each for each in changed if each not in now],
        "reload.texts": _find_changed(before.texts, after.texts),
        "reload.agents-new": _find_new(before.profiles, after.profiles),
        "reload.agents-gone": _find_new(after.profiles, before.profiles),
        "reload.agents": _find_common(before.profiles, after.profiles),
        "reload.voices": _find_common(before.voices, after.voices),
        "reload.intentions": _find_changed(before.intentions, after.intentions),
        "reload.rooms-new": _find_new(before.rooms, after.rooms),
        "reload.rooms": _find_common(before.rooms, after.rooms),
        "reload.happenings-new": _find_new(before.happenings, after.happenings),
        "reload.happenings-gone": _find_new(after.happenings, before.happenings),
        "reload.happenings": _find_common(before.happenings, after.happenings),
    }
    for key, names in kinds.items():
        if names:
            yield say(key, names=_join_names(names, say))


def _find_settings(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    return [
        f"{key} ({_cut_value(before, key)} → {_cut_value(after, key)})"
        for key in _find_changed(before, after)
    ]


def _cut_value(values: Mapping[str, str], key: str) -> str:
    return cut_text(one_line(values.get(key, "")), MOST_VALUE) or "-"


def _find_changed(before: Mapping[str, object], after: Mapping[str, object]) -> list[str]:
    return [key for key in sorted({*before, *after}) if before.get(key) != after.get(key)]


def _find_common(before: Mapping[str, object], after: Mapping[str, object]) -> list[str]:
    return [key for key in _find_changed(before, after) if key in before and key in after]


def _find_new(before: Mapping[str, object], after: Mapping[str, object]) -> list[str]:
    return sorted({*after} - {*before})


def _join_names(names: Sequence[str], say: Say) -> str:
    shown = ", ".join(names[:MOST_NAMES])
    left = len(names) - MOST_NAMES
    return say("reload.more", names=shown, count=left) if left > 0 else shown
