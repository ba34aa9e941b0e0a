"""The person's terminal, as far as rendering needs it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

DEFAULT_WIDTH, DEFAULT_HEIGHT = 80, 24
MIN_WIDTH, MAX_WIDTH = 20, 250


class Colour(IntEnum):
    """How many colours a terminal shows; a higher level includes the lower ones."""

    NONE = 0
    ANSI = 1
    """The sixteen of ANSI."""
    PALETTE = 2
    """256, by number."""
    TRUE = 3
    """24 bits."""


@dataclass(frozen=True, slots=True)
class Terminal:
    """What the client has reported of its terminal; until then the defaults."""

    width: int = DEFAULT_WIDTH
    """In columns, 20 to 250."""
    height: int = DEFAULT_HEIGHT
    colour: Colour = Colour.NONE
    utf8: bool = True
    screen_reader: bool = False
    links: bool = False
    """Whether it shows links (MXP)."""
    client: str = ""
    """The first name that it reported: foreign text, which a log must escape."""


UNKNOWN_TERMINAL = Terminal()
"""What is taken for granted of a client that has reported nothing."""
