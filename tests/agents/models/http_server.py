"""A model server on a real socket that answers, or fails, as it is told to."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any


@dataclass
class ModelServer:
    """What the next requests get, and what came in.

    `mode` is ``ok`` (the JSON `reply`), a status such as ``500``, or one of ``hang``,
    ``half``, ``garbage``, ``list``, ``huge``.
    """

    mode: str = "ok"
    reply: dict[str, Any] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    requests: list[tuple[str, dict[str, str], dict[str, Any]]] = field(default_factory=list)
    connections: int = 0
    url: str = ""
    asked: asyncio.Event = field(default_factory=asyncio.Event)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            while await self._exchange(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError):
            return
        finally:
            writer.close()

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("ascii").split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in head[1:] if line)
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        self.requests.append((head[0], headers, json.loads(body or b"null")))
        self.asked.set()
        if self.mode == "hang":
            await reader.read()
            return False
        if self.mode == "half":
            writer.write(b'HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{"response": "I am')
            await writer.drain()
            return False
        writer.write(self._response())
        await writer.drain()
        return True

    def _response(self) -> bytes:
        status, content = 200, json.dumps(self.reply).encode()
        if self.mode.isdigit():
            status = int(self.mode)
        elif self.mode == "garbage":
            content = b"<html>\x1b[31mnot what you think</html>"
        elif self.mode == "list":
            content = b"[1, 2]"
        elif self.mode == "huge":
            content = b'{"response": "' + b"a" * (1024 * 1024) + b'"}'
        lines = {"Content-Length": str(len(content))} | self.headers
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        return f"HTTP/1.1 {status} X\r\n{head}\r\n".encode() + content


@asynccontextmanager
async def model_server(**values: Any) -> AsyncIterator[ModelServer]:
    """Listen on a free port of this machine for the time of a test."""
    server = ModelServer(**values)
    listener = await asyncio.start_server(server.serve, "127.0.0.1", 0)
    host, port = listener.sockets[0].getsockname()
    server.url = f"http://{host}:{port}"
    try:
        yield server
    finally:
        listener.close()


def free_port_url() -> str:
    """An address of this machine on which nobody listens."""
    return f"http://127.0.0.1:{find_free_port()}"


_held: list[socket.socket] = []
"""Bound, and never listening: so no other test is given these ports."""


def find_free_port() -> int:
    """A port of this machine on which nobody listens, to the end of the process."""
    probe = socket.socket()
    probe.bind(("127.0.0.1", 0))
    _held.append(probe)
    return int(probe.getsockname()[1])
