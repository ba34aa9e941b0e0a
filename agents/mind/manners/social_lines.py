"""The lines that an agent has for somebody here: from its voice, else from ``text/manners.md``."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Set
from dataclasses import field
from datetime import datetime, timedelta

from agents.mind.manners.asking.agreeing import agree_with
from agents.mind.manners.asking.known_kinds import asks_for, find_known
from agents.mind.manners.asking.moulds import Mould, Moulds
from agents.mind.manners.company import Company
from agents.mind.speech.told.acts import SpokenActs
from agents.mind.speech.told.forms import ToldOf
from agents.mind.vocabulary import Vocabulary
from agents.mind.voice.conditions import VoiceMoment, find_weather
from agents.mind.voice.retrieval import FittingRemark, VoiceIndex
from agents.mind.voice.voice import ConditionKind, VoiceLine
from late.late_dataclass import late_dataclass
from world.boundaries import Situation
from world.nature import Nature
from world.vault.texts import Texts

#: The same words are not said again to the same hearer within this time: a day of the world.
SAME_AGAIN = timedelta(hours=1)

#: A remark with which a talk begins, or that fits a place, is not made again so soon.
REMARKED_AGAIN = timedelta(hours=4)

#: How a line of a voice is marked that is for a form of what is told: ``told duty``.
TOLD_FORM = "told"

#: What parts a line of a text from what is said to an answer.
BEHIND = "=>"

#: An exchange answers another agent's words if it is at least so near: those were written for it.
MEANT = 0.6


@late_dataclass(frozen=True, slots=True)
class Encounter:
    """A moment in company: where the agent is, and what it has to speak with."""

    situation: Situation
    voice: VoiceIndex
    hour: str
    """The part of the day; empty if it is not known."""
    now: datetime
    monotonic: float
    home: str = ""


@late_dataclass(slots=True)
class SocialLines:
    """Finds lines that their hearer has not heard of late."""

    company: Company
    texts: Texts
    vocabulary: Vocabulary
    rng: random.Random
    moulds: Moulds = field(default_factory=Moulds)
    spoken: SpokenActs | None = None
    """Knows kinds of what is said by their examples; None: there are none."""

    @property
    def acts(self) -> SpokenActs:
        """What knows of which kind a sentence is."""
        if self.spoken is None:
            self.spoken = SpokenActs(self.texts)
        return self.spoken

    def find_meant(self, words: str, partner: str, here: Encounter) -> VoiceLine | None:
        """Return the answer of the exchange that was written for these words."""
        near = here.voice.rank_exchanges(words, _make_moment(here, words))
        answers = (one for each in near[:1] if each.score >= MEANT for one in each.exchange.answers)
        return next(self._list_fresh(answers, partner, here), None)

    def find_opener(self, partner: str, here: Encounter) -> VoiceLine | None:
        """Return a remark that is made for `partner` alone, with which a talk can begin."""
        alone = len(here.situation.occupants) == 1
        fresh = self._list_remarks("with", partner, partner, here)
        return self._choose([each for each in fresh if alone or partner in each.text])

    def find_remark(self, about: str, partner: str, here: Encounter) -> VoiceLine | None:
        """Return a remark that stands under ``about`` and this word."""
        return self._choose(self._list_remarks("about", about, partner, here))

    def find_new_remark(self, about: str, partner: str, here: Encounter) -> VoiceLine | None:
        """Return such a remark that nobody has heard of late."""
        since, said = here.now - SAME_AGAIN, self.company.said
        used = {each.words.casefold() for each in said if each.at >= since}
        found = self._list_remarks("about", about, partner, here)
        return self._choose([each for each in found if each.text.casefold() not in used])

    def choose_text(self, key: str, partner: str, here: Encounter, **values: str) -> VoiceLine:
        """Return one of the lines of a text: one that `partner` has not heard if there is one,
        else of those that it has not heard from the agent the one that is longest ago."""
        read = self._read_text(key, partner, **values)
        fresh = list(self._list_fresh([each for _, each in read], partner, here))
        heard = [(mould, each) for mould, each in read if each in fresh] or read
        least = min(self.moulds.rank(mould.line, partner) for mould, _ in heard)
        mould, said = self.rng.choice(
            [each for each in heard if self.moulds.rank(each[0].line, partner) == least]
        )
        self.moulds.offer(said.text, mould)
        return said

    def choose_new(
        self, key: str, partner: str, here: Encounter, **values: str
    ) -> VoiceLine | None:
        """Return such a line of whose mould `partner` has heard nothing, from nobody; or None."""
        read = self._read_text(key, partner, **values)
        new = [each for each in read if not self.moulds.rank(each[0].line, partner)]
        fresh = list(self._list_fresh([each for _, each in new], partner, here))
        left = [(mould, each) for mould, each in new if each in fresh]
        if not left:
            return None
        mould, said = self.rng.choice(left)
        self.moulds.offer(said.text, mould)
        return said

    def list_text(self, key: str, partner: str) -> list[VoiceLine]:
        """Return the lines of a text with the partner's name in them; none if there is no such."""
        known = key in self.texts.keys()  # noqa: SIM118
        return [each for _, each in self._read_text(key, partner)] if known else []

    def list_behind(self, key: str, mould: Mould, partner: str) -> Iterator[VoiceLine]:
        """Yield what a text has behind a line that was said: ``line => what is said to an answer``,
        one to a row."""
        for row, said in self._read_text(key, partner, gist=mould.gist):
            line, reply = row.line.partition(BEHIND)[0], said.text.partition(BEHIND)[2]
            if line.strip() == mould.line.strip() and reply:
                yield _read_line(reply)

    def _read_text(self, key: str, partner: str, **values: str) -> list[tuple[Mould, VoiceLine]]:
        """Return the lines of a text, each with its mould."""
        raw = [each for each in self.texts.raw(key).split("\n") if each.strip()]
        said = [
            each for each in self.texts.say(key, name=partner, **values).split("\n") if each.strip()
        ]
        gist = values.get("gist", "")
        return [
            (Mould(key, line, gist), _read_line(agree_with(each, gist)))
            for line, each in zip(raw, said, strict=True)
        ]

    def choose_own(
        self, occasion: str, key: str, partner: str, here: Encounter, **values: str
    ) -> VoiceLine:
        """Return a line of the voice for an occasion, else one of a text, with `values`."""
        own = map(VoiceLine, here.voice.voice.list_for(occasion))
        fresh = self._choose(list(self._list_fresh(own, partner, here)))
        return fresh or self.choose_text(key, partner, here, **values)

    def find_own(self, occasion: str, partner: str, here: Encounter) -> VoiceLine | None:
        """Return a line of the voice for an occasion that `partner` has not heard of late."""
        own = map(VoiceLine, here.voice.voice.list_for(occasion))
        return self._choose(list(self._list_fresh(own, partner, here)))

    def sample_own(
        self, occasion: str, partner: str, here: Encounter, count: int
    ) -> list[VoiceLine]:
        """Return at most `count` lines as `find_own` chooses among."""
        own = map(VoiceLine, here.voice.voice.list_for(occasion))
        fresh = list(self._list_fresh(own, partner, here))
        return self.rng.sample(fresh, min(count, len(fresh)))

    def choose_among(
        self, lines: Iterable[VoiceLine], partner: str, here: Encounter
    ) -> VoiceLine | None:
        """Return one of `lines` that `partner` has not heard of late; None: there is none."""
        return self._choose(list(self._list_fresh(lines, partner, here)))

    def take_up(self, told: ToldOf, partner: str, here: Encounter) -> VoiceLine | None:
        """Return what the voice says to what `partner` told; of its lines for that form the one
        that they have not heard, or heard longest ago; None: it has none that can be said."""
        lines = here.voice.voice.list_for(f"{TOLD_FORM} {told.form}")
        filled = {VoiceLine(words): each for each in lines if (words := told.fill(each))}
        fresh = list(self._list_fresh(filled, partner, here))
        if not fresh:
            return None
        ranks = {each: self.moulds.rank(filled[each], partner) for each in fresh}
        least = min(ranks.values())
        said = self.rng.choice([each for each in fresh if ranks[each] == least])
        gist = told.thing or told.who
        self.moulds.offer(said.text, Mould(f"{TOLD_FORM}.{told.form}", filled[said], gist))
        return said

    def find_key(self, key: str, kind: str | None) -> str:
        """Return the key of the text for this kind, if there is one of its own."""
        own = f"{key}.{kind}"
        return own if own in self.texts.keys() else key  # noqa: SIM118

    def write(self, said: VoiceLine | None) -> str:
        """Return the command that says a line; empty for none."""
        if said is None:
            return ""
        nature = Nature.GESTURE if said.is_gesture else Nature.SPEECH
        return next(iter(self.vocabulary.command_lines(nature, (said.text,))), "")

    def list_known_kinds(self, partner: str) -> Set[str]:
        """Return the kinds of what is known of a partner and need not be asked, of `OPEN`."""
        company = self.company
        clauses = (each.clause for each in company.tidings.list_heard_of(partner))
        known = find_known(company.tales, partner, clauses)
        meeting = company.meetings.get(partner)
        return known | meeting.told if meeting else known

    def _list_remarks(
        self, kind: ConditionKind, value: str, partner: str, here: Encounter
    ) -> list[VoiceLine]:
        fitting = here.voice.list_fitting_remarks(_make_moment(here, value))
        lines = (each.remark.line for each in fitting if _asks_for(each, kind, value))
        return list(self._list_fresh(lines, partner, here, REMARKED_AGAIN))

    def _list_fresh(
        self,
        lines: Iterable[VoiceLine],
        partner: str,
        here: Encounter,
        again: timedelta = SAME_AGAIN,
    ) -> Iterator[VoiceLine]:
        since, has_said = here.now - again, self.company.has_said
        known = self.list_known_kinds(partner)
        yield from (
            each
            for each in lines
            if not has_said(each.text, partner, since) and not asks_for(each.text, known)
        )

    def _choose(self, lines: list[VoiceLine]) -> VoiceLine | None:
        return self.rng.choice(lines) if lines else None


def _make_moment(here: Encounter, about: str) -> VoiceMoment:
    situation = here.situation
    weather = find_weather(situation)
    return VoiceMoment(situation.place, situation.occupants, here.hour, about, weather)


def _asks_for(fitting: FittingRemark, kind: ConditionKind, value: str) -> bool:
    return any((each.kind, each.value) == (kind, value) for each in fitting.remark.conditions)


def _read_line(line: str) -> VoiceLine:
    bare = line.strip()
    gesture = len(bare) > 2 and bare[0] == bare[-1] == "*"
    words = bare.strip("*") if gesture else bare[:1].upper() + bare[1:]
    return VoiceLine(words, gesture)
