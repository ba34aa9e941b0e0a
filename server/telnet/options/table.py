"""The table of the options that this server implements. Whatever has no row is refused."""

from __future__ import annotations

from collections.abc import Sequence

from server.telnet.codes import TelnetOption
from server.telnet.options.boundaries import OptionRow, Peer
from server.telnet.options.charset import Charset
from server.telnet.options.compression import Compression
from server.telnet.options.end_of_record import EndOfRecord
from server.telnet.options.environment import Environment
from server.telnet.options.gmcp import Gmcp
from server.telnet.options.go_ahead import SuppressGoAhead
from server.telnet.options.links import Links
from server.telnet.options.server_status import ServerStatus
from server.telnet.options.terminal_type import TerminalType
from server.telnet.options.window_size import WindowSize


def option_rows(peer: Peer) -> Sequence[OptionRow]:
    """Return every option that has a handler, for one connection, in the order of the offers."""
    option = TelnetOption
    return (
        OptionRow(option.TERMINAL_TYPE, TerminalType(peer), theirs=True, offer_theirs=True),
        OptionRow(option.WINDOW_SIZE, WindowSize(peer), theirs=True, offer_theirs=True),
        OptionRow(option.NEW_ENVIRON, Environment(peer), theirs=True, offer_theirs=True),
        OptionRow(option.SUPPRESS_GO_AHEAD, SuppressGoAhead(), theirs=True),
        OptionRow(option.CHARSET, Charset(peer), ours=True, theirs=True, offer_ours=True),
        OptionRow(option.END_OF_RECORD, EndOfRecord(peer), ours=True, offer_ours=True),
        OptionRow(option.MSSP, ServerStatus(peer), ours=True, offer_ours=True),
        OptionRow(option.GMCP, Gmcp(peer), ours=True, offer_ours=True),
        OptionRow(option.MXP, Links(peer), ours=True, offer_ours=True),
        OptionRow(option.MCCP2, Compression(peer), ours=True, offer_ours=True),
    )


def secure_option_rows(peer: Peer) -> Sequence[OptionRow]:
    """Return the options of a connection over TLS: all but compression.

    Compressed and encrypted together, the length of what one person reads would tell another,
    who can put words beside it, what it is (CRIME).
    """
    return [row for row in option_rows(peer) if row.option != TelnetOption.MCCP2]
