"""Answering one prompt in each mode."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from http import HTTPStatus

from agents.models.providers.script_file import Reply, Script, ScriptedFailure
from agents.models.testing import misbehaving
from agents.models.testing.lines import ScriptedLines
from agents.models.testing.modes import Mode, Modes
from agents.models.testing.prompts import Kind, ParsedPrompt
from agents.models.testing.rereading import answer_sentences
from agents.models.testing.retelling import choose_surviving, retell
from late.late_dataclass import late_dataclass

#: The error text of a failing model.
FELL_OVER = "the model fell over"


@late_dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one request, or its failure."""

    text: str = ""
    status: int = 200
    """The HTTP status; if it is not 200, the text is the error's."""
    hangs: bool = False
    nonsense: bool = False
    """Whether the text is sent as the whole body, against the protocol."""
    drip: float = 0.0
    """The pause after each byte (seconds)."""
    delay: float = 0.0
    """The pause before the first byte (seconds)."""
    retry_after: float | None = None


#: The modes whose answers do not depend on the prompt.
_FAULTS: Mapping[Mode, Answer] = {
    "500": Answer(FELL_OVER, status=500),
    "hang": Answer(hangs=True),
    "nonsense": Answer(misbehaving.NONSENSE, nonsense=True),
    "empty": Answer(),
    "answers-instead": Answer(misbehaving.HELPFUL),
    "refusal": Answer(misbehaving.REFUSAL),
}


class Performer:
    """Answers prompts by mode, counts its texts, and keeps the place in each agent's script."""

    def __init__(self, script: Script) -> None:
        self.lines = ScriptedLines(script)
        self.written: Counter[Kind] = Counter()
        self._delay = script.delay

    def answer(self, asked: ParsedPrompt, modes: Modes) -> Answer:
        """Return the answer to `asked` in `modes`."""
        mode = modes.turns if asked.kind == "turn" else modes.summaries
        match_rule = self.lines.match_rule(asked.prompt) if mode == "ok" else None
        if match_rule is not None:
            return self._make_answer(match_rule)
        if mode in _FAULTS:
            return _FAULTS[mode]
        if asked.kind == "turn":
            return self._answer_turn(mode, asked, modes)
        if asked.kind == "reading":
            return Answer(answer_sentences(asked.prompt), delay=self._delay)
        drip = modes.drip if mode == "slow-drip" else 0.0
        return Answer(self._write_text(mode, asked, modes), drip=drip, delay=self._delay)

    # --- turns ----------------------------------------------------------------------------

    def _answer_turn(self, mode: Mode, asked: ParsedPrompt, modes: Modes) -> Answer:
        spoilt = _SPOILT.get(mode)
        if spoilt is not None:
            return Answer(spoilt(asked), delay=self._delay)
        drip = modes.drip if mode == "slow-drip" else 0.0
        answer = self._make_answer(self.lines.next(asked.name), drip)
        if mode == "wrong-citations" and answer.status == 200 and answer.text:
            return Answer(misbehaving.add_wrong_mark(asked, answer.text), delay=self._delay)
        return answer

    def _make_answer(self, reply: Reply, drip: float = 0.0) -> Answer:
        if isinstance(reply, str):
            return Answer(reply, drip=drip, delay=self._delay)
        return _make_fault(reply)

    # --- memories -------------------------------------------------------------------------

    def _write_text(self, mode: Mode, asked: ParsedPrompt, modes: Modes) -> str:
        if mode in ("inflate", "echo"):
            return _SPOILT[mode](asked)
        if mode == "injected-instruction":
            room = _find_room(asked) - len(misbehaving.INSTRUCTION) - 1
            return misbehaving.inject_order(asked, self._write_faithful(asked, room))
        if mode == "wrong-citations":
            return self._write_miscited(asked)
        kept = choose_surviving(asked, modes.loss if mode == "lossy" else 0.0, modes.seed)
        return retell(asked, kept, self._count_text(asked), _find_room(asked))

    def _write_faithful(self, asked: ParsedPrompt, room: int) -> str:
        return retell(asked, asked.facts(), self._count_text(asked), room)

    def _write_miscited(self, asked: ParsedPrompt) -> str:
        wrong = misbehaving.miscite_sources(asked, asked.facts())
        if wrong or asked.kind == "journal":
            misread = misbehaving.misnumber_lines(asked)
            return retell(misread, wrong, self._count_text(asked), _find_room(asked))
        return misbehaving.add_wrong_mark(asked, self._write_faithful(asked, _find_room(asked)))

    def _count_text(self, asked: ParsedPrompt) -> int:
        self.written[asked.kind] += 1
        return self.written[asked.kind]


_SPOILT: Mapping[Mode, Callable[[ParsedPrompt], str]] = {
    "inflate": misbehaving.inflate_text,
    "echo": lambda asked: asked.source,
    "injected-instruction": lambda asked: misbehaving.inject_order(asked, ""),
}


def _find_room(asked: ParsedPrompt) -> int:
    """Return the characters that an answer may have: fewer than its source."""
    return asked.size - 1


def _make_fault(fault: ScriptedFailure) -> Answer:
    if fault.kind in ("error", "timeout"):
        status = fault.status or HTTPStatus.REQUEST_TIMEOUT
        return Answer("as scripted", status=status, retry_after=fault.retry_after)
    return Answer(hangs=fault.kind == "hang")
