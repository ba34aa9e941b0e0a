"""``python -m tools.asked.report``: how well what was told is found, and the words in it.

Of each question of ``tools/asked/held_out.txt``, and of ``in_passing_held_out.txt``, all lines of
its visit are read. It needs the package of the sentence model; some minutes.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence

from agents.models.embedding.answer_words import LineBehind
from agents.models.embedding.sentence import SentenceEmbedder
from server.shipped.voice_vectors import ANSWER_WORDS
from tools.asked.questions import Question, list_questions
from tools.asked.visits import HELD_OUT, IN_PASSING_HELD_OUT, read_more, read_visits


async def report(embedder: SentenceEmbedder, questions: Sequence[Question]) -> str:
    """Return how often the right line is the likeliest, and its words are right."""
    counts = dict.fromkeys(("lines", "words", "asked", "none", "not told"), 0)
    for each in questions:
        found = await embedder.read_answers(each.asked, [LineBehind(*one) for one in each.lines])
        best = max(range(len(found)), key=lambda at: found[at].likely)
        if each.answered_by == len(each.lines):
            counts["none"] += 1
            counts["not told"] += 1 - sum(one.likely for one in found) > found[best].likely
            continue
        counts["asked"] += 1
        counts["lines"] += best == each.answered_by
        said = found[best].words
        counts["words"] += any(re.search(rf"(?i)(?<!\w){re.escape(e)}", said) for e in each.words)
    return (
        f"{counts['asked']} questions: the right line is likeliest for"
        f" {counts['lines'] / counts['asked']:.0%}, a right word is among the words for"
        f" {counts['words'] / counts['asked']:.0%}; none for {counts['not told']} of"
        f" {counts['none']} that were not told, or not asked for"
    )


if __name__ == "__main__":
    reader = SentenceEmbedder(answers=ANSWER_WORDS)
    passing = read_more(HELD_OUT, IN_PASSING_HELD_OUT)
    for name, visits in (("held out", read_visits(HELD_OUT)), ("in passing, held out", passing)):
        print(f"{name}: {asyncio.run(report(reader, list(list_questions(visits))))}")
