"""GMCP (https://www.gammon.com.au/gmcp): small JSON messages beside the text, for clients.

A message is a package's name, a space and JSON: ``Room.Info {"num": 3, "name": "The Hall"}``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace

from server.telnet.codes import TelnetOption, subnegotiation
from server.telnet.options.boundaries import Handler, Peer

DEEPEST = 8
"""How deep the JSON of a client may be nested."""
MOST_PACKAGES = 64
"""How many packages a client may ask for; the codec caps a message's length."""
LONGEST_TEXT = 8192
"""Characters of one text that we send; a longer one is cut."""


class Gmcp(Handler):
    """Keeps which packages the client asked for, and answers the Core package."""

    def __init__(self, peer: Peer) -> None:
        self._peer = peer

    def on_received(self, body: bytes) -> bytes:
        """Obey a message of the Core package; ignore every other, and what is no JSON."""
        name, _, data = body.decode("utf-8", "replace").strip().partition(" ")
        verb = VERBS.get(name.casefold())
        if verb is None or is_too_deep(data):
            return b""
        try:
            return verb(self, json.loads(data) if data.strip() else None)
        except ValueError:
            return b""

    def on_ended(self, ours: bool) -> None:
        """Send no more messages."""
        self._keep(frozenset())

    def _hello(self, data: object) -> bytes:
        terminal = self._peer.terminal
        if isinstance(data, dict) and not terminal.client:
            words = (data.get("client"), data.get("version"))
            named = " ".join(word for word in words if isinstance(word, str))
            self._peer.terminal = replace(terminal, client=named[:80])
        return b""

    def _set(self, data: object) -> bytes:
        self._keep(_names(data))
        return b""

    def _add(self, data: object) -> bytes:
        self._keep(self._peer.packages | _names(data))
        return b""

    def _remove(self, data: object) -> bytes:
        self._keep(self._peer.packages - _names(data))
        return b""

    def _ping(self, data: object) -> bytes:
        return encode_message("Core.Ping")

    def _keep(self, packages: frozenset[str]) -> None:
        if packages != self._peer.packages and len(packages) <= MOST_PACKAGES:
            self._peer.packages = packages
            self._peer.on_packages()


VERBS: Mapping[str, Callable[[Gmcp, object], bytes]] = {
    "core.hello": Gmcp._hello,
    "core.supports.set": Gmcp._set,
    "core.supports.add": Gmcp._add,
    "core.supports.remove": Gmcp._remove,
    "core.ping": Gmcp._ping,
}


def _names(data: object) -> frozenset[str]:
    """Return the packages of a list like ``["Char 1", "Room 1"]``, without their versions."""
    listed = data if isinstance(data, list) else []
    words = (each.split() for each in listed if isinstance(each, str))
    return frozenset(each[0].casefold() for each in words if each)


def wants(packages: frozenset[str], package: str) -> bool:
    """Return whether a client that asked for `packages` gets `package`: it, or what it is part of.

    Every client that speaks GMCP gets Core.
    """
    parts = package.casefold().split(".")
    names = {".".join(parts[:count]) for count in range(1, len(parts) + 1)}
    return parts[0] == "core" or not names.isdisjoint(packages)


def is_too_deep(data: str) -> bool:
    """Return whether JSON may be nested deeper than allowed: all its brackets are counted."""
    return data.count("[") + data.count("{") > DEEPEST


def encode_message(package: str, data: object = None) -> bytes:
    """Return one message, framed; texts in it that are very long are cut."""
    body = package if data is None else f"{package} {json.dumps(_cut(data), ensure_ascii=False)}"
    return subnegotiation(TelnetOption.GMCP, body.encode("utf-8", "replace"))


def _cut(data: object) -> object:
    if isinstance(data, str):
        return data if len(data) <= LONGEST_TEXT else data[:LONGEST_TEXT] + "…"
    if isinstance(data, Mapping):
        return {str(key): _cut(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [_cut(each) for each in data]
    return data
