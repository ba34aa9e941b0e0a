"""What a watcher's client is told as data, beside the story: GMCP packages for programs."""

from __future__ import annotations

from collections.abc import Mapping

from agents.boundaries import WatchEvent
from late.late_dataclass import late_dataclass

_PACKAGES = {
    "thought": "Tarn.Think",
    "intention": "Tarn.Think",
    "command": "Tarn.Think",
    "choice": "Tarn.Think",
    "prompt": "Tarn.Think",
    "memory": "Tarn.Memory",
    "compaction": "Tarn.Compaction",
}


@late_dataclass(frozen=True, slots=True)
class WatchMessage:
    """One message for a program that watches."""

    package: str
    """``Tarn.Think``, ``Tarn.Memory`` or ``Tarn.Compaction``."""
    data: Mapping[str, object]


def make_message(event: WatchEvent) -> WatchMessage | None:
    """Return the message for `event`; None: it is for readers alone."""
    package = _PACKAGES.get(event.kind)
    if package is None:
        return None
    data = {
        "agent": event.agent,
        "at": f"{event.at:%Y-%m-%dT%H:%M:%S}Z",
        "kind": event.kind,
        "text": event.text,
        **event.about,
    }
    return WatchMessage(package, data)
