"""Shows long texts a screenful at a time, for who wants it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from server.session.boundaries import Sentences, Wire
from server.session.layout import wrap

_STOP = "q"
_LEAST_ROWS = 5


class Pager:
    """Stands before a wire. A blank line goes on, ``q`` ends, any other line ends it, too."""

    def __init__(self, wire: Wire, texts: Sentences) -> None:
        self._wire = wire
        self._texts = texts
        self.on = False
        """Whether the person wants long texts in screenfuls."""
        self._rest: list[str] = []
        self._kind = ""

    def prefer(self, values: Mapping[str, str]) -> None:
        """Take the person's preferences."""
        self.on = values.get("paging") == "on"

    def show(self, text: str, kind: str) -> None:
        """Show `text`, or its first screenful; what comes meanwhile is shown at once."""
        if not self.on or self._rest:
            self._wire.show(text, kind)
            return
        self._kind = kind
        self._show_page(text.rstrip("\n").split("\n"))

    def takes(self, line: str) -> bool:
        """Return whether a typed line was an answer to "more"."""
        rest, self._rest = self._rest, []
        if not rest or line.casefold() not in ("", _STOP):
            return False
        if not line:
            self._show_page(rest)
        return True

    def hand_over(self) -> Mapping[str, Any]:
        """Return what is not shown yet, as plain data; empty: nothing."""
        return {"lines": self._rest, "kind": self._kind} if self._rest else {}

    def resume(self, kept: Mapping[str, Any]) -> None:
        """Go on with what another program's pager has not shown, at the question."""
        self._rest, self._kind = list(kept["lines"]), kept["kind"]
        self._ask()

    def _show_page(self, lines: list[str]) -> None:
        fits = self._count_fitting(lines)
        self._wire.show("\n".join(lines[:fits]), self._kind)
        self._rest = lines[fits:]
        if self._rest:
            self._ask()

    def _ask(self) -> None:
        self._wire.show(self._texts.say("pager.more", count=str(len(self._rest))), "notice")

    def _count_fitting(self, lines: list[str]) -> int:
        """Return how many lines fit on the screen above the question; at least one."""
        terminal = self._wire.terminal
        rows = max(_LEAST_ROWS, terminal.height) - 1
        if sum(len(wrap(line, terminal.width)) for line in lines) <= rows:
            return len(lines)
        used = 0
        for number, line in enumerate(lines):
            used += len(wrap(line, terminal.width))
            if used > rows - 1:
                return max(1, number)
        return len(lines)
