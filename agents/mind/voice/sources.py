"""From which exchange of its voice an agent said something, and what is written behind that."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from agents.mind.voice.voice import ANYTHING, Voice, VoiceExchange, VoiceLine
from agents.prose import split_sentences

#: A sentence of so many characters tells from which answer it is.
TELLING = 20

#: What ends with one of these is a whole line, and not the part of one that tells.
_WHOLE = (".", "!", "?", '"')


class VoiceSources:
    """Knows each line of a voice by its sentences, so that few have to be looked for in words."""

    def __init__(self) -> None:
        self._exchanges: tuple[VoiceExchange, ...] = ()
        self._begun: dict[int, list[tuple[str, int]]] = defaultdict(list)
        """A first sentence's hash → the lines that begin so, each with its exchange's place."""
        self._parts: list[tuple[str, int]] = []
        """The lines that are only a part of what is said."""
        self._told: dict[int, list[int]] = defaultdict(list)
        """A sentence's hash → the exchanges that have it in an answer."""

    def take_in(self, voice: Voice) -> Iterator[None]:
        """Take in what an agent says; yield after each exchange. All counts at the end."""
        exchanges = (*voice.unasked, *voice.exchanges)
        for place, each in enumerate(exchanges):
            self._add(place, each)
            yield
        self._exchanges = exchanges

    def _add(self, place: int, exchange: VoiceExchange) -> None:
        for one in (exchange, *exchange.leads_to):
            leads_on = one is exchange and bool(exchange.leads_to)
            for answer in one.answers:
                self._add_line(place, answer.text, leads_on=leads_on)

    def _add_line(self, place: int, text: str, *, leads_on: bool) -> None:
        sentences = split_sentences(text) or [text]
        if text.endswith(_WHOLE):
            self._begun[hash(sentences[0])].append((text, place))
        else:
            self._parts.append((text, place))
        # What the agent knows of a thing is often said in a sentence of such an answer.
        for each in sentences if leads_on else ():
            if len(each) >= TELLING:
                self._told[hash(each)].append(place)

    def find(self, said: str) -> VoiceExchange | None:
        """Return the exchange from which something was said, or behind which it was; None: of none.

        What stands behind the same words in several places is behind it.
        """
        given: dict[int, int] = {}
        for text, place in self._list_in(said):
            given[place] = max(given.get(place, 0), len(text))
        for each in split_sentences(said):
            for place in self._told.get(hash(each), ()):
                given.setdefault(place, len(each))
        most = max(given.values(), default=0)
        best = [self._exchanges[place] for place in sorted(given) if given[place] == most]
        if not best:
            return None
        source = next((each for each in best if each.heard), best[0])
        behind = tuple(led for each in best for led in each.leads_to)
        return replace(source, leads_to=behind)

    def list_for_any_answer(self, said: str) -> tuple[VoiceLine, ...]:
        """Return what is written behind a question of the agent's for whatever is answered to it.

        What was `said` may be more than the question; of two questions the last counts.
        """
        found = [
            (said.rfind(text) + len(text), len(text), lines)
            for text, place in self._list_in(said)
            if (lines := tuple(_list_for_any(self._exchanges[place], text)))
        ]
        _, _, lines = max(found, key=lambda each: each[:2], default=(0, 0, ()))
        return lines

    def _list_in(self, said: str) -> Iterator[tuple[str, int]]:
        """Yield the lines that are in what was said, each with the place of its exchange."""
        for each in dict.fromkeys(split_sentences(said) or [said]):
            for text, place in self._begun.get(hash(each), ()):
                if text in said:
                    yield text, place
        yield from (each for each in self._parts if each[0] in said)


def _list_for_any(exchange: VoiceExchange, text: str) -> Iterator[VoiceLine]:
    """Yield what stands for any answer behind an answer of the exchange with this text."""
    if any(each.text == text for each in exchange.answers):
        for each in exchange.leads_to:
            if ANYTHING in each.heard:
                yield from each.answers
