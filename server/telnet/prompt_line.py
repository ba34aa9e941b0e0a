"""The line on which a person types: a question's, or a prompt's for those who want one there."""

from __future__ import annotations

from collections.abc import Callable

from server.telnet.boundaries import DelayedCall, Timers, ignore_call


class TypingPrompt:
    """Shows the prompt below everything else: what comes meanwhile moves it further down."""

    __slots__ = ("__weakref__", "_clock", "_planned", "_question", "_write", "shown")

    def __init__(self, clock: Timers, write: Callable[[str], None]) -> None:
        """`write` writes the question that it is given; empty: the prompt."""
        self._clock = clock
        self._write = write
        self.shown = False
        """Whether the prompt stands below everything else."""
        self._planned: DelayedCall | None = None
        self._question = ""
        """What was asked and is not answered yet."""

    def ask(self, question: str) -> bytes:
        """Return what ends the line before a question, which stands below all until its answer."""
        ended = b"\r\n" if self.shown else b""
        self.shown, self._question = True, question
        return ended

    def plan(self) -> None:
        """Show the prompt in the next turn of the loop, when all output of this one is out."""
        if self._planned is None:
            self._planned = self._clock.callLater(0, self._show)

    def answer(self) -> None:
        """Note that the person's line has ended the prompt's."""
        self.shown = False
        if self._question:  # not everybody who is asked wants a prompt afterwards
            self._question = ""
            self._cancel()

    def interrupt(self) -> bytes:
        """Return what ends the prompt's line before other output; the prompt comes again."""
        if not self.shown:
            return b""
        self.shown = False
        self.plan()
        return b"\r\n"

    def stop(self) -> None:
        """Show no more prompts."""
        self.shown = False
        self._cancel()
        self._write = ignore_call

    def _cancel(self) -> None:
        if self._planned is not None:
            self._planned.cancel()
            self._planned = None

    def _show(self) -> None:
        self._planned = None
        if not self.shown:
            self.shown = True
            self._write(self._question)
