"""Reading the reply of a model that follows instructions: one line for the door, or a fault."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import islice

from agents.boundaries import Completion
from agents.memory.memory import AgentMemory
from agents.mind.agent_context import AgentContext
from agents.mind.agent_state import AgentState
from agents.mind.prompt.composing import PromptComposer
from agents.mind.reply.chat_text import (
    end_cut_words,
    find_gesture,
    find_spoken,
    is_helpers_talk,
    remove_label,
    remove_thoughts,
    settle_command,
)
from agents.mind.reply.reply_parser import (
    LINE_LIMIT,
    NO_LINE,
    ReadReply,
    is_allowed,
    list_usable_lines,
    unwrap_line,
)
from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.parties.address import write_answer_line
from agents.mind.vocabulary import Vocabulary
from late.late_dataclass import late_dataclass
from world.boundaries import Perception
from world.commands.talk import is_talk
from world.nature import Nature

#: So many lines of a reply are looked at for a command.
LOOKED_AT = 12

#: Words that are said again word for word within so many of the agent's lines are a repeat.
LATELY = 12

STILL_THINKING = (
    "the model was still thinking aloud when its max_tokens were used up; raise max_tokens, or"
    " switch its thinking off"
)
AS_AN_ASSISTANT = "the model answered as an assistant"


@late_dataclass(frozen=True, slots=True)
class ChatReader:
    """Reads replies for one turn of one agent."""

    name: str
    vocabulary: Vocabulary
    allowed: Collection[str]
    """The commands beginning with ``@`` that the agent may use."""
    exits: Collection[str] = ()
    question: Perception | None = None
    """The words to answer: what is no command is said in answer to them."""
    recent: Sequence[str] = ()
    """The agent's latest lines, the newest last."""

    def read(self, completion: Completion) -> ReadReply:
        """Return the first command of a reply, or else what it says, as the answer."""
        text = remove_thoughts(completion.text)
        if not text.strip():
            return ReadReply(fault=STILL_THINKING if completion.text.strip() else NO_LINE)
        lines = [
            unwrap_line(remove_label(each)) for each in islice(list_usable_lines(text), LOOKED_AT)
        ]
        line, at = self._find_line(lines)
        if completion.finish == "length" and at == len(lines) - 1 and self._is_own_words(line):
            line = end_cut_words(line)
        line = line[:LINE_LIMIT]
        if fault := self._find_fault(line):
            return ReadReply(fault=fault)
        return ReadReply(line)

    def _find_line(self, lines: Sequence[str]) -> tuple[str, int]:
        """Return the line for the door and where in the reply it stands; or none."""
        for read in (self._read_command, self._read_spoken, self._read_gesture):
            for at, each in enumerate(lines):
                if line := read(each):
                    return line, at
        return "", -1

    def _is_own_words(self, line: str) -> bool:
        nature = self.vocabulary.find_nature(line)
        return nature is not None and nature.is_own_words

    def _read_command(self, line: str) -> str:
        marks = [mark for row in self.vocabulary.rows for mark in row.shorthands]
        if line.startswith(tuple(marks)) and '"' not in line:
            return line
        settled = settle_command(line)
        is_way = settled.casefold() in {each.casefold() for each in self.exits}
        row = self.vocabulary.find_row(settled)
        if not is_way and (row is None or is_talk(settled, named=True)):
            return ""
        if row is not None and row.nature is Nature.SPEECH and self._is_asked_privately:
            said = Candidate(settled.partition(" ")[2], Origin.MODEL)
            return self._answer(said, settled)
        return settled if is_allowed(settled, self.allowed) else ""

    @property
    def _is_asked_privately(self) -> bool:
        """Whether words aloud would not reach who asked, or reach others."""
        return self.question is not None and self.question.nature.is_private

    def _read_spoken(self, line: str) -> str:
        """Return the line that says what is said in a line that is no command."""
        return self._answer(Candidate(find_spoken(line, self.name), Origin.MODEL), line)

    def _read_gesture(self, line: str) -> str:
        gesture = Candidate(find_gesture(line), Origin.MODEL, is_gesture=True)
        return self._answer(gesture, line)

    def _answer(self, said: Candidate, line: str) -> str:
        if not said.words or self.question is None or not is_allowed(line, self.allowed):
            return ""
        return write_answer_line(said, self.question, self.vocabulary)

    def _find_fault(self, line: str) -> str:
        if not line:
            return NO_LINE
        if is_helpers_talk(line):
            return AS_AN_ASSISTANT
        lately = {each.casefold() for each in self.recent[-LATELY:]}
        nature = self.vocabulary.find_nature(line)
        if nature and nature.is_expression and line.casefold() in lately:
            return f"the model said again '{line}'"
        return ""


def make_chat_reader(
    state: AgentState, composer: PromptComposer, memory: AgentMemory, context: AgentContext
) -> Callable[[Completion], ReadReply] | None:
    """Return what reads the replies of an agent's model, each in the moment in which it comes.

    None: the model continues a transcript and follows no instructions.
    """
    if not context.generation_params(state.profile.model_profile).instructed:
        return None

    def read(completion: Completion) -> ReadReply:
        situation = composer.situation
        reader = ChatReader(
            name=state.profile.name,
            vocabulary=Vocabulary(context.commands),
            allowed=context.allowed,
            exits=tuple(situation.exits),
            question=state.find_question(situation.occupants),
            recent=[each.line for each in memory.view.tail if each.line],
        )
        return reader.read(completion)

    return read
