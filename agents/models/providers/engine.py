"""llama.cpp in threads of this process, through the ``xllamacpp`` wheel.

An engine holds one loaded model with several slots. A slot is a context that keeps the
beginning of its last prompt cached. Loading and completions run in daemon threads; llama.cpp
computes in one thread of its own.
"""

from __future__ import annotations

import asyncio
import atexit
import queue
import secrets
import threading
import time
from dataclasses import field
from pathlib import Path
from typing import Any

from agents.boundaries import ModelError, ModelRejected, ModelUnavailable
from agents.models.providers.answers import read_count
from agents.models.providers.weights import FindWeights
from late.late_dataclass import late_dataclass

#: A cancelled request ends after at most this many prompt tokens (about half a second).
BATCH = 128

#: Closing waits this long for requests in flight to end (seconds).
CLOSE_SECONDS = 1.5

#: The interpreter waits this long for them at its end, where a thread of llama.cpp that still
#: computes would abort the process.
EXIT_SECONDS = 20.0


@late_dataclass(frozen=True, slots=True)
class EngineSettings:
    """Settings of an engine. `slot_tokens` limits prompt and answer together in each slot.

    `cache_ram_mib` limits the memory for contexts that lost their slot. Without `threaded` the loop
    waits for each answer.
    """

    slots: int
    slot_tokens: int
    cache_ram_mib: int = 64
    threaded: bool = True


@late_dataclass(slots=True)
class _Job:
    """One completion on its way between the event loop and a worker thread."""

    request: dict[str, Any]
    loop: asyncio.AbstractEventLoop
    answer: asyncio.Future[dict[str, Any]]
    cancelled: threading.Event = field(default_factory=threading.Event)

    def resolve(self, result: dict[str, Any] | ModelError) -> None:
        def settle() -> None:
            if self.answer.done():
                return
            if isinstance(result, ModelError):
                self.answer.set_exception(result)
            else:
                self.answer.set_result(result)

        try:
            self.loop.call_soon_threadsafe(settle)
        except RuntimeError:
            # The loop is closed, so no caller waits for this answer.
            return


class Engine:
    """Runs a model with one worker thread for each slot; loads it at the first request."""

    def __init__(self, label: str, find: FindWeights, settings: EngineSettings) -> None:
        self._label = label
        self._find = find
        self._settings = settings
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._workers: list[threading.Thread] = []
        self._loading = threading.Lock()
        self._server: Any = None
        self._closed = threading.Event()

    async def run(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the text, finish and usage for `request`. Raises `ModelError`."""
        if self._closed.is_set():
            raise ModelUnavailable(f"{self._label}: closed")
        loop = asyncio.get_running_loop()
        job = _Job(request, loop, loop.create_future())
        if self._settings.threaded:
            self._start()
            self._jobs.put(job)
        else:
            job.resolve(self._run_job(job))
        try:
            return await job.answer
        finally:
            job.cancelled.set()

    async def load(self) -> None:
        """Load the model now. Raises `ModelError`.

        The library blocks the interpreter for most of a second while it loads, so call this
        before the server accepts connections.
        """
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(None, self._load_server)
        except ModelError:
            raise
        except Exception as error:
            raise self._wrap_error(error) from error

    async def close(self) -> None:
        """Stop the requests in flight, within two seconds, and free the model."""
        await asyncio.get_running_loop().run_in_executor(None, self.shut_down)

    def shut_down(self, seconds: float = CLOSE_SECONDS) -> None:
        """Do what `close` does, from any thread but a worker's; may be called again."""
        self._closed.set()
        for _ in self._workers:
            self._jobs.put(None)
        end = time.monotonic() + seconds
        for worker in self._workers:
            worker.join(max(0.0, end - time.monotonic()))
        if not any(worker.is_alive() for worker in self._workers):
            atexit.unregister(self.shut_down)
            self._server = None

    def _start(self) -> None:
        if self._workers:
            return
        atexit.register(self.shut_down, EXIT_SECONDS)
        self._workers = [
            threading.Thread(target=self._work, name=f"model-{number}", daemon=True)
            for number in range(self._settings.slots)
        ]
        for worker in self._workers:
            worker.start()

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            if self._closed.is_set():
                job.resolve(ModelUnavailable(f"{self._label}: closed"))
            elif not job.cancelled.is_set():
                job.resolve(self._run_job(job))

    def _run_job(self, job: _Job) -> dict[str, Any] | ModelError:
        try:
            return self._complete(self._load_server(), job)
        except ModelError as error:
            # A traceback would keep the weights in memory as long as the error exists.
            return error.with_traceback(None)
        except Exception as error:
            return self._wrap_error(error)

    def _wrap_error(self, error: Exception) -> ModelUnavailable:
        return ModelUnavailable(f"{self._label}: {type(error).__name__}: {error}")

    def _load_server(self) -> Any:
        with self._loading:
            if self._server is None:
                self._server = start_server(self._find(), self._settings)
            return self._server

    def _complete(self, server: Any, job: _Job) -> dict[str, Any]:
        outcome: dict[str, Any] = {"text": ""}

        def take(chunk: dict[str, Any]) -> bool:
            _merge_chunk(outcome, chunk)
            return job.cancelled.is_set() or self._closed.is_set()

        server.handle_completions(job.request | {"stream": True, "return_progress": True}, take)
        if "error" in outcome:
            raise self._error(outcome["error"])
        if "finish" not in outcome:
            raise ModelUnavailable(f"{self._label}: broken off")
        return outcome

    def _error(self, error: dict[str, Any]) -> ModelError:
        message = f"{self._label}: {error.get('message', error)}"
        refused = 400 <= read_count(error.get("code"), 500) < 500
        return ModelRejected(message) if refused else ModelUnavailable(message)


def _merge_chunk(outcome: dict[str, Any], chunk: dict[str, Any]) -> None:
    if "error" in chunk:
        outcome["error"] = chunk["error"]
        return
    for choice in chunk.get("choices", ()):
        outcome["text"] += choice.get("text") or ""
        if choice.get("finish_reason"):
            outcome["finish"] = choice["finish_reason"]
    if chunk.get("usage"):
        outcome["usage"] = chunk["usage"]


def start_server(path: Path, settings: EngineSettings) -> Any:
    """Return the library's server with the model at `path` loaded. Raises `RuntimeError`."""
    import xllamacpp  # noqa: PLC0415  # 100 MB that a server without it never loads

    params = xllamacpp.CommonParams()
    params.model.path = str(path)
    params.n_parallel = settings.slots
    params.n_ctx = settings.slots * settings.slot_tokens
    params.n_batch = params.n_ubatch = BATCH
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    params.n_gpu_layers = 0
    params.fit_params = False
    params.cache_prompt = True
    # Gemma's sliding-window layers forget what a cached beginning needs, unless kept in full.
    params.swa_full = True
    params.cache_ram_mib = settings.cache_ram_mib
    params.warmup = False
    params.verbosity = -1
    _restrict_access(params)
    return xllamacpp.Server(params)


def _restrict_access(params: Any) -> None:
    """Protect the HTTP port that the library always opens on this machine."""
    params.api_keys = [secrets.token_hex(32)]
    params.endpoint_slots = False
    params.ui = False
    params.cors_origins = ""
    params.n_threads_http = 1
