"""Renders plain text of a kind to the bytes for one terminal. Text is never markup."""

from __future__ import annotations

from functools import lru_cache
from unicodedata import category, normalize

from server.session.layout import wrap
from server.session.links import link_line
from server.session.palette import style_of
from server.session.terminal import UNKNOWN_TERMINAL, Look, Terminal
from world.boundaries import Perception
from world.nature import Nature

CACHED_TEXTS = 256
CACHED_LENGTH = 4096
"""Longer texts usually have one reader, and would make the cache large."""

_REMOVED: dict[int, str | None] = {
    **dict.fromkeys((*range(0x20), *range(0x7F, 0xA0))),
    **dict.fromkeys((0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A))),
    ord("\n"): "\n",
    ord("\t"): "    ",
}
_ASCII = str.maketrans(
    {
        **dict.fromkeys("‘’‚′", "'"),
        **dict.fromkeys("“”„″«»", '"'),
        **dict.fromkeys("‐‑‒–−", "-"),
        **dict.fromkeys("—―", "--"),
        **dict.fromkeys("•·‣", "*"),
        "…": "...",
        "→": "->",
        "←": "<-",
        "×": "x",
        "\u00a0": " ",
        "\ufffd": "?",
        "ß": "ss",
        "æ": "ae",
        "Æ": "AE",
        "œ": "oe",
        "ø": "o",
        "Ø": "O",
    }
)

#: Kinds with a look of their own, whatever the nature of the event.
_OWN_LOOK = frozenset({"room", "ways", "refusal", "fault", "notice"})
#: The natures with a look of their own: in one's own words, and of what others do.
_EXPRESSED = {nature: nature.value for nature in Nature if nature.is_expression}
_PERCEIVED = {**_EXPRESSED, Nature.MOVEMENT: Nature.MOVEMENT.value}


def kind_of(perception: Perception) -> str:
    """Return the display kind of a perception: its nature if that has a look, else its kind.

    The result of the mind's own words is shown like the event that others see.
    """
    kind, nature = perception.kind, perception.nature
    if perception.ambient:
        return "ambient"
    if kind in _OWN_LOOK:
        return kind
    if perception.own:
        listed = nature is Nature.LISTING and kind == "result"
        return "listing" if listed else _EXPRESSED.get(nature, kind)
    return _PERCEIVED.get(nature, kind)


class Kinds:
    """What was found of the perception that was shown last: a crowd is shown the same one."""

    __slots__ = ("kind", "perception")

    def __init__(self) -> None:
        self.perception: Perception | None = None
        self.kind = ""
        """That of `perception`."""

    def find(self, perception: Perception) -> str:
        """Return `kind_of` a perception."""
        if perception is not self.perception:
            self.perception, self.kind = perception, kind_of(perception)
        return self.kind


def to_ascii(text: str) -> str:
    """Return `text` in ASCII alone: typography spelt out, accents dropped, the rest `?`."""
    plain = normalize("NFKD", text.translate(_ASCII))
    kept = "".join(char for char in plain if category(char) != "Mn")
    return kept.encode("ascii", "replace").decode("ascii")


class Renderer:
    """Renders texts; terminals that look alike share one rendering of the same text."""

    def __init__(self) -> None:
        self._cached = lru_cache(maxsize=CACHED_TEXTS)(_render_text)
        self.text, self.kind, self.look = "", "", UNKNOWN_TERMINAL.look
        """What was rendered last: in a crowd the next terminal nearly always wants the same."""
        self.rendered = b"\r\n"
        """The bytes of it, for those who want the same."""

    def render(self, text: str, kind: str, look: Look) -> bytes:
        """Return whole lines, wrapped, coloured and encoded, each ending in CR LF."""
        if text is self.text and look is self.look and kind == self.kind:
            return self.rendered
        render = self._cached if len(text) <= CACHED_LENGTH else _render_text
        rendered = render(text, kind, look)
        self.text, self.kind, self.look, self.rendered = text, kind, look, rendered
        return rendered

    def prompt(self, text: str, terminal: Terminal) -> bytes:
        """Return a question: one line without its end."""
        return _encode(text.translate(_REMOVED), terminal.utf8)


def _render_text(text: str, kind: str, look: Look) -> bytes:
    width, colour, utf8, links, _ = look
    if not (text.isascii() and text.isprintable()):
        text = text.translate(_REMOVED)
    if not utf8 and not text.isascii():
        text = to_ascii(text)
    lines: list[str] = []
    for number, line in enumerate(text.rstrip("\n").split("\n")):
        sgr = style_of(kind, line, number == 0).at(colour)
        parts = wrap(line.rstrip(), width) if width else [line.rstrip()]
        if links:
            parts = link_line(kind, line.rstrip(), parts)
        lines.extend(_colour_line(part, sgr) for part in parts)
    lines.append("")
    return _encode("\r\n".join(lines), utf8)


def _colour_line(line: str, sgr: str) -> str:
    # The colour ends with each line, so that it never reaches another's text.
    return f"\x1b[{sgr}m{line}\x1b[0m" if sgr and line else line


def _encode(text: str, utf8: bool) -> bytes:
    """Encode; neither encoding ever makes a byte 255, so that no IAC needs doubling."""
    if utf8:
        return text.encode("utf-8", "replace")
    return text.encode("ascii", "replace")
