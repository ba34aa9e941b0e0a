"""News: what an agent saw or found out goes from room to room, with the name of who told it.

A world has words for it: a clause under ``news`` in the note of a happening, or of an intention.
What a visitor tells of themselves, and what they give, is news as well, in a clause about them.
What an agent knows, from whom, and who else knows it, is folded from its memories, so that it is
the same after a restart.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import field
from datetime import datetime, timedelta

from agents.memory.core.records import Experience
from agents.memory.language.normalize import mentions_name
from agents.memory.language.stems import stem_words
from agents.mind.fallback.small_talk import extract_speech, has_words
from agents.mind.intentions.intention import Intention
from agents.mind.manners.portraits import (
    Gifts,
    add_article,
    describe_tale,
    list_overtaken,
)
from agents.mind.manners.tales import Tale
from agents.mind.speech.told.discretion import is_confided
from late.late_dataclass import late_dataclass
from world.nature import Nature
from world.vault.texts import Texts

#: News is told for so long: a day of the world. What is seen again after half of it is news again.
FRESH = timedelta(hours=1)
SEEN_ANEW = FRESH / 2

#: What an agent finds out by what it does every day is news again after so long.
FOUND_ANEW = timedelta(hours=4)

#: Of so many of the latest memories that may hold news, the agent knows what they held.
MEMORIES_KEPT = 400

#: So many of the latest things that visitors told are recognised in what agents say.
OF_PEOPLE_KEPT = 200

_TOLD = (Nature.SPEECH, Nature.HAPPENING, Nature.INTENTION, Nature.GIVING)


@late_dataclass(slots=True)
class NewsDesk:
    """The words that a world has for news, shared by its agents."""

    seen: Callable[[], Mapping[str, str]] = dict
    """Return the news of each wording in which a happening is seen."""
    _intentions: dict[str, Callable[[], Iterable[Intention]]] = field(default_factory=dict)
    _people: dict[str, str] = field(default_factory=dict)
    """Of each clause about a visitor, whom it is about."""

    def join(self, agent: str, intentions: Callable[[], Iterable[Intention]]) -> None:
        """Take an agent in: what it has done it may have found something out by."""
        self._intentions[agent] = intentions

    @property
    def agents(self) -> Collection[str]:
        """The names of the agents."""
        return self._intentions.keys()

    def note_person(self, clause: str, person: str) -> None:
        """Take in a clause about the visitor `person`, which is recognised from now on."""
        self._people.pop(clause, None)
        self._people[clause] = person
        while len(self._people) > OF_PEOPLE_KEPT:
            del self._people[next(iter(self._people))]

    def find_person(self, clause: str) -> str:
        """Return whom a clause is about; empty: it is no visitor."""
        return self._people.get(clause, "")

    def find_found(self, agent: str, done: str) -> tuple[str, ...]:
        """Return the news of the intention of `agent` whose name the words `done` have."""
        told = [each for each in self._list(agent) if each.news and each.name in done]
        return max(told, key=lambda each: len(each.name)).news if told else ()

    def recognise(self, words: str) -> list[str]:
        """Return the news in `words`, however it was told."""
        folded = words.casefold()
        found = (clause for agent in self.agents for each in self._list(agent)
                 for clause in each.news)  # fmt: skip
        known = {*self.seen().values(), *found, *self._people}
        return [each for each in known if each.casefold() in folded]

    def _list(self, agent: str) -> Iterable[Intention]:
        return self._intentions[agent]() if agent in self._intentions else ()


@late_dataclass(slots=True)
class KnownNews:
    """One piece of news, as an agent knows it."""

    clause: str
    """``the wheel stopped``: a sentence without a capital and a full stop."""
    at: datetime
    """When it came to know it."""
    teller: str = ""
    """Who told it; empty: it was there itself."""
    found: bool = False
    """Whether the agent found it out by what it did; otherwise it happened before its eyes."""
    knowers: set[str] = field(default_factory=set)
    """Who else knows it, as far as the agent knows."""
    person: str = ""
    """The visitor whom it is about; empty: nobody."""
    is_quoted: bool = False
    """Whether it is told in the visitor's own words, and not as a clause."""

    @property
    def is_first_hand(self) -> bool:
        """Whether the agent was there, or has it from the visitor whom it is about."""
        return self.teller in ("", self.person)

    def concerns(self, trade: Collection[str]) -> bool:
        """Return whether it is for somebody whose persona has the stems `trade`."""
        return not set(trade).isdisjoint(stem_words(self.clause))

    @property
    def sentence(self) -> str:
        """The clause with a capital."""
        return self.clause[:1].upper() + self.clause[1:]


class Tidings:
    """What one agent knows of the news."""

    def __init__(
        self, me: str = "", desk: NewsDesk | None = None, texts: Texts | None = None
    ) -> None:
        self._me = me
        self._desk = desk or NewsDesk()
        # So begins the memory of an intention that is done.
        self._finished = texts.raw("intention.finished").partition("{")[0] if texts else ""
        self._known: dict[str, KnownNews] = {}
        # What was so of somebody who has died since, or is missing.
        self._over: set[str] = set()
        self._gifts = Gifts(texts)
        # The other agents' words for news are known when all have come.
        self._unread: deque[Experience] = deque(maxlen=MEMORIES_KEPT)

    def note_all(self, memories: Iterable[Experience]) -> None:
        """Take note of memories, oldest first."""
        for each in memories:
            self.note(each)

    def note(self, memory: Experience) -> None:
        """Take note of one memory."""
        if memory.ok and memory.nature in _TOLD:
            self._unread.append(memory)

    def find_news(
        self,
        hearer: str,
        now: datetime,
        trade: Collection[str] = (),
        skips: Callable[[KnownNews], bool] = lambda news: False,
    ) -> KnownNews | None:
        """Return what `hearer` does not know yet; what the agent saw itself comes first.

        It is nothing that `skips` is true of.

        What somebody found out by their work is passed on to those alone whom it concerns: it has
        one of the stems `trade`.
        """
        self._read()
        happened = set(self._desk.seen().values())
        untold = [
            each
            for each in self._known.values()
            if now - each.at < FRESH
            and not each.is_quoted
            and not skips(each)
            and each.clause not in self._over
            and hearer not in (*each.knowers, each.person)
            if each.is_first_hand or each.clause in happened or each.concerns(trade)
        ]
        first_hand = [each for each in untold if each.is_first_hand]
        return max(first_hand or untold, key=lambda each: each.at, default=None)

    def read_gift(self, memory: Experience) -> Iterator[tuple[str, str]]:
        """Yield who gave the agent something in a memory, and what."""
        yield from self._gifts.read(memory, to_oneself=True)

    def list_heard_of(self, person: str) -> list[KnownNews]:
        """Return what others than `person` have told of them, the latest last."""
        self._read()
        heard = (
            each
            for each in self._known.values()
            if each.person == person and each.clause not in self._over
        )
        return sorted((each for each in heard if not each.is_first_hand), key=lambda each: each.at)

    def note_tale(self, tale: Tale, memory: Experience) -> None:
        """Take note of what a visitor told of themselves, as a memory has it.

        In the memory the visitor may say it, or somebody else on whom they rely.
        """
        clause = "" if is_confided(memory.text) else describe_tale(tale)
        self._over |= set(list_overtaken(tale, clause))
        if clause and tale.teller not in self._desk.agents:
            known = self._note_person(clause, tale.teller, memory, memory.speaker)
            known.is_quoted = tale.is_sought

    def find_in(self, words: str) -> KnownNews | None:
        """Return the news in `words`, as the agent knows it since it first heard it."""
        self._read()
        known = (self._known.get(each) for each in self._desk.recognise(words))
        return next(filter(None, known), None)

    # --- reading memories -----------------------------------------------------------------

    def _read(self) -> None:
        while self._unread:
            memory = self._unread.popleft()
            if memory.nature is Nature.HAPPENING:
                if clause := self._desk.seen().get(memory.text):
                    self._learn(clause, memory, SEEN_ANEW)
            elif memory.nature is Nature.INTENTION:
                if clause := self._find_found(memory):
                    self._learn(clause, memory, FOUND_ANEW)
            elif memory.nature is Nature.GIVING:
                for giver, thing in self._gifts.read(memory):
                    clause = f"{giver} brought {add_article(thing)}"
                    if giver not in self._desk.agents:
                        self._note_person(clause, giver, memory, giver)
            elif has_words(memory.text):
                self._hear(memory)

    def _note_person(self, clause: str, person: str, memory: Experience, teller: str) -> KnownNews:
        self._desk.note_person(clause, person)
        known = self._learn(clause, memory, FRESH, teller)
        known.person = person
        return known

    def _hear(self, memory: Experience) -> None:
        words = extract_speech(memory.text)
        for clause in self._desk.recognise(words):
            known = self._learn(clause, memory, FRESH, memory.speaker)
            known.person = self._desk.find_person(clause)
            known.knowers |= {each for each in self._list_others() if mentions_name(words, each)}

    def _list_others(self) -> Iterable[str]:
        return (each for each in self._desk.agents if each != self._me)

    def _learn(
        self, clause: str, memory: Experience, anew: timedelta, teller: str = ""
    ) -> KnownNews:
        known = self._known.get(clause)
        if known is None or memory.at - known.at >= anew:
            found = memory.nature is Nature.INTENTION
            known = self._known[clause] = KnownNews(clause, memory.at, teller, found)
        known.knowers |= {*memory.occupants, teller} - {self._me, ""}
        return known

    def _find_found(self, memory: Experience) -> str:
        """Return what the agent found out by what it has done; empty: nothing to tell of."""
        if not self._finished or not memory.text.startswith(self._finished):
            return ""
        found = self._desk.find_found(self._me, memory.text)
        return found[memory.seq % len(found)] if found else ""
