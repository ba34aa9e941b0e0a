"""What the person sees and types: with line editing on a terminal, plainly elsewhere."""

from __future__ import annotations

import asyncio
import itertools
import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol


def find_screen_size() -> tuple[int, int]:
    """Return columns and rows of the terminal; 80 and 24 where there is none.

    The variable COLUMNS, which `shutil` asks first, does not follow a new size.
    """
    try:
        size = os.get_terminal_size(sys.stdout.fileno())
    except (OSError, ValueError):
        return 80, 24
    return size.columns or 80, size.lines or 24


class Screen(Protocol):
    """The person's end."""

    def show(self, text: str) -> None:
        """Show text of the server, which may end within a line: a question."""
        ...

    async def read(self) -> str | None:
        """Return the next typed line; None at the end of the input."""
        ...

    async def confirm(self, question: str) -> bool:
        """Ask a question of the client's own."""
        ...


class PlainScreen:
    """Standard input and output as they are: for pipes and scripts."""

    def __init__(self) -> None:
        self._lines: asyncio.Queue[str] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        # A thread of the loop's pool would keep the program alive until another line is typed.
        threading.Thread(target=self._read_all, daemon=True).start()

    def show(self, text: str) -> None:
        """Write it at once."""
        sys.stdout.write(text)
        sys.stdout.flush()

    async def read(self) -> str | None:
        """Return a line as soon as there is one."""
        line = await self._lines.get()
        return line.rstrip("\r\n") if line else None

    def _read_all(self) -> None:
        with suppress(RuntimeError):  # the loop is closed: the visit is over
            for line in itertools.chain(iter(sys.stdin.readline, ""), [""]):
                self._loop.call_soon_threadsafe(self._lines.put_nowait, line)

    async def confirm(self, question: str) -> bool:
        """Nobody can be asked in a pipe."""
        sys.stderr.write(f"{question}\n")
        return False


class EditingScreen:
    """A terminal with line editing and history (prompt_toolkit).

    `hidden` says whether what is typed is not to be shown; `resized` is called when the screen
    has another size.
    """

    def __init__(self, hidden: Callable[[], bool], resized: Callable[[], None]) -> None:
        # Its import takes 0.1 s, which no other command should need.
        from prompt_toolkit import PromptSession  # noqa: PLC0415
        from prompt_toolkit.filters import Condition  # noqa: PLC0415
        from prompt_toolkit.formatted_text import ANSI  # noqa: PLC0415
        from prompt_toolkit.history import InMemoryHistory  # noqa: PLC0415
        from prompt_toolkit.patch_stdout import patch_stdout  # noqa: PLC0415

        class _History(InMemoryHistory):
            def append_string(self, string: str) -> None:
                if not hidden():
                    super().append_string(string)

        self._question = ""
        self._resized = resized
        self._size = find_screen_size()
        self._patched = patch_stdout(raw=True)
        self._session: PromptSession[str] = PromptSession(
            lambda: ANSI(self._question), is_password=Condition(hidden), history=_History()
        )
        self._session.app.before_render += lambda app: self._notice_size()

    def __enter__(self) -> EditingScreen:
        self._patched.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._patched.__exit__(None, None, None)

    def show(self, text: str) -> None:
        """Print whole lines above the input; what is left stands before it."""
        lines, _, self._question = (self._question + text).rpartition("\n")
        if lines:
            sys.stdout.write(lines + "\n")
            sys.stdout.flush()
        self._session.app.invalidate()

    async def read(self) -> str | None:
        """Read a line; ^C drops what is typed, ^D ends."""
        while True:
            try:
                line = await self._session.prompt_async()
            except KeyboardInterrupt:
                self.show("(Type quit, or press Ctrl-D, to leave.)\n")
            except EOFError:
                return None
            else:
                self._question = ""
                return line

    async def confirm(self, question: str) -> bool:
        """Ask; only a whole yes is one."""
        self.show(f"{question} (yes or no) ")
        answer = await self.read()
        return (answer or "").strip().casefold() == "yes"

    def _notice_size(self) -> None:
        size = find_screen_size()
        if size != self._size:
            self._size = size
            self._resized()


_plain: type[Screen] = PlainScreen
_editing: type[Screen] = EditingScreen
