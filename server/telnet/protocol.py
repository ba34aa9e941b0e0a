"""One telnet connection on Twisted: joins codec, options, flow and the person's dialogue."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from twisted.internet.protocol import Protocol, connectionDone
from twisted.python.failure import Failure

from agents.event_line import tell_event
from server.session.boundaries import Wire, quote_for_log
from server.session.terminal import Terminal
from server.telnet.boundaries import DelayedCall, Transport, ignore_call
from server.telnet.carrying import carry, unpack
from server.telnet.codec import (
    Codec,
    Event,
    LineTooLong,
    Negotiation,
    Subnegotiation,
    SubnegotiationTooLong,
    TypedLine,
)
from server.telnet.codes import NO_OPERATION
from server.telnet.flow.bucket import TokenBucket
from server.telnet.flow.sockets import tune_socket
from server.telnet.inflow import DIALOGUE, OUTPUT, PAUSE, Inflow, Typed
from server.telnet.negotiator import Negotiator
from server.telnet.outflow import Outflow
from server.telnet.parts import ConnectionParts
from server.telnet.prompt_line import TypingPrompt
from server.telnet.pulse import Pulse
from server.telnet.terminal_text import TerminalText
from server.telnet.timeouts import Timeouts
from server.upgrade.handover import HandedVisit

CLOSE_SECONDS = 5.0
"""Seconds that a client has to read the last words."""


class TelnetProtocol(Protocol):
    """A person's connection; it is their session's `Wire`."""

    __slots__ = (
        "_carried", "_clock", "_closing", "_codec", "_inflow", "_listener", "_look",
        "_meter", "_negotiator", "_outflow", "_parts", "_pausing", "_prompt_line", "_prompts",
        "_pulse", "_reading", "_renderer", "_text", "_timeouts", "_timer", "_transport",
        "_wants_reading", "address", "takes_messages",
    )  # fmt: skip

    def __init__(self, parts: ConnectionParts[TelnetProtocol], address: str,
                 carried: HandedVisit | None = None, *, reads: bool = True) -> None:  # fmt: skip
        """`address` is the peer's, without its port; `carried`: what an upgrade has left.

        Without `reads` nothing is read or performed before `go_on`.
        """
        self._parts, self._clock = parts, parts.clock
        self.address = address
        """The peer's address without its port."""
        self._renderer = parts.renderer
        self._negotiator = Negotiator(parts.options, parts.report, parts.terminal)
        self._text = TerminalText(parts.renderer, parts.desk.texts, self._negotiator)
        self._look = self._negotiator.terminal.look
        """The look of the terminal as known by now; a line for a crowd asks for nothing else."""
        self._codec = Codec(parts.limits.line_bytes, self._negotiator.options)
        self._meter, self._carried = parts.meter(address), carried
        self._listener = parts.listen(self)
        self.takes_messages = False
        """Whether the client has asked for GMCP messages."""
        self._closing = self._prompts = False
        """Whether it is closing, and whether a prompt may stand below everything else."""
        self._pausing, self._reading, self._wants_reading = not reads, True, True
        self._timer: DelayedCall | None = None
        self._timeouts = Timeouts(parts.clock, parts.limits, self._on_timeout)
        self._pulse = Pulse(self._clock, self._send_sign_of_life)
        self._prompt_line = TypingPrompt(self._clock, self._write_prompt_line)

    # --- Twisted ----------------------------------------------------------------------

    def connectionMade(self) -> None:  # noqa: N802  # Twisted's name
        """Greet at once."""
        self._transport = cast(Transport, self.transport)
        tune_socket(self._transport)
        self._timeouts.note_line()
        self._outflow, self._inflow = self._make_outflow(), self._make_inflow()
        self._timeouts.begin()
        self._pulse.start()
        self._negotiator.on_packages(self._on_packages)
        if self._pausing:
            self.pause()
        if self._carried is None:
            self._answer(self._negotiator.opening())
            self._listener.on_opened()
        else:
            self._go_on(self._carried)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802  # Twisted's name
        """Take bytes; they are decoded in their turn."""
        self._pulse.hear()
        if not self._closing:
            self._inflow.receive(data)

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802
        """End everything that belongs to the connection."""
        self._end_work()
        self._outflow.end()
        self._negotiator.on_packages(ignore_call)
        self._parts.gone(self)
        self._listener.on_closed()

    # --- what arrives -----------------------------------------------------------------

    def _on_packages(self) -> None:
        self.takes_messages = self._negotiator.takes_messages
        self._listener.on_packages()

    def _decode(self, data: bytes) -> list[Typed]:
        """Answer the telnet commands in `data`; return what the person typed."""
        events = self._codec.receive(data)
        cost = self._codec.take_cost()
        if cost and not self._meter.spend(cost):
            self._abort("floods telnet commands or control characters")
            self._parts.flooded(self.address)
            return []
        if len(events) == 1 and type(events[0]) is TypedLine:  # what nearly every client sends
            return events  # type: ignore[return-value]  # a list of what is in it
        return cast(list[Typed], [event for event in events if self._is_typed(event)])

    def _is_typed(self, event: Event) -> bool:
        """Handle telnet's own events; return whether the person typed the event."""
        if isinstance(event, TypedLine):
            return True
        if isinstance(event, Negotiation):
            self._answer(self._negotiator.negotiate(event))
        elif isinstance(event, Subnegotiation):
            self._answer(self._negotiator.subnegotiate(event))
        elif isinstance(event, SubnegotiationTooLong):
            self._abort(f"endless subnegotiation of option {event.option}")
        else:
            return True
        return False

    def _answer(self, data: bytes) -> None:
        self._look = self._negotiator.terminal.look
        self._outflow.write_control(data)
        self._outflow.compress(self._negotiator.compressed)

    def _deliver(self, typed: Typed) -> None:
        outbox = self._parts.outbox
        opened = outbox.open()
        try:
            self._carry_out(typed)
        finally:
            if opened:
                outbox.close()

    def _carry_out(self, typed: Typed) -> None:
        if isinstance(typed, TypedLine):
            self._prompts = False
            self._prompt_line.answer()
            self._timeouts.note_line()
            self._listener.on_line(typed.text)
        elif isinstance(typed, LineTooLong):
            self._notice("door.line-too-long", limit=str(self._parts.limits.line_bytes))
        else:
            self._notice("door.here")

    def _make_inflow(self) -> Inflow:
        limits = self._parts.limits
        bucket = TokenBucket(limits.commands_per_second, limits.burst, self._clock.seconds)
        return Inflow(
            self._clock, self._parts.turns, bucket,
            decode=self._decode, deliver=self._deliver, set_reading=self._set_reading,
            on_flood=lambda: self._notice("door.flood"),
            on_shed=lambda count: self._notice("door.overloaded", count=str(count)),
        )  # fmt: skip

    def _set_reading(self, wanted: bool) -> None:
        self._wants_reading = wanted
        self._read_or_pause()

    def _read_or_pause(self) -> None:
        reading = self._wants_reading and not (self._outflow.clogged or self._pausing)
        if reading == self._reading or self._closing:
            return
        self._reading = reading
        if reading:
            self._transport.resumeProducing()
        else:
            self._transport.pauseProducing()

    # --- what leaves ------------------------------------------------------------------

    def _make_outflow(self) -> Outflow:
        return Outflow(
            self._transport,
            self._clock,
            self._parts.limits.output_bytes,
            # Twisted's own way to send at once takes as long again as the socket's.
            send_now=(
                self._transport.writeSomeData
                if self._parts.uncarried
                else self._transport.getHandle().send
            ),
            outbox=self._parts.outbox,
            lost_notice=self._text.lost_notice,
            on_change=self._output_changed,
            on_stuck=lambda: self._abort("does not read"),
        )

    def _output_changed(self) -> None:
        # A client that does not read answers has no more lines performed.
        if self._outflow.clogged:
            self._inflow.hold(OUTPUT)
        else:
            self._inflow.release(OUTPUT)
        self._read_or_pause()

    def _notice(self, key: str, **values: str) -> None:
        self.show(self._parts.desk.texts.say(key, **values), "notice")

    # --- Wire -------------------------------------------------------------------------

    @property
    def terminal(self) -> Terminal:
        """The terminal as known at this moment."""
        return self._negotiator.terminal

    @property
    def hides_input(self) -> bool:
        """Whether the client surely speaks telnet, and so obeys requests about echo."""
        return self._parts.hides_input and self._negotiator.agreeable

    def send(self, text: str) -> None:
        """Write plain text."""
        self.show(text, "result")

    def show(self, text: str, kind: str) -> None:
        """Write whole lines in the style of `kind`."""
        if not self._closing:
            look = self._look
            if look.spoken:
                text = self._text.spoken(text, kind)
            last = self._renderer  # the next of a crowd nearly always wants the same
            known = text is last.text and look is last.look and kind == last.kind
            rendered = last.rendered if known else last.render(text, kind, look)
            if self._prompts:
                rendered = self._prompt_line.interrupt() + rendered
            self._outflow.write(rendered)

    def prompt(self, text: str) -> None:
        """Write a question; clients that speak telnet are told that it is one."""
        if not self._closing:
            self._prompts = True
            self._outflow.write(self._prompt_line.ask(text) + self._text.question(text))

    def ready(self) -> None:
        """Show a prompt, if the person wants one, once everything is shown."""
        if self._negotiator.prompts_always and not self._closing:
            self._prompt_line.plan()

    def _write_prompt_line(self, question: str) -> None:
        self._prompts = True
        self._outflow.write(self._text.typing_prompt(question))

    def hide_input(self) -> None:
        """Ask the client not to show what is typed."""
        self._outflow.write_control(self._negotiator.hide_input())

    def show_input(self) -> None:
        """Let the client show it again."""
        self._outflow.write_control(self._negotiator.show_input())

    def hold(self) -> None:
        """Keep lines until `release`."""
        self._inflow.hold(DIALOGUE)

    def release(self) -> None:
        """Deliver lines again."""
        self._inflow.release(DIALOGUE)

    def mark_admitted(self) -> None:
        """End the login time-out and start the idle time-out."""
        if not self._closing:
            self._timeouts.admit()

    def prefer(self, values: Mapping[str, str]) -> None:
        """Put the person's preferences before what the client has negotiated."""
        self._negotiator.prefer(values)
        self._look = self._negotiator.terminal.look

    def gmcp(self, package: str, data: object = None) -> None:
        """Send a GMCP message, if the client has asked for its package."""
        if not self._closing:
            self._outflow.write_aside(self._negotiator.message(package, data))

    def tell_status(self) -> None:
        """Answer a listing's question in plain text."""
        if not self._closing:
            self._outflow.write(self._negotiator.plain_status())

    def close(self, reason: str = "") -> None:
        """Say `reason`, if any, and hang up once it is written, or soon in any case."""
        if self._closing:
            return
        if reason:
            self.show(reason, "notice")
        self.gmcp("Core.Goodbye", reason)
        self._outflow.finish()
        self._end_work()
        self._timer = self._clock.callLater(CLOSE_SECONDS, self._hang_up)
        self._transport.loseConnection()

    # --- from one program to the next ---------------------------------------------------

    @property
    def is_busy(self) -> bool:
        """Whether the client has not taken all that was sent, or a password is being checked."""
        return self._outflow.clogged or self._inflow.is_held(DIALOGUE)

    def ask_back_unless_carried(self) -> None:
        """Hang up, with words, if another program cannot go on with the connection."""
        if not self._closing and (self._parts.uncarried or self._outflow.clogged):
            # Who does not read never learns that the client has hung up, too, and waits for it.
            self._pausing = False
            self._read_or_pause()
            self._listener.ask_back(self._parts.uncarried or "upgrade.not-read")

    def pause(self) -> None:
        """Read and perform nothing more until `go_on`: no mind is here yet, or none any more."""
        self._pausing = True
        self._inflow.hold(PAUSE)
        self._read_or_pause()

    def go_on(self) -> None:
        """Read and perform again."""
        if not self._closing:
            self._pausing = False
            self._inflow.release(PAUSE)
            self._read_or_pause()

    def hand_over(self) -> HandedVisit | None:
        """Return the connection for the program to come and end it here; None: it cannot go on."""
        if self._closing:
            return None
        person = self._listener.hand_over()
        self._outflow.finish()  # a client must not find the refusal inside the stream
        self._answer(self._negotiator.end_compression())
        if self._outflow.clogged:
            return None
        kept = carry(self._transport, self.address, self._negotiator, self._codec, self._inflow)
        self._end_work()
        self._outflow.end()
        return replace(kept, person=person)

    def _go_on(self, carried: HandedVisit) -> None:
        lines, undecoded = unpack(carried, self._negotiator)
        self.takes_messages = self._negotiator.takes_messages
        self._answer(self._negotiator.offer_compression())
        self._listener.on_carried(carried.person)
        self._inflow.restore(lines, undecoded)

    # --- the end ------------------------------------------------------------------------

    def _on_timeout(self, key: str, values: dict[str, str]) -> None:
        self.close(self._parts.desk.texts.say(key, **values))

    def _end_work(self) -> None:
        self._closing = True
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._timeouts.stop()
        self._pulse.stop()
        self._prompt_line.stop()
        self._inflow.end()

    def _send_sign_of_life(self) -> None:
        # A client that has never spoken telnet would show it.
        if self._negotiator.agreeable:
            self._outflow.write_control(NO_OPERATION)

    def _abort(self, why: str) -> None:
        line = f"dropped {quote_for_log(self.address)}: {why}"
        self._parts.desk.log(tell_event("telnet.dropped", line, address=self.address, why=why))
        self._end_work()
        self.abort()

    def _hang_up(self) -> None:
        self._timer = None
        self.abort()

    def abort(self) -> None:
        """Hang up at once, whatever is still unsent."""
        self._transport.abortConnection()


_check: type[Wire] = TelnetProtocol
