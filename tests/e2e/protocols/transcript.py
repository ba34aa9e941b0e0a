"""Writes down a visit of a real client: what was agreed, typed, told, and seen on its screen.

Only what is the same in each visit stands in it: both sides talk at once, so each option has a line
of its own, with the words of either side in their order, and numbers of versions are masked.
"""

from __future__ import annotations

import re
import zlib
from collections import defaultdict
from collections.abc import Sequence

from tests.e2e.harness import PASSWORD

COMPRESSED = b"\xff\xfa\x56\xff\xf0"

_TELNET = re.compile(
    rb"\xff(?:(?P<verb>[\xfb-\xfe])(?P<option>.)|\xfa(?P<about>.)(?P<data>.*?)\xff\xf0|[\xef-\xf9])",
    re.DOTALL,
)
_VERBS = {0xFB: "WILL", 0xFC: "WONT", 0xFD: "DO", 0xFE: "DONT"}
_NAMES = {
    1: "ECHO", 3: "SGA", 24: "TTYPE", 25: "EOR", 31: "NAWS", 39: "NEW-ENVIRON", 42: "CHARSET",
    70: "MSSP", 86: "MCCP2", 91: "MXP", 201: "GMCP",
}  # fmt: skip
_SIZE = "NAWS"
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_MOVE = re.compile(r"\x1b(?:\[[0-9;?>]*[A-Za-z]|\][^\x07]*\x07|[=>78])|[\r\n]+")


def write_transcript(client: bytes, server: bytes, screen: str) -> str:
    """Return a visit as text: the bytes of either side, and all that the client showed."""
    plain = _inflate(server)
    told = _read_text(plain)
    parts = {
        "agreed": _list_words(client, plain),
        "typed": _read_text(client).replace(PASSWORD, "(the password)").splitlines(),
        "told": told.replace("\x1b", "\\e").splitlines(),
        "seen": _list_seen(screen, told),
    }
    return "\n".join(f"--- {name} ---\n" + "\n".join(lines) + "\n" for name, lines in parts.items())


def _inflate(server: bytes) -> bytes:
    plain, start, stream = server.partition(COMPRESSED)
    return plain + start + (zlib.decompressobj().decompress(stream) if start else b"")


def _read_text(stream: bytes) -> str:
    text = _TELNET.sub(b"", stream).decode("utf-8", "replace")
    return text.replace("\r\n", "\n")


def _list_words(client: bytes, server: bytes) -> Sequence[str]:
    """Return a line for each option: what the server said of it, and what the client."""
    words: dict[str, dict[str, list[str]]] = defaultdict(lambda: {"server": [], "client": []})
    for side, stream in (("server", server), ("client", client)):
        for each in _TELNET.finditer(stream):
            number = each["option"] or each["about"]
            if number:
                name = _NAMES.get(number[0], str(number[0]))
                words[name][side].append(_describe(each, side))
    lines = []
    for name, said in sorted(words.items()):
        if name == _SIZE:  # a terminal may get its size behind the client's start
            del said["client"][1:-1]
        sides = [f"{side} {', '.join(each)}" for side, each in said.items() if each]
        lines.append(f"{name}: {'; '.join(sides)}")
    return lines


def _describe(found: re.Match[bytes], side: str) -> str:
    if found["verb"]:
        return _VERBS[found["verb"][0]]
    data = found["data"]
    if side == "client":  # versions, and what a client says it can
        data = re.sub(rb"\d[\d.]+", b"N", data)
    text = "".join(chr(each) if 32 <= each < 127 else f"\\{each:02x}" for each in data)
    return f"<{text}>"


def _list_seen(screen: str, told: str) -> Sequence[str]:
    """Return those of the lines told that stand on lines of their own on the screen."""
    known = {_COLOUR.sub("", line).strip() for line in told.splitlines()} - {""}
    lines = (each.strip() for each in _MOVE.sub("\n", _COLOUR.sub("", screen)).split("\n"))
    return [each for each in lines if each in known]
