"""The person's terminal, as far as rendering needs it."""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from late.late_dataclass import late_dataclass

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


class Look(NamedTuple):
    """What of a terminal decides how a text is written: where it is the same, so are the bytes."""

    width: int
    """In columns; 0: nothing is wrapped."""
    colour: Colour
    utf8: bool
    links: bool
    spoken: bool
    """Whether it is read out."""


@lru_cache(maxsize=512)
def _share(look: Look) -> Look:
    """Return the look that is equal: the one object of a crowd stays in the processor's cache."""
    return look


@late_dataclass(frozen=True, slots=True)
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

    @property
    def look(self) -> Look:
        """What decides how a text is written.

        A screen reader reads line by line, so nothing is wrapped for it: what follows a break
        would be a line of its own.
        """
        width = 0 if self.screen_reader else self.width
        return _share(Look(width, self.colour, self.utf8, self.links, self.screen_reader))


UNKNOWN_TERMINAL = Terminal()
"""What is taken for granted of a client that has reported nothing."""
