"""A model server on a real socket, in a thread of its own: Ollama's and OpenAI's interfaces.

Agents' turns are answered from a script, summary prompts with a first-person summary that
carries a number, so that a test can tell which one it meets again.
"""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain, cycle
from typing import Any, Literal

Mode = Literal["answer", "fail", "hang", "nonsense"]

SUMMARY = "# Summary (first-person"
MERGE = "# Combined Summary"
CALM = "think The water is still. | counting"


def recollection(number: int) -> str:
    """What summary `number` says."""
    return f"I listened by the hearth and kept what mattered. It is my recollection {number}."


def combination(number: int) -> str:
    """What combined summary `number` says."""
    return f"I look back on both times as one. It is my combination {number}."


@dataclass
class ModelServer:
    """Use as a context manager. What it does next may be changed at any moment."""

    turns: Mode = "answer"
    summaries: Mode = "answer"
    honours_stop: bool = True
    """False: an answer goes out whole, whatever stop sequences were asked for."""
    script: dict[str, Iterator[str]] = field(default_factory=dict)
    """Replies by the agent's name; everybody else is calm."""
    prompts: list[str] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    url: str = ""
    summarised: int = 0
    combined: int = 0
    _ready: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> ModelServer:
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)
        self._thread.start()
        assert self._ready.wait(10)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(10)

    def says(self, name: str, *lines: str) -> None:
        """Let agent `name` give these lines, and then be calm."""
        self.script[name] = chain(lines, cycle([CALM, "look"]))

    def of_kind(self, mark: str) -> list[str]:
        """The prompts so far that hold `mark`."""
        return [prompt for prompt in self.prompts if mark in prompt]

    # --- the server -------------------------------------------------------------------

    async def _serve(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        listener = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        host, port = listener.sockets[0].getsockname()
        self.url = f"http://{host}:{port}"
        self._ready.set()
        await self._stop.wait()
        listener.close()
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                await self._exchange(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            writer.close()

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("ascii")
        length = re.search(r"(?i)content-length: (\d+)", head)
        body = json.loads(await reader.readexactly(int(length[1]) if length else 0))
        status, reply = await self._answer(head.split()[1], body)
        content = reply if isinstance(reply, bytes) else json.dumps(reply).encode()
        writer.write(
            b"HTTP/1.1 %d X\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
            % (status, len(content))
        )
        writer.write(content)
        await writer.drain()

    async def _answer(self, path: str, body: dict[str, Any]) -> tuple[int, Any]:
        if path not in _SHAPES:
            return 404, {"error": f"no such path {path}"}
        prompt = _prompt_of(path, body)
        self.paths.append(path)
        self.prompts.append(prompt)
        mode = self.summaries if SUMMARY in prompt or MERGE in prompt else self.turns
        if mode == "hang":
            await asyncio.Event().wait()
        if mode == "fail":
            return 500, {"error": "the model fell over"}
        if mode == "nonsense":
            return 200, b"<html>\x1b[31mno model lives here</html>"
        stop = body.get("stop") or body.get("options", {}).get("stop") or []
        text = self._text(prompt)
        return 200, _SHAPES[path](_cut(text, stop) if self.honours_stop else text)

    def _text(self, prompt: str) -> str:
        if MERGE in prompt:
            self.combined += 1
            return combination(self.combined)
        if SUMMARY in prompt:
            self.summarised += 1
            return recollection(self.summarised)
        name = re.match(r"You are ([A-Z]\w+)\.", prompt)
        return next(self.script.get(name[1] if name else "", iter([CALM])), CALM)


def _prompt_of(path: str, body: dict[str, Any]) -> str:
    if path.endswith("/chat/completions"):
        return str(body["messages"][-1]["content"])
    return str(body["prompt"])


def _cut(text: str, stop: list[str]) -> str:
    ends = [at for mark in stop if (at := text.find(mark)) >= 0]
    return text[: min(ends)] if ends else text


def _ollama(text: str) -> dict[str, Any]:
    return {"response": text, "done": True, "prompt_eval_count": 10, "eval_count": 5}


def _openai(choice: dict[str, Any]) -> dict[str, Any]:
    usage = {"prompt_tokens": 10, "completion_tokens": 5}
    return {"choices": [choice | {"finish_reason": "stop"}], "usage": usage}


_SHAPES: dict[str, Callable[[str], dict[str, Any]]] = {
    "/api/generate": _ollama,
    "/v1/completions": lambda text: _openai({"text": text}),
    "/v1/chat/completions": lambda text: _openai({"message": {"content": text}}),
}
