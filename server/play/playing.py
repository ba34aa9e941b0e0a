"""One visit to a world: connects, and carries lines and text until one side ends it."""

from __future__ import annotations

import asyncio
import os
import ssl
import sys
from contextlib import suppress
from hashlib import sha256

from config.address import format_address
from late.late_dataclass import late_dataclass
from server.play.screen import EditingScreen, PlainScreen, Screen, find_screen_size
from server.play.telnet_client import TelnetClient

FAILED = 1
"""Exit status when there is no connection, or the person does not trust the other side."""
LEAVING_SECONDS = 3.0
"""How long the server has to say goodbye."""
CONNECTING_SECONDS = 20.0


@late_dataclass(frozen=True, slots=True)
class Visit:
    """Where to, and how. `fingerprint` is the SHA-256 that the certificate must have."""

    host: str
    port: int
    tls: bool = False
    fingerprint: str = ""


class CannotPlay(Exception):
    """There is no connection; the message says why."""


async def play(visit: Visit) -> int:
    """Play until one side ends it; return the exit status. Raises `CannotPlay`."""
    reader, writer = await _connect(visit)
    telnet = TelnetClient(name_terminal(os.environ), find_screen_size)
    try:
        if sys.stdin.isatty() and sys.stdout.isatty():
            hidden, resized = lambda: telnet.hides_input, lambda: _write(writer, telnet.resize())
            with EditingScreen(hidden, resized) as screen:
                return await _visit(visit, reader, writer, telnet, screen)
        return await _visit(visit, reader, writer, telnet, PlainScreen())
    finally:
        writer.close()
        with suppress(OSError, ssl.SSLError):
            await writer.wait_closed()


def name_terminal(environment: os._Environ[str] | dict[str, str]) -> tuple[str, ...]:
    """Return what the server is told of client and terminal: two names, and what they can do."""
    term = environment.get("TERM", "")
    true = environment.get("COLORTERM", "") in ("truecolor", "24bit") or "WT_SESSION" in environment
    many = true or "256color" in term
    bits = 1 + 4 + (8 if many else 0) + (256 if true else 0)
    plain = bool(environment.get("NO_COLOR")) or term == "dumb"
    kind = "TRUECOLOR" if true else "256COLOR" if many else "ANSI"
    return ("TARN-PLAY", "DUMB", "MTTS 4") if plain else ("TARN-PLAY", kind, f"MTTS {bits}")


async def _connect(visit: Visit) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    where = format_address(visit.host, visit.port)
    try:
        async with asyncio.timeout(CONNECTING_SECONDS):
            return await asyncio.open_connection(visit.host, visit.port, ssl=_context(visit))
    except TimeoutError as error:
        raise CannotPlay(f"no answer from {where} for {CONNECTING_SECONDS:g} seconds") from error
    except ssl.SSLError as error:
        raise CannotPlay(
            f"cannot connect to {where} over TLS: what answers there speaks none "
            f"({error.reason or error}); leave --tls out, or name the port of telnet: tls"
        ) from error
    except OSError as error:
        why = error.strerror or str(error) if isinstance(error, OSError) else str(error)
        raise CannotPlay(f"cannot connect to {where}: {why}") from error


def _context(visit: Visit) -> ssl.SSLContext | None:
    """Return how TLS is spoken. A world's certificate is mostly its own: the person judges it."""
    if not visit.tls:
        return None
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


async def _visit(
    visit: Visit,
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    telnet: TelnetClient,
    screen: Screen,
) -> int:
    if visit.tls and not await _trusts(visit, writer, screen):
        return FAILED
    hearing = asyncio.ensure_future(_hear(reader, writer, telnet, screen))
    typing = asyncio.ensure_future(_type(writer, screen))
    await asyncio.wait([hearing, typing], return_when=asyncio.FIRST_COMPLETED)
    if not hearing.done():  # the person leaves: the server may say goodbye
        _write(writer, telnet.send("quit"))
        await asyncio.wait([hearing], timeout=LEAVING_SECONDS)
    for task in (typing, hearing):
        task.cancel()
    await asyncio.gather(typing, hearing, return_exceptions=True)
    return 0


async def _trusts(visit: Visit, writer: asyncio.StreamWriter, screen: Screen) -> bool:
    """Return whether the certificate is the expected one, or the person accepts it."""
    found = find_fingerprint(writer.get_extra_info("ssl_object").getpeercert(binary_form=True))
    if visit.fingerprint:
        if found.replace(":", "") == visit.fingerprint.replace(":", "").upper():
            return True
        sys.stderr.write(f"tarn: the certificate is another one: SHA-256 {found}\n")
        return False
    where = format_address(visit.host, visit.port)
    screen.show(f"The certificate of {where} has the SHA-256 fingerprint\n{found}\n")
    return await screen.confirm("Is it the one that the administrator told you?")


def find_fingerprint(certificate: bytes | None) -> str:
    """Return the SHA-256 of a certificate as pairs of digits with colons."""
    digits = sha256(certificate or b"").hexdigest().upper()
    return ":".join(digits[at : at + 2] for at in range(0, len(digits), 2))


async def _hear(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    telnet: TelnetClient,
    screen: Screen,
) -> None:
    while data := await _read(reader):
        received = telnet.receive(data)
        _write(writer, received.reply)
        if received.text:
            screen.show(received.text)
    screen.show("\nThe connection is closed.\n")


async def _read(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.read(65_536)
    except (OSError, ssl.SSLError):  # reset by the other side: closed as well
        return b""


async def _type(writer: asyncio.StreamWriter, screen: Screen) -> None:
    while (line := await screen.read()) is not None:
        _write(writer, TelnetClient.send(line))
        with suppress(OSError):
            await writer.drain()


def _write(writer: asyncio.StreamWriter, data: bytes) -> None:
    if data and not writer.is_closing():
        writer.write(data)
