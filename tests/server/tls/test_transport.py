"""The encrypted transport on a real socket: the cap on output holds there, too."""

from __future__ import annotations

import asyncio
import re
import ssl
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from twisted.internet import reactor as running
from twisted.internet.task import Clock

from config.server import ConnectionLimits
from config.telnet import TelnetSettings
from server.telnet.factory import TelnetFactory
from server.tls.certificates import CertificatePaths, Certificates
from server.tls.making import make_certificate
from server.tls.transport import HANDSHAKE_SECONDS, SecureFactory
from tests.limits import HANG_SECONDS, wait_until
from tests.server.session.fakes import MemoryAccounts, OneRoom
from tests.texts import shipped_texts

REACTOR: Any = running  # Twisted's interfaces are for run time only
LINES, ROUNDS = 1000, 250
MOST_KEPT = 400_000
"""Bytes: the cap, Twisted's own 64 KB, what TLS adds, and one round that is on its way."""


def certificates(folder: Path) -> Certificates:
    paths = CertificatePaths.of(folder, TelnetSettings())
    paths.certificate.write_bytes((made := make_certificate(["localhost"], datetime.now(UTC)))[0])
    paths.key.write_bytes(made[1])
    return Certificates(paths)


async def test_a_client_that_does_not_read_loses_counted_lines(tmp_path: Path) -> None:
    """Memory is bounded; when the client reads again, lines read and lines lost are all lines."""
    telnet = TelnetFactory(
        REACTOR, OneRoom(), MemoryAccounts(), shipped_texts(),
        limits=ConnectionLimits(output_bytes=65536), log=lambda line: None,
    )  # fmt: skip
    port = REACTOR.listenTCP(
        0, SecureFactory(certificates(tmp_path), telnet, REACTOR), interface="127.0.0.1"
    )
    context = ssl._create_unverified_context()
    address = "127.0.0.1", port.getHost().port
    async with asyncio.timeout(HANG_SECONDS):
        reader, writer = await asyncio.open_connection(*address, ssl=context, limit=2**26)
        await reader.readuntil(b"quit: leave")
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        [protocol] = telnet._open
        below: Any = protocol.transport
        most = 0
        for _ in range(ROUNDS):
            telnet.broadcast("\n".join(["x" * 70] * LINES))
            await asyncio.sleep(0)
            tcp = below.transport
            most = max(most, len(tcp.dataBuffer) + tcp._tempDataLen + protocol._outflow._waiting)
        assert most < MOST_KEPT
        writer.transport.resume_reading()  # type: ignore[attr-defined]
        reading = asyncio.ensure_future(reader.readuntil(b"the end"))
        await wait_until(lambda: not protocol.is_busy)
        telnet.broadcast("the end")
        heard = (await reading).decode()
    lost = sum(map(int, re.findall(r"\[(\d+) lines lost", heard)))
    assert lost > 0
    assert heard.count("x" * 70) + lost == LINES * ROUNDS
    writer.close()
    loop = asyncio.get_running_loop()
    await port.stopListening().asFuture(loop)
    await telnet.close_all().asFuture(loop)


def begin_handshake() -> bytes:
    """Return what a client says first."""
    out = ssl.MemoryBIO()
    client = ssl._create_unverified_context().wrap_bio(ssl.MemoryBIO(), out)
    with pytest.raises(ssl.SSLWantReadError):
        client.do_handshake()
    return out.read()


@pytest.mark.parametrize("part", [0.0, 0.5, 1.0])
async def test_a_handshake_that_never_ends_is_cut_off(tmp_path: Path, part: float) -> None:
    """Whether nothing comes, half of the first words or all of them; its place is free again."""
    clock: Any = Clock()
    telnet = TelnetFactory(
        clock, OneRoom(), MemoryAccounts(), shipped_texts(),
        limits=ConnectionLimits(login_seconds=600), log=lambda line: None, cost=clock.seconds,
    )  # fmt: skip
    factory = SecureFactory(certificates(tmp_path), telnet, clock)
    port = REACTOR.listenTCP(0, factory, interface="127.0.0.1")
    hello = begin_handshake()
    async with asyncio.timeout(HANG_SECONDS):
        reader, writer = await asyncio.open_connection("127.0.0.1", port.getHost().port)
        writer.write(hello[: int(part * len(hello))])
        await wait_until(lambda: telnet.connections == 1)
        clock.advance(HANDSHAKE_SECONDS - 1)
        await asyncio.sleep(0)
        assert telnet.connections == 1
        clock.advance(2)
        await wait_until(lambda: telnet.connections == 0)
        with suppress(ConnectionResetError):
            while await reader.read(65536):
                pass
    writer.close()
    await port.stopListening().asFuture(asyncio.get_running_loop())
