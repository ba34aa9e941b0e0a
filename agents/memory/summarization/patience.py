"""Wait for a model's answer, for a limited time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

from agents.boundaries import (
    Clock,
    ModelBadReply,
    ModelError,
    ModelOverBudget,
    ModelRateLimited,
    ModelRejected,
    ModelTimeout,
)

#: A model that has not answered by then counts as absent. Each provider has shorter limits.
PATIENCE_SECONDS = 900.0

T = TypeVar("T")


class ModelSilent(Exception):
    """The model gave no answer in time."""


async def wait_patiently(answer: Awaitable[T], clock: Clock, seconds: float) -> T:
    """Return what `answer` gives. Raises `ModelSilent` after `seconds`."""
    task = asyncio.ensure_future(answer)
    given_up = clock.call_later(seconds, lambda: _cancel(task))
    try:
        return await task
    except asyncio.CancelledError:
        if task.cancelled() and not _is_cancelled():
            raise ModelSilent(f"no answer within {seconds:g} s") from None
        task.cancel()
        raise
    finally:
        given_up.cancel()


def describe_model_failure(error: ModelError | ModelSilent) -> str:
    """Return for people why a model gave no text, with what it or the network said."""
    match error:
        case ModelSilent() | ModelTimeout():
            what = "the model did not answer in time"
        case ModelBadReply():
            what = "the model gave no usable answer"
        case ModelRejected():
            what = "the model's server rejected the request"
        case ModelRateLimited() | ModelOverBudget():
            what = "the model may not be asked now"
        case _:
            what = "the model could not be reached or failed"
    return f"{what}: {error}"


def _cancel(task: asyncio.Future[T]) -> None:
    task.cancel()


def _is_cancelled() -> bool:
    """Return whether this task itself is being cancelled, not only what it waits for."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
