"""The options agreed on by each side of a connection: our own Q-method table (RFC 1143).

Each request and each spontaneous change is answered once, so that no loop can arise.

One departure from the RFC, which holds an opposite request back until the first is
answered: here it goes out at once and the answers still owed are counted (`overtaken`).
Echo must come back after a password even on a client that never answers anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from enum import Enum, auto
from typing import Any

from late.late_dataclass import late_dataclass
from server.telnet.codes import TelnetCommand, negotiation


class OptionState(Enum):
    """Where one option stands on one side."""

    NO = auto()
    WANT_NO = auto()
    YES = auto()
    WANT_YES = auto()


_SETTLED = {OptionState.WANT_NO: OptionState.NO, OptionState.WANT_YES: OptionState.YES}


@late_dataclass(slots=True)
class _Standing:
    state: OptionState = OptionState.NO
    overtaken: int = 0
    """Answers owed to requests of ours that a later one has overtaken."""
    refused: bool = False
    """The peer's request was refused and stands: answer it no more."""


@late_dataclass(frozen=True, slots=True)
class Negotiated:
    """The result of one negotiation: bytes to answer, and the option's new state if any."""

    reply: bytes = b""
    changed: bool | None = None
    """True: now on. False: now off, or our request was refused. None: as it was."""


_NOTHING = Negotiated()


class Side:
    """The options of one side: ours (we say WILL and WONT) or the peer's (DO and DONT)."""

    def __init__(self, yes: TelnetCommand, no: TelnetCommand, welcome: Set[int]) -> None:
        """`yes` and `no` are our words for it; `welcome` may be switched on by the peer."""
        self._yes = yes
        self._no = no
        self._welcome = welcome
        self._standings: dict[int, _Standing] = {}

    def is_on(self, option: int) -> bool:
        """Return whether both have agreed to the option."""
        return self._of(option).state is OptionState.YES

    def dump(self) -> dict[str, list[Any]]:
        """Return how every option stands, as plain data for `restore`."""
        return {
            str(option): [each.state.name, each.overtaken, each.refused]
            for option, each in self._standings.items()
        }

    def restore(self, said: Mapping[str, Sequence[Any]]) -> None:
        """Let the options stand as another side's `dump` said."""
        for option, (state, overtaken, refused) in said.items():
            self._standings[int(option)] = _Standing(OptionState[state], overtaken, refused)

    def switch_on(self, option: int) -> bytes:
        """Ask for the option; return the request, empty if it is asked for or on."""
        return self._ask(option, OptionState.WANT_YES)

    def switch_off(self, option: int) -> bytes:
        """End the option; return the request, empty if it is ending or off."""
        return self._ask(option, OptionState.WANT_NO)

    def _ask(self, option: int, want: OptionState) -> bytes:
        standing = self._of(option)
        if standing.state in (want, _SETTLED[want]):
            return b""
        if standing.state in _SETTLED:
            standing.overtaken += 1
        standing.state = want
        return negotiation(self._yes if want is OptionState.WANT_YES else self._no, option)

    def hear(self, option: int, wish: bool) -> Negotiated:
        """Take the peer's request: `wish` is true for DO or WILL, false for DONT or WONT."""
        standing = self._of(option)
        if standing.overtaken:
            return self._hear_overtaken(standing, wish)
        if standing.state in _SETTLED:
            return self._hear_answer(standing, wish)
        if wish:
            return self._hear_wish(standing, option)
        return self._hear_end(standing, option)

    @staticmethod
    def _hear_overtaken(standing: _Standing, wish: bool) -> Negotiated:
        if not wish and standing.state is OptionState.WANT_NO and standing.overtaken == 1:
            # Refused before it was taken back: a peer does not confirm what it never had on.
            standing.state, standing.overtaken = OptionState.NO, 0
            return Negotiated(changed=False)
        standing.overtaken -= 1
        return _NOTHING

    @staticmethod
    def _hear_answer(standing: _Standing, wish: bool) -> Negotiated:
        agreed = wish and standing.state is OptionState.WANT_YES
        standing.state = OptionState.YES if agreed else OptionState.NO
        return Negotiated(changed=agreed)

    def _hear_wish(self, standing: _Standing, option: int) -> Negotiated:
        if standing.state is OptionState.YES or standing.refused:
            return _NOTHING
        if option not in self._welcome:
            standing.refused = True
            return Negotiated(negotiation(self._no, option))
        standing.state = OptionState.YES
        return Negotiated(negotiation(self._yes, option), changed=True)

    def _hear_end(self, standing: _Standing, option: int) -> Negotiated:
        standing.refused = False
        if standing.state is OptionState.NO:
            return _NOTHING
        standing.state = OptionState.NO
        return Negotiated(negotiation(self._no, option), changed=False)

    def _of(self, option: int) -> _Standing:
        return self._standings.setdefault(option, _Standing())


def our_side(welcome: Set[int]) -> Side:
    """Return our options: we send WILL and WONT and receive DO and DONT."""
    return Side(TelnetCommand.WILL, TelnetCommand.WONT, welcome)


def peer_side(welcome: Set[int]) -> Side:
    """Return the peer's options: we send DO and DONT and receive WILL and WONT."""
    return Side(TelnetCommand.DO, TelnetCommand.DONT, welcome)
