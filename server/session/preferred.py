"""What a person has chosen for the terminal; it goes before what the client has negotiated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from late.late_dataclass import late_dataclass
from server.session.terminal import MAX_WIDTH, MIN_WIDTH, Colour, Terminal

_COLOURS = {
    "none": Colour.NONE,
    "16": Colour.ANSI,
    "256": Colour.PALETTE,
    "true": Colour.TRUE,
}
_SWITCH = {"on": True, "off": False}
_CHARSETS = {"utf-8": True, "ascii": False}


@late_dataclass(frozen=True, slots=True)
class Preferred:
    """A person's choices; None leaves it to the client."""

    colour: Colour | None = None
    width: int | None = None
    screen_reader: bool | None = None
    utf8: bool | None = None
    links: bool | None = None
    prompt: bool | None = None
    """Whether prompts end in a mark and are shown in the world; None: only at the door."""

    def apply(self, terminal: Terminal) -> Terminal:
        """Return the terminal to write for."""
        reader = _or(self.screen_reader, terminal.screen_reader)
        usual = Colour.NONE if reader else terminal.colour
        return replace(
            terminal,
            colour=usual if self.colour is None else self.colour,
            width=self.width or terminal.width,
            screen_reader=reader,
            utf8=_or(self.utf8, terminal.utf8),
            # Links are never sent to a client that has not agreed to them: it would show them raw.
            links=terminal.links and self.links is not False,
        )


def read_preferred(values: Mapping[str, str]) -> Preferred:
    """Return the choices in `values`, by the names of the preferences; ``auto`` is no choice."""
    width = values.get("width", "")
    return Preferred(
        colour=_COLOURS.get(values.get("colour", "")),
        width=_clamp(int(width)) if width.isascii() and width.isdigit() else None,
        screen_reader=_SWITCH.get(values.get("screenreader", "")),
        utf8=_CHARSETS.get(values.get("charset", "")),
        links=_SWITCH.get(values.get("links", "")),
        prompt=_SWITCH.get(values.get("prompt", "")),
    )


def _clamp(width: int) -> int:
    return max(MIN_WIDTH, min(MAX_WIDTH, width))


def _or(choice: bool | None, otherwise: bool) -> bool:
    return otherwise if choice is None else choice
