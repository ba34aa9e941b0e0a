"""The line being typed, for clients that send keys rather than lines."""

from __future__ import annotations

_CONTROLS: dict[int, str | None] = {
    **dict.fromkeys((*range(0x20), *range(0x7F, 0xA0))),
    ord("\t"): " ",
}
_CONTINUATION = 0x80
_CONTINUATION_MASK = 0xC0
_LEADS = ((0xC2, 0xDF, 2), (0xE0, 0xEF, 3), (0xF0, 0xF4, 4))
"""The bytes that begin a character, first and last, and how many bytes it has."""


class LineEditor:
    """Collects bytes up to a cap, erases on request, and yields decoded lines.

    Memory stays flat: past the cap nothing is kept until the line ends.
    """

    __slots__ = ("_buffer", "_cap", "_overlong")

    def __init__(self, cap: int) -> None:
        """`cap` is in bytes of line; 0 means none."""
        self._cap = cap
        self._buffer = bytearray()
        self._overlong = False

    @property
    def is_empty(self) -> bool:
        """Whether nothing is kept of a line."""
        return not (self._buffer or self._overlong)

    @property
    def is_within_character(self) -> bool:
        """Whether the last bytes begin a UTF-8 character that they do not end."""
        for length, byte in enumerate(reversed(self._buffer[-3:]), 1):
            if byte & _CONTINUATION_MASK != _CONTINUATION:
                return any(low <= byte <= high and length < whole for low, high, whole in _LEADS)
        return False

    def add(self, data: bytes) -> bool:
        """Append `data`; True once a line, when it grows beyond the cap."""
        if self._overlong:
            return False
        if self._cap and len(self._buffer) + len(data) > self._cap:
            self._buffer.clear()
            self._overlong = True
            return True
        self._buffer += data
        return False

    @property
    def pending(self) -> bytes:
        """The line as typed so far; of one that is too long, as much as makes it so."""
        return b"x" * (self._cap + 1) if self._overlong else bytes(self._buffer)

    def erase_characters(self, count: int) -> None:
        """Erase the last `count` characters, each with all its UTF-8 bytes."""
        buffer = self._buffer
        for _ in range(min(count, len(buffer))):
            while buffer and buffer.pop() & _CONTINUATION_MASK == _CONTINUATION:
                pass

    def erase_line(self) -> None:
        """Erase the line; an overlong line stays overlong to its end."""
        self._buffer.clear()

    def end(self) -> str | None:
        """Finish the line; return its text without control characters, None if it was overlong."""
        if self._overlong:
            self._overlong = False
            return None
        raw = bytes(self._buffer)
        self._buffer.clear()
        return _decode(raw)


def _decode(raw: bytes) -> str:
    """Decode UTF-8; invalid bytes become U+FFFD."""
    text = raw.decode("utf-8", "replace")
    return text if text.isprintable() else text.translate(_CONTROLS)
