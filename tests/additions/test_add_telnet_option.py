"""A telnet option: a handler and a row of the option table."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from twisted.internet import reactor as running

from config.server import ConnectionLimits
from server.telnet.codes import subnegotiation
from server.telnet.factory import TelnetFactory
from server.telnet.options.boundaries import Handler, OptionRow, Peer
from server.telnet.options.table import option_rows
from tests.limits import HANG_SECONDS
from tests.server.session.fakes import MemoryAccounts, OneRoom
from tests.texts import shipped_texts

REACTOR: Any = running  # Twisted's interfaces are for run time only
MSDP = 69
IAC_WILL, IAC_DO = b"\xff\xfb", b"\xff\xfd"
LISTS = b"\x01SERVER_ID\x02Tarn"


class ServerData(Handler):
    """MSDP (https://tintin.mudhalla.net/protocols/msdp): tells a client what this server is."""

    def on_agreed(self, ours: bool) -> bytes:
        return subnegotiation(MSDP, LISTS) if ours else b""


def rows(peer: Peer) -> Sequence[OptionRow]:
    return (*option_rows(peer), OptionRow(MSDP, ServerData(), ours=True, offer_ours=True))


async def test_a_row_and_a_handler_make_an_option() -> None:
    """It is offered, agreed to and speaks, over a socket; the old ones go on as before."""
    factory = TelnetFactory(
        REACTOR, OneRoom(), MemoryAccounts(), shipped_texts(),
        limits=ConnectionLimits(), log=lambda line: None, options=rows,
    )  # fmt: skip
    port = REACTOR.listenTCP(0, factory, interface="127.0.0.1")
    reader, writer = await asyncio.open_connection("127.0.0.1", port.getHost().port)
    async with asyncio.timeout(HANG_SECONDS):
        await reader.readuntil(IAC_WILL + bytes([MSDP]))
        writer.write(IAC_DO + bytes([MSDP]))
        assert (await reader.readuntil(LISTS + b"\xff\xf0")).endswith(subnegotiation(MSDP, LISTS))
        writer.write(b"guest\r\n")
        assert b"Exits:" in await reader.readuntil(b"Exits:")
    writer.close()
    loop = asyncio.get_running_loop()
    await port.stopListening().asFuture(loop)
    await factory.close_all().asFuture(loop)
