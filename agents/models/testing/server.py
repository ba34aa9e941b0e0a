"""The rehearsal model on a real socket, with Ollama's and OpenAI's interfaces."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Self, Unpack

from agents.boundaries import Clock
from agents.clock import SystemClock
from agents.models.testing import protocols
from agents.models.testing.embeddings import EMBEDDINGS
from agents.models.testing.http import (
    BadRequest,
    HttpRequest,
    HttpResponse,
    json_response,
    read_request,
    send_response,
)
from agents.models.testing.modes import ModesRefused
from agents.models.testing.performing import Answer
from agents.models.testing.protocols import INTERFACES, BadBody, Interface, Spoken
from agents.models.testing.rehearsal import Rehearsal, RehearsalOptions
from agents.models.testing.thread import OwnThread

MODE_PATH = "/mode"
SHOW_PATH = "/api/show"


class ScriptedModelServer(Rehearsal):
    """Serves the rehearsal model on the address `listen`; port 0 picks a free port.

    ``with`` runs it in a thread, ``async with`` (or `start` and `close`) on the running loop.
    The other arguments are those of `Rehearsal`.  ``GET /mode`` returns the modes, ``POST /mode``
    sets some of them.
    """

    def __init__(
        self,
        *,
        listen: tuple[str, int] = ("127.0.0.1", 0),
        clock: Clock | None = None,
        **values: Unpack[RehearsalOptions],
    ) -> None:
        super().__init__(**values)
        self.url = ""
        """The address, such as ``http://127.0.0.1:40321``; empty until the server listens."""
        self.paths: list[str] = []
        """The path of every prompt so far, if prompts are kept."""
        self.listen = listen
        """The requested host and port."""
        self._clock = clock or SystemClock()
        self._listener: asyncio.Server | None = None
        self._connections: set[asyncio.Task[None]] = set()
        self._thread = OwnThread(self)

    # --- its life -------------------------------------------------------------------------

    async def start(self) -> None:
        """Start to listen. Raises `OSError` if the address is not available."""
        self._listener = await asyncio.start_server(self._on_connection, *self.listen)
        host, port = self._listener.sockets[0].getsockname()[:2]
        self.url = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

    async def close(self) -> None:
        """Stop listening and close all connections."""
        if self._listener is not None:
            self._listener.close()
        for connection in self._connections:
            connection.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.stop()

    # --- one connection -------------------------------------------------------------------

    async def _on_connection(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._connections.add(task)
        try:
            while await self._answer_request(reader, writer):
                pass
        except ConnectionError:
            pass  # the client stopped waiting, as many modes intend
        finally:
            self._connections.discard(task)
            writer.close()

    async def _answer_request(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> bool:
        """Answer one request; return whether another may follow."""
        try:
            request = await read_request(reader, writer)
        except BadRequest as refused:
            await send_response(
                writer, _make_refusal("", str(refused), refused.status), self._clock
            )
            return False
        if request is None:
            return False
        response = await self._make_response(request)
        if response is None:
            while await reader.read(65536):
                pass  # it hangs until the client disconnects
            return False
        await send_response(writer, response, self._clock)
        return request.keeps

    async def _make_response(self, request: HttpRequest) -> HttpResponse | None:
        """Return the response; None: send nothing."""
        try:
            return await self._route_request(request)
        except (BadBody, ModesRefused) as refused:
            return _make_refusal(request.path, str(refused), HTTPStatus.BAD_REQUEST)

    async def _route_request(self, request: HttpRequest) -> HttpResponse | None:
        path, interface = request.path, INTERFACES.get(request.path)
        match request.method:
            case "POST" if interface is not None:
                return await self._complete_prompt(path, interface, _parse_object(request.body))
            case "POST" if path in EMBEDDINGS:
                return json_response(EMBEDDINGS[path](_parse_object(request.body)))
            case "POST" if path == SHOW_PATH:
                return json_response(protocols.show_model())
            case "POST" if path == MODE_PATH:
                self.change(_parse_object(request.body))
                return json_response(self.modes.to_dict())
            case "GET" if path in self._make_pages():
                return json_response(self._make_pages()[path])
        return self._refuse_path(request)

    def _make_pages(self) -> Mapping[str, Mapping[str, Any]]:
        now = self._clock.now()
        return {
            MODE_PATH: self.modes.to_dict(),
            "/api/tags": protocols.list_tags(now),
            "/v1/models": protocols.list_models(now),
        }

    def _refuse_path(self, request: HttpRequest) -> HttpResponse:
        known = request.path in {SHOW_PATH, *INTERFACES, *EMBEDDINGS, *self._make_pages()}
        status = HTTPStatus.METHOD_NOT_ALLOWED if known else HTTPStatus.NOT_FOUND
        why = f"{request.method} is not allowed here" if known else "no such path"
        return _make_refusal(request.path, f"{why}: {request.path[:80]}", status)

    # --- one prompt -----------------------------------------------------------------------

    async def _complete_prompt(
        self, path: str, interface: Interface, body: Mapping[str, Any]
    ) -> HttpResponse | None:
        ask = interface.ask(body)
        if self._keeps_prompts:
            self.paths.append(path)
        answer = self.answer(ask.prompt)
        if answer.delay:
            await self._clock.sleep(answer.delay)
        if answer.hangs:
            return None
        if answer.status != HTTPStatus.OK:
            return _make_failure(path, answer)
        if answer.nonsense:
            return HttpResponse([answer.text.encode()])
        text, finish = self.limit_text(answer.text, ask.stop, ask.max_tokens)
        told = Spoken(ask, text, finish, self._clock.now())
        if ask.stream:
            pieces, type_ = list(interface.pieces(told)), interface.stream_type
            return HttpResponse(pieces, type=type_, chunked=True, drip=answer.drip)
        return json_response(interface.whole(told), drip=answer.drip)


def _parse_object(body: bytes) -> dict[str, Any]:
    try:
        value = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise BadBody(f"the body is not JSON: {error}"[:200]) from error
    if not isinstance(value, dict):
        raise BadBody("the body is not a JSON object")
    return value


def _make_refusal(path: str, message: str, status: int) -> HttpResponse:
    return json_response(protocols.error_body(path, message), status)


def _make_failure(path: str, answer: Answer) -> HttpResponse:
    after = {} if answer.retry_after is None else {"Retry-After": f"{answer.retry_after:g}"}
    body = json.dumps(protocols.error_body(path, answer.text)).encode()
    return HttpResponse([body], answer.status, headers=after)
