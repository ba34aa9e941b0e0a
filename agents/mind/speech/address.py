"""Writing the line by which an agent says something in answer."""

from __future__ import annotations

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


def _first_line(vocabulary: Vocabulary, nature: Nature, arguments: str) -> str:
    return next(iter(vocabulary.command_lines(nature, (arguments,))), "")
