"""Writing the line by which an agent says something in answer, and reading to whom it was."""

from __future__ import annotations

from agents.memory.core.records import Experience
from agents.mind.speech.candidates import Candidate
from agents.mind.vocabulary import Vocabulary
from world.boundaries import Perception
from world.nature import Nature


def write_answer_line(said: Candidate, to: Perception, vocabulary: Vocabulary) -> str:
    """Return the line: private words are answered privately, all others aloud.

    Returns an empty line if there is no command for it.
    """
    if said.is_gesture:
        return _first_line(vocabulary, Nature.GESTURE, said.words)
    if to.nature.is_private:
        mark = " = " if " " in (to.actor or "") else " "
        private = _first_line(vocabulary, to.nature, f"{to.actor}{mark}{said.words}")
        if private:
            return private
    return _first_line(vocabulary, Nature.SPEECH, said.words)


def find_addressee(memory: Experience) -> str:
    """Return to whom an agent's own private words were; empty: they were for everybody."""
    if not memory.line or not memory.nature.is_private:
        return ""
    arguments = memory.line.partition(" ")[2]
    named, mark, _ = arguments.partition(" = ")
    return named if mark else arguments.partition(" ")[0]


def _first_line(vocabulary: Vocabulary, nature: Nature, arguments: str) -> str:
    return next(iter(vocabulary.command_lines(nature, (arguments,))), "")
