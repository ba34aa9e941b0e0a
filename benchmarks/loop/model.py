"""``python -m benchmarks.loop.model``: a model server whose summaries are as long as they may be.

It prints its address, and ends when its standard input does.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

from agents.memory.strategies.protocol import LONGTERM_LIMIT, RECENT_LIMIT
from agents.models.testing import ScriptedModelServer
from agents.models.testing.performing import Answer
from agents.models.testing.prompts import ParsedPrompt, PromptLine, parse_prompt
from agents.models.testing.retelling import SECTIONS, format_marks
from agents.prose import CITATION, end_sentence, split_sentences
from agents.spread import pick_evenly

#: The longest summary as a share of its source, so that it never becomes longer.
_OF_SOURCE = 0.7
_QUOTED = re.compile(r'"([^"]+)"')
_MARK = re.compile(rf"\s*{CITATION}")
_FACTS = 12
_OPENING = "I learnt that "


class LongWriter(ScriptedModelServer):
    """Tells what was said as if it were so, sentence after sentence, with its citations."""

    def answer(self, prompt: str) -> Answer:
        """Return the answer to `prompt`."""
        return answer_prompt(prompt)


def answer_prompt(prompt: str) -> Answer:
    """Return the answer to `prompt`: as much of what was said as there is room for."""
    asked = parse_prompt(prompt)
    if asked.kind == "turn":
        return Answer("emote waits.")
    return Answer(_write_facts(asked) if asked.kind == "journal" else _write_summary(asked))


def _write_facts(asked: ParsedPrompt) -> str:
    told = [each for each in _retell(asked) if each[1]]
    return "\n".join(
        f"6 | news | [{number}] | {sentence}" for sentence, number in pick_evenly(told, _FACTS)
    )


def _write_summary(asked: ParsedPrompt) -> str:
    limit = RECENT_LIMIT if asked.kind == "summary" else LONGTERM_LIMIT
    room = int(min(limit, asked.size * _OF_SOURCE))
    told = list(dict(reversed(list(_retell(asked)))).items())[::-1]
    mean = sum(len(sentence) for sentence, _ in told) / max(1, len(told)) + 1
    kept = pick_evenly(told, max(1, min(asked.sentences or len(told), int(room / mean))))
    lines = [_cite(asked, *each) for each in kept]
    if asked.kind != "sections":
        return " ".join(lines)
    facts = "\n".join(f"- {each}" for each in lines)
    parts = (f"{each}:\n{facts if each == 'Confirmed Facts' else 'None.'}" for each in SECTIONS)
    return "\n".join(parts)


def _cite(asked: ParsedPrompt, sentence: str, number: int | None) -> str:
    return sentence + (format_marks([number]) if asked.cites and number else "")


def _retell(asked: ParsedPrompt) -> Iterator[tuple[str, int | None]]:
    """Yield the sentences of the source, without who said them, and the numbers of their lines."""
    for line in asked.lines:
        for sentence in split_sentences(_find_words(line)):
            # As it stands it would be refused as an echo.
            yield _OPENING + end_sentence(sentence.removeprefix(_OPENING)), line.number


def _find_words(line: PromptLine) -> str:
    text = _MARK.sub("", line.text)
    said = _QUOTED.search(text)
    if said:
        return said[1]
    return "" if text.startswith("~") else text  # a command is no sentence


if __name__ == "__main__":
    with LongWriter(keeps_prompts=False) as server:
        print(server.url, flush=True)
        sys.stdin.read()
