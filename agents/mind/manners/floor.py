"""The floor of each room: whose turn it is to speak, shared by all agents of a world.

Whoever is spoken to owes an answer, and until it is given, or for a moment after any words, no
other agent begins to speak there.  Deeds, walking and gestures need no floor.  Times are
parameters: seconds on a clock that never goes backwards.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import field
from datetime import datetime
from itertools import filterfalse

from agents.latest import Latest
from agents.memory.language.normalize import mentions_name
from agents.mind.manners.asking.moulds import Moulds
from agents.mind.speech.parties.concern import (
    LIKELY_WORK,
    NO_WORK,
    OWN_WORK,
    TOLD_WORK,
    TradeWords,
    find_concerned,
    is_of_partner,
    only_asks,
    takes_up,
)
from agents.mind.speech.told.asking.own_questions import asks_of_own
from agents.mind.voice.courtesies import wants_answer
from late.late_dataclass import late_dataclass
from world.verbs.calling import find_called

#: For so many seconds after any words nobody begins to speak unasked.
HUSH = 2.0

#: An answer that does not come within so many seconds is no longer waited for.
PATIENCE = 20.0

#: Words without a name go to the one with whom their speaker talked within so many seconds: an
#: agent, and a person, who reads and types.
IN_TALK, READING = 45.0, 150.0

#: All who hear a line tell of it within so many seconds.
AT_ONCE = 0.05


@late_dataclass(frozen=True, slots=True)
class SpokenLine:
    """Words for everyone in a room."""

    place: str
    speaker: str
    words: str
    present: tuple[str, ...]
    """The names of all who hear it, without the speaker."""
    elsewhere: bool = False
    """Whether it is for somebody in another room, by name."""


@late_dataclass(slots=True)
class _Debt:
    """An answer that an agent owes."""

    place: str
    to: str
    since: float


#: Who was asked about one of theirs is asked about them no more for so many seconds, by nobody:
#: "How is your brother?" from three within two minutes is a formula.
LET_REST = 600.0


@late_dataclass(slots=True)
class Floor:
    """Knows who spoke last in each room, and who owes whom an answer."""

    _ready: dict[str, Callable[[], bool]] = field(default_factory=dict)
    """Of each agent, whether it could answer now."""
    _rests: dict[str, Callable[[], bool]] = field(default_factory=dict)
    """Of each agent, whether it lies or sits still, and had better be left alone."""
    _trades: dict[str, frozenset[str]] = field(default_factory=dict)
    _works: dict[str, TradeWords] = field(default_factory=dict)
    _lines: dict[str, tuple[SpokenLine, float, tuple[str, ...]]] = field(default_factory=dict)
    """Of each room the last line, when it was said, and who is to answer it."""
    _debts: dict[str, _Debt] = field(default_factory=dict)
    _partners: Latest[str, tuple[str, float]] = field(default_factory=Latest)
    """With whom somebody talked last, and when."""
    _before: Latest[str, tuple[str, float]] = field(default_factory=Latest)
    """With whom somebody talked when another turned to them, and when."""
    _words: Latest[str, tuple[str, float]] = field(default_factory=Latest)
    """What somebody said last, and when."""
    _people: Latest[str, str] = field(default_factory=Latest)
    """Which person spoke last in each room."""
    _open: Latest[str, tuple[str, float]] = field(default_factory=Latest)
    """Which agent has asked a person something that is not answered yet, and when."""
    _questions: Latest[str, str] = field(default_factory=Latest)
    """Which person each wording asks that may be said, or was."""
    _spoke: Latest[str, float] = field(default_factory=Latest)
    asked: Latest[tuple[str, str], bool] = field(default_factory=Latest)
    """What agents have asked whom of their own accord: in which words, and after what."""
    _asked_of: Latest[tuple[str, str], float] = field(default_factory=Latest)
    """When a person was last asked about one of theirs, by any agent."""
    _told: Latest[tuple[str, str], datetime] = field(default_factory=Latest)
    """When which news was told to which person."""
    given: Latest[str, str] = field(default_factory=Latest)
    """How visitors wish to be called, as they told any agent, by the world's name."""
    moulds: Moulds = field(default_factory=Moulds)
    """Which lines of the texts were said to whom."""
    _partings: Latest[frozenset[str], tuple[str, datetime]] = field(default_factory=Latest)

    def join(
        self,
        agent: str,
        ready: Callable[[], bool],
        trade: frozenset[str] = frozenset(),
        rests: Callable[[], bool] = lambda: False,
        work: TradeWords = NO_WORK,
    ) -> None:
        """Take an agent in.

        `ready` says whether it could answer now, `trade` what concerns it, `rests` whether it had
        better be left alone while another can answer, `work` which words are of its work.
        """
        self._ready[agent], self._trades[agent], self._rests[agent] = ready, trade, rests
        self._works[agent] = work

    def find_trade(self, agent: str) -> frozenset[str]:
        """Return the stems of what concerns an agent, as its persona says."""
        return self._trades.get(agent, frozenset())

    def leave(self, agent: str) -> None:
        """Forget an agent."""
        self._ready.pop(agent, None)
        self._works.pop(agent, None)
        self._debts.pop(agent, None)

    @property
    def agents(self) -> tuple[str, ...]:
        """The names of all agents."""
        return tuple(self._ready)

    def is_agent(self, name: str) -> bool:
        """Return whether `name` is an agent's."""
        return name in self._ready

    def hear(self, line: SpokenLine, now: float) -> Sequence[str]:
        """Take note of a line, and return the agents that are to answer it.

        Everyone who hears it may tell of it: it counts once.
        """
        known = self._lines.get(line.place)
        if known and now - known[1] < AT_ONCE and (known[0].speaker, known[0].words) == (
            line.speaker, line.words
        ):  # fmt: skip
            return known[2]
        answering = tuple(self._choose_answering(line, now))
        self._lines[line.place] = line, now, answering
        self.moulds.hear(line.words, line.present)
        self._note_speaker(line, answering, now)
        for agent in answering:
            self.owe(agent, line.place, line.speaker, now)
        return answering

    def owe(self, agent: str, place: str, to: str, now: float) -> None:
        """Note that `agent` is to answer `to`; a person's words come before an agent's."""
        old = self._debts.get(agent)
        if old is None or self.is_agent(old.to) or not self.is_agent(to):
            self._debts[agent] = _Debt(place, to, now)

    def settle(self, agent: str) -> None:
        """Note that `agent` owes nothing any more: it has answered, or will not."""
        self._debts.pop(agent, None)

    def is_free(self, agent: str, place: str, now: float, hush: float = HUSH) -> bool:
        """Return whether `agent` may begin to speak in `place`, `hush` seconds after any words."""
        last = self._lines.get(place)
        if last and now - last[1] < hush:
            return False
        return not any(
            debt.place == place and now - debt.since < PATIENCE
            for other, debt in self._debts.items()
            if other != agent
        )

    def find_wait(self, agent: str, place: str, now: float) -> float:
        """Return how long `agent`, which owes an answer, lets others finish: 0.0 if it need not.

        Of several who were spoken to at once one answers after the other.
        """
        last, debt = self._lines.get(place), self._debts.get(agent)
        if not last or not debt or last[0].speaker in (agent, debt.to):
            return 0.0
        return max(0.0, last[1] + HUSH - now)

    def offer_question(self, words: str, person: str) -> None:
        """Note that `words`, if an agent says them, ask `person` something.

        What they say next without a name is for that agent then.
        """
        self._questions[words] = person

    def is_asked(self, person: str, by: str, now: float) -> bool:
        """Return whether another agent than `by` waits for the answer of a person."""
        asker, at = self._open.get(person, ("", 0.0))
        return asker not in ("", by) and now - at < READING

    def may_ask_of(self, person: str, gist: str, now: float) -> bool:
        """Return whether nobody has asked a person about one of theirs, ``your brother``, of late.

        Whoever asks notes it by this.
        """
        at = self._asked_of.get((person, gist), now - LET_REST)
        if now - at < LET_REST:
            return False
        self._asked_of[person, gist] = now
        return True

    # --- parting ----------------------------------------------------------------------

    def part(self, one: str, other: str, at: datetime) -> None:
        """Note that `one` has taken leave of `other`, and is the one who goes."""
        self._partings[frozenset((one, other))] = one, at

    def find_parting(self, one: str, other: str, since: datetime) -> str:
        """Return which of the two has taken leave of the other since then; empty: neither."""
        who, at = self._partings.get(frozenset((one, other)), ("", since))
        return who if at >= since else ""

    # --- who answers ------------------------------------------------------------------

    def _choose_answering(self, line: SpokenLine, now: float) -> Iterator[str]:
        mentioned = [each for each in line.present if mentions_name(line.words, each)]
        called = list(find_called(line.words, line.present))
        if mentioned and not called and not self.is_agent(line.speaker):
            # "Do you think Hester is happy?" is for the one with whom its speaker talks.
            partner = self._find_partner(line, now, IN_TALK)
            if partner and partner not in mentioned and self.is_ready(partner):
                yield partner
                return
        named = called or mentioned
        if named or line.elsewhere or len(line.present) == 1:
            yield from filter(self.is_agent, named or (() if line.elsewhere else line.present))
            return
        of_agent = self.is_agent(line.speaker)
        partner = self._find_partner(line, now, IN_TALK if of_agent else READING)
        if not of_agent:
            partner = self._find_meant(line, partner, now)
        if partner:
            yield from filter(self.is_ready, [partner])
        elif not of_agent:
            yield from self._choose_evenly(line.present)

    def _find_meant(self, line: SpokenLine, partner: str, now: float) -> str:
        """Return for whom a person's words without a name are; empty: for anybody.

        That is the `partner` of their talk, unless the words go on with what was said before
        another turned to them, take up what somebody else has just said, or are of one's work.
        What asks for something of their own, "What may I not eat?", is for who was told.
        """
        partner = self._find_resumed(line, partner, now)
        if partner and asks_of_own(line.words):
            return partner
        return (
            self._find_taken_up(line, partner, now) or self._find_working(line, partner) or partner
        )

    def _find_resumed(self, line: SpokenLine, partner: str, now: float) -> str:
        """Return with whom a person goes on talking after somebody else has turned to them."""
        before, at = self._before.get(line.speaker, ("", 0.0))
        if before not in line.present or now - at >= READING or not self.is_ready(before):
            return partner
        goes_on = only_asks(line.words) or self._takes_up(line, before)
        return before if goes_on and not self._takes_up(line, partner) else partner

    def _find_taken_up(self, line: SpokenLine, partner: str, now: float) -> str:
        """Return the agent of whose words, said since they spoke last, somebody has a word."""
        if self._takes_up(line, partner) or self._takes_up(line, line.speaker):
            return ""
        spoke = self._words.get(line.speaker, ("", now - READING))[1]
        since = {each: self._words.get(each, ("", 0.0))[1] for each in line.present}
        latest = sorted(filter(self.is_ready, since), key=lambda each: -since[each])
        return next((e for e in latest if since[e] > spoke and self._takes_up(line, e)), "")

    def _find_working(self, line: SpokenLine, partner: str) -> str:
        """Return the agent of whose work words are, if they begin to speak of it."""
        ready = [each for each in line.present if self.is_ready(each)]
        if len(ready) < 2 and partner in (*ready, ""):
            return ""
        if not partner:
            works = {each: self._works[each] for each in ready}
            return find_concerned(line.words, works, LIKELY_WORK)[0]
        factor = OWN_WORK if only_asks(line.words) else TOLD_WORK
        owner, stems = find_concerned(line.words, self._works, factor)
        if owner not in ready or is_of_partner(line.words, stems) or self._is_answer(line, partner):
            return ""
        of_talk = self._takes_up(line, partner) or self._takes_up(line, line.speaker)
        return "" if of_talk else owner

    def _is_answer(self, line: SpokenLine, partner: str) -> bool:
        asker = self._open.get(line.speaker, ("", 0.0))[0]
        return asker == partner and not only_asks(line.words)

    def _takes_up(self, line: SpokenLine, other: str) -> bool:
        return takes_up(line.words, self._words.get(other, ("", 0.0))[0])

    def _find_partner(self, line: SpokenLine, now: float, within: float) -> str:
        debt = self._debts.get(line.speaker)
        if debt and debt.to in line.present:
            return debt.to
        partner, at = self._partners.get(line.speaker, ("", 0.0))
        return partner if partner in line.present and now - at < within else ""

    def _choose_evenly(self, present: Collection[str]) -> list[str]:
        """Return the agent that has been silent for longest; of several the first by name.

        One that rests only if all do.
        """
        ready, silent = sorted(filter(self.is_ready, present)), float("-inf")
        return sorted(ready, key=lambda e: (self._rests[e](), self._spoke.get(e, silent)))[:1]

    def is_ready(self, name: str) -> bool:
        """Return whether `name` is an agent that could answer now."""
        return name in self._ready and self._ready[name]()

    def _note_speaker(self, line: SpokenLine, answering: Sequence[str], now: float) -> None:
        speaker, of_agent = line.speaker, self.is_agent(line.speaker)
        self._spoke[speaker], self._words[speaker] = now, (line.words, now)
        self._open.pop(speaker, None)
        debt = self._debts.pop(speaker, None)
        called = find_called(line.words, line.present)
        to = next(iter(answering), debt.to if debt else "")
        if of_agent:
            asked = self._find_asked(line, called, to)
        else:
            asked = next(filterfalse(self.is_agent, called), "")
            to = to or asked
            self._before.pop(speaker, None)
            self._people[line.place] = speaker
        if to:
            self._partners[speaker] = to, now
        if asked in line.present:
            self._turn_to(asked, speaker, now)

    def _find_asked(self, line: SpokenLine, called: Sequence[str], to: str) -> str:
        """Return the person whom an agent's words ask something; empty: nobody.

        A question without a name that is no answer is for the one who spoke last.
        """
        if known := self._questions.get(line.words, ""):
            return known
        whom = (*called, *filter(None, [to]), self._people.get(line.place, ""))[0]
        return "" if self.is_agent(whom) or not wants_answer(line.words) else whom

    def _turn_to(self, person: str, speaker: str, now: float) -> None:
        """Note that a person is spoken to, who may have been talking with somebody else."""
        partner = self._partners.get(person)
        if partner and partner[0] != speaker:
            self._before[person] = partner
        self._partners[person] = speaker, now
        if self.is_agent(speaker):
            self._open[person] = speaker, now

    def tell(self, hearer: str, clause: str, now: datetime) -> None:
        """Take note that an agent has told news to `hearer`."""
        if not self.is_agent(hearer):
            self._told[hearer, clause] = now

    def list_told(self, hearer: str, since: datetime) -> frozenset[str]:
        """Return the news that agents have told a person since then."""
        return frozenset(
            clause for (who, clause), at in self._told.items() if who == hearer and at >= since
        )
