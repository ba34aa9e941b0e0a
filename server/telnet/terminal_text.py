"""Text as the bytes that one client's terminal shows, as it is known at that moment."""

from __future__ import annotations

from server.session.boundaries import Sentences
from server.session.listening import say_for_listening
from server.session.render import Renderer
from server.telnet.negotiator import Negotiator


class TerminalText:
    """Renders what is shown to one client; writes nothing."""

    def __init__(self, renderer: Renderer, texts: Sentences, negotiator: Negotiator) -> None:
        self._renderer = renderer
        self._texts = texts
        self._negotiator = negotiator

    def spoken(self, text: str, kind: str) -> str:
        """Return whole lines as sentences for a screen reader."""
        return say_for_listening(text, kind, self._texts)

    def lost_notice(self, count: int) -> bytes:
        """Return the notice that `count` lines are missing."""
        text = self._texts.say("door.lines-lost", count=str(count))
        return self._renderer.render(text, "notice", self._negotiator.terminal.look)

    def question(self, text: str) -> bytes:
        """Return a question; clients that speak telnet are told that it is one."""
        shown = self._renderer.prompt(text, self._negotiator.terminal)
        return shown + self._negotiator.prompt_end

    def typing_prompt(self, question: str) -> bytes:
        """Return the prompt of the line on which a person types: a question, if one is open."""
        return self.question(question or self._texts.say("door.prompt") + " ")
