"""Telnet's codes and their framing (RFC 854, 855, 857, 858, 860, 885, 1073, 1091, 1572, 2066)."""

from __future__ import annotations

from enum import IntEnum


class TelnetCommand(IntEnum):
    """What may follow IAC."""

    END_OF_RECORD = 0xEF
    SE = 0xF0
    NOP = 0xF1
    DATA_MARK = 0xF2
    BREAK = 0xF3
    INTERRUPT = 0xF4
    ABORT_OUTPUT = 0xF5
    ARE_YOU_THERE = 0xF6
    ERASE_CHARACTER = 0xF7
    ERASE_LINE = 0xF8
    GO_AHEAD = 0xF9
    SB = 0xFA
    WILL = 0xFB
    WONT = 0xFC
    DO = 0xFD
    DONT = 0xFE
    IAC = 0xFF


class TelnetOption(IntEnum):
    """Options this server knows by name; any other is refused all the same."""

    ECHO = 1
    SUPPRESS_GO_AHEAD = 3
    TIMING_MARK = 6
    TERMINAL_TYPE = 24
    END_OF_RECORD = 25
    WINDOW_SIZE = 31
    NEW_ENVIRON = 39
    CHARSET = 42
    MSSP = 70
    MCCP2 = 86
    MXP = 91
    GMCP = 201


IAC = bytes([TelnetCommand.IAC])
GO_AHEAD = bytes([TelnetCommand.IAC, TelnetCommand.GO_AHEAD])
END_OF_RECORD = bytes([TelnetCommand.IAC, TelnetCommand.END_OF_RECORD])
NO_OPERATION = bytes([TelnetCommand.IAC, TelnetCommand.NOP])


def escape(data: bytes) -> bytes:
    """Return `data` with every byte 255 doubled, as it must travel."""
    return data.replace(IAC, IAC + IAC)


def negotiation(verb: int, option: int) -> bytes:
    """Return IAC `verb` `option`; the verb is WILL, WONT, DO or DONT."""
    return bytes([TelnetCommand.IAC, verb, option])


def subnegotiation(option: int, body: bytes) -> bytes:
    """Return `body` framed for `option`, in one piece (some clients need it in one segment)."""
    return (
        bytes([TelnetCommand.IAC, TelnetCommand.SB, option])
        + escape(body)
        + IAC
        + bytes([TelnetCommand.SE])
    )
