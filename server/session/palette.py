"""The look of each kind of text at each colour level, as SGR parameters (ECMA-48)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from server.session.terminal import Colour
from world.nature import Nature


class Style(NamedTuple):
    """The SGR parameters of one look at three colour levels; empty ones are plain."""

    ansi: str = ""
    palette: str = ""
    true: str = ""

    def at(self, colour: Colour) -> str:
        """Return the SGR parameters for a terminal of that level, empty for none."""
        return ("", self.ansi, self.palette, self.true)[colour]


PLAIN = Style()
TITLE = Style("1", "1", "1")
EXITS = Style("36", "38;5;73", "38;2;110;180;190")

_STYLES: Mapping[str, Style] = {
    Nature.SPEECH: Style("33", "38;5;222", "38;2;238;214;142"),
    Nature.PRIVATE_SPEECH: Style("35", "38;5;182", "38;2;214;170;214"),
    Nature.DISTANT_SPEECH: Style("35", "38;5;182", "38;2;214;170;214"),
    Nature.GESTURE: Style("32", "38;5;151", "38;2;170;208;170"),
    Nature.MOVEMENT: Style("36", "38;5;109", "38;2;140;175;185"),
    "refusal": Style("31", "38;5;174", "38;2;222;142;132"),
    "fault": Style("31", "38;5;174", "38;2;222;142;132"),
    "notice": Style("1", "1", "1"),
    "ambient": Style("2", "38;5;245", "38;2;138;138;138"),
    "banner": Style("36", "38;5;110", "38;2;150;190;220"),
}


def style_of(kind: str, line: str, first: bool) -> Style:
    """Return the style of one line of a text of this kind."""
    if kind != "room":
        return _STYLES.get(kind, PLAIN)
    if first:
        return TITLE
    return EXITS if line.startswith("Exits:") else PLAIN
