"""The program of a worker process: it carries out what is asked on standard input, one by one.

Each message is a pickled function with its arguments; each answer on standard output is a pickled
pair: whether it went well, and the result or the exception.
"""

from __future__ import annotations

import gc
import os
import pickle
import queue
import signal
import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import suppress
from typing import BinaryIO

from agents.workers.frames import read_frame, write_frame

#: A worker leaves the processor to the process that serves people.
NICENESS = 10

#: When garbage is looked for among the youngest objects, the younger and all.  What a worker
#: computes has hardly any circles; at Python's own numbers (700, 10, 10) a tenth of its time went
#: there.
GARBAGE_THRESHOLDS = (20_000, 10, 10)


def main() -> None:
    """Answer until the process that asks is gone."""
    # Ctrl-C reaches every process of a terminal; the server decides when its workers end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError, AttributeError):  # Windows has no nice
        os.nice(NICENESS)
    seldom_collect()
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # What some library prints goes to standard error, not between the answers.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    asked: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, asked), daemon=True).start()
    while True:
        write_frame(answers, carry_out(asked.get()))


def seldom_collect() -> None:
    """Look for garbage as seldom as a worker does."""
    gc.freeze()
    gc.set_threshold(*GARBAGE_THRESHOLDS)


def carry_out(request: bytes) -> bytes:
    """Return the answer to one message; an exception of the work is an answer too."""
    try:
        work, args, kwargs = pickle.loads(request)
        return pickle.dumps((True, work(*args, **kwargs)))
    except Exception as error:
        error.add_note("\n".join(["In a worker process:", *_list_frames(error)]))
        return _pack_error(error)


def _list_frames(error: Exception) -> Iterator[str]:
    """Yield the places in the code; without its lines, as most errors are answers to expect."""
    for frame, line in traceback.walk_tb(error.__traceback__):
        yield f"  {frame.f_code.co_filename}:{line} in {frame.f_code.co_name}"


def _pack_error(error: Exception) -> bytes:
    try:
        packed = pickle.dumps((False, error))
        pickle.loads(packed)  # an exception with arguments of its own may not come back
    except Exception:
        return pickle.dumps((False, RuntimeError(repr(error))))
    return packed


def _listen(pipe: BinaryIO, asked: queue.SimpleQueue[bytes]) -> None:
    """Pass on what is asked; end the process, whatever it computes, when nobody is there to ask."""
    while (request := read_frame(pipe)) is not None:
        asked.put(request)
    os._exit(0)


if __name__ == "__main__":
    main()
