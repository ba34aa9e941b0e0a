"""From which exchange of its voice an agent said something, and what is written behind that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from agents.mind.voice.voice import ANYTHING, Voice, VoiceExchange, VoiceLine
from agents.prose import split_sentences

#: A sentence of so many characters tells from which answer it is.
TELLING = 20


def find_source(voice: Voice, said: str) -> VoiceExchange | None:
    """Return the exchange from which something was said, or behind which it was; None: of none.

    What stands behind the same words in several places is behind it.
    """
    known = (*voice.unasked, *voice.exchanges)
    measured = [(given, each) for each in known if (given := _measure_given(each, said))]
    most = max((given for given, _ in measured), default=0)
    best = [each for given, each in measured if given == most]
    if not best:
        return None
    source = next((each for each in best if each.heard), best[0])
    behind = tuple(led for each in best for led in each.leads_to)
    return replace(source, leads_to=behind)


def list_for_any_answer(voice: Voice, said: str) -> tuple[VoiceLine, ...]:
    """Return what is written behind a question of the agent's for whatever is answered to it.

    What was `said` may be more than the question; of two questions the last counts.
    """
    found = (
        (said.rfind(answer.text) + len(answer.text), len(answer.text), lines)
        for each in (*voice.unasked, *voice.exchanges)
        if (lines := tuple(_list_for_any(each)))
        for answer in each.answers
        if answer.text in said
    )
    _, _, lines = max(found, key=lambda each: each[:2], default=(0, 0, ()))
    return lines


def _list_for_any(exchange: VoiceExchange) -> Iterator[VoiceLine]:
    for each in exchange.leads_to:
        if ANYTHING in each.heard:
            yield from each.answers


def _measure_given(exchange: VoiceExchange, said: str) -> int:
    """Return how much of what was said is from an exchange, in characters."""
    led = (exchange, *exchange.leads_to)
    answers = [answer.text for each in led for answer in each.answers]
    whole = max((len(each) for each in answers if each in said), default=0)
    if whole or not exchange.leads_to:
        return whole
    # What the agent knows of a thing is often said in a sentence of such an answer.
    told = (each for answer in answers for each in split_sentences(answer))
    return max((len(each) for each in told if each in said and len(each) >= TELLING), default=0)
