"""What the page leaves to the next start: ``vault/.tarn/page-logins.json``."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from world.vault.private_files import write_privately

NAME = "page-logins.json"


class KeptPage:
    """Logins, and what pages were told last, as `LatePage.hand_over` gives them.

    A file is taken once: a login that has ended since would else be one again after a crash. Words
    between two people alone are not kept, as nothing else writes them down.
    """

    def __init__(self, folder: Path, now: Callable[[], datetime]) -> None:
        self._path, self._now = folder / NAME, now

    def leave(self, left: Mapping[str, Any]) -> None:
        """Write the file for its owner alone, if anybody is logged in. Raises `OSError`."""
        if left.get("sessions"):
            stream = left["stream"]
            records = [each for each in stream["records"] if not _is_between_people(each)]
            kept = {**left, "stream": {**stream, "records": records}}
            text = json.dumps({"at": self._now().isoformat(), **kept})
            write_privately(self._path, text)

    def take(self) -> Mapping[str, Any]:
        """Return what was left, and delete the file; empty: there is none that can be used.

        Raises `OSError`.
        """
        try:
            text = self._path.read_text("utf-8")
        except FileNotFoundError:
            return {}
        self._path.unlink()
        try:
            kept = json.loads(text)
            passed = (self._now() - datetime.fromisoformat(kept.pop("at"))).total_seconds()
            for session in kept["sessions"]:
                session["unused_seconds"] += max(0.0, passed)
        except (ValueError, KeyError, TypeError, AttributeError):
            return {}  # somebody has changed it: one logs in again
        return dict(kept)


def _is_between_people(record: Mapping[str, Any]) -> bool:
    return record["seen"] is not None and not record["with_agent"]
