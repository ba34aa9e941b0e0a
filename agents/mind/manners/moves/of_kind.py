"""What an agent says to a line for being of its kind, and what it does not say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agents.mind.manners.asking.told_kinds import read_told_kinds
from agents.mind.manners.moves.answered import find_last_question
from agents.mind.manners.social_lines import Encounter, SocialLines
from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.kinds import found_by
from agents.mind.speech.kinds.certain import make_certain
from agents.mind.speech.kinds.fitting import leave_out_unlike
from agents.mind.speech.kinds.line_kinds import Likely, LineKinds, sum_likely
from agents.mind.speech.kinds.names import FAVOURS, FOLLOWING, NEWS, PLAY, QUESTIONS, TROUBLES
from agents.mind.speech.kinds.written import prefer_behind, prefer_written
from agents.mind.speech.told.asking.answer_readings import NO_ANSWERS, AnswerReadings
from agents.mind.voice.asking import remove_address
from agents.mind.voice.courtesies import is_farewell, wants_answer
from agents.mind.voice.voice import VoiceLine
from late.late_dataclass import late_dataclass

#: A line for the kind is said from this likelihood on; from the second on it is surely of it, and
#: play is only met as play then: to laugh at what is meant is worse than to say little.
LIKELY, SURELY = 0.4, 0.6

#: What is of one kind of news or another, so likely in all, may be met as the likeliest of them.
NEWS_AT_LEAST, LIKELIEST_AT_LEAST = 0.55, 0.25

#: A line for the kind fits better than what is written for the form of a sentence; where it is
#: surely of that kind, better than one for any answer, and less than what answers the words.
FITS, FITS_SURELY = 0.63, 0.735

#: What is asked wants an answer of its own: a line for the kind is better than not to know.
ASKED = frozenset((*QUESTIONS, *FAVOURS, *FOLLOWING))
FITS_ASKED = 0.475

#: What tells of anything has nothing to be met but the form of its sentence, which says more.
BARE = frozenset(("fact", "story", "did"))
FITS_BARE = 0.56

#: So many lines are offered to a reader for the likeliest kinds, each from this likelihood on.
OFFERED, OFFERED_FROM = (4, 2, 2, 1), 0.04

#: The kinds of lines that tell what is not asked then, of `known_kinds.OPEN`.
TOLD_BY = {"trade": "trade", "home": "origin", "here": "errand"}

#: What nobody passes over who hears it, whatever else is asked with it.
WEIGHTY = TROUBLES | {"joy", "excited"}

#: A word before an answer has at most so many letters.
SHORT = 60

#: How lines of a voice for a kind are marked, and the beginning of a text's key for one.
SAID, TEXT = "said", "kinds."


@late_dataclass(frozen=True, slots=True)
class OfKind:
    """Answers for one agent."""

    kinds: LineKinds
    lines: SocialLines
    answers: AnswerReadings = NO_ANSWERS
    """Finds what answers questions in what is said."""

    async def listen(self, words: str, partner: str, here: Encounter) -> None:
        """Prepare to know the kinds of `words`, and whether they answer a question."""
        line, before = self._read_line(words, partner, here)
        await self.kinds.hear(line, before)
        likely = self.kinds.find(line, before)
        told = self.lines.company.find_meeting(partner, here.now).told
        told |= {known for kind, known in TOLD_BY.items() if likely.get(kind, 0.0) >= SURELY}
        told |= await read_told_kinds(line, self.lines.list_known_kinds(partner), self.answers)
        if question := find_last_question(before):
            await self.lines.acts.hear_both(line, [question])

    def complete(
        self, found: Sequence[Candidate], words: str, partner: str, here: Encounter
    ) -> list[Candidate]:
        """Return `found` without what is for lines of other kinds, and with a line for the kind.

        Where an exchange is for just these words, that goes before all lines for a kind.
        """
        likely = self.find(words, partner, here)
        fitting = [*leave_out_unlike(found, likely), *self._answer(likely, partner, here)]
        fitting = prefer_behind(fitting, likely)
        return fitting if is_farewell(words) else prefer_written(fitting, likely)

    def offer(self, words: str, partner: str, here: Encounter) -> Iterator[Candidate]:
        """Yield lines for the kinds that `words` are likeliest of: a reader tells which fit."""
        likely = self.find(words, partner, here)
        kinds = sorted(likely, key=likely.__getitem__, reverse=True)
        for kind, count in zip(kinds, OFFERED, strict=False):
            if likely[kind] < OFFERED_FROM:
                return
            for said in self.lines.sample_own(f"{SAID} {kind}", partner, here, count):
                fit = likely[kind] * FITS
                yield Candidate(said.text, Origin.MANNERS, fit, found=f"{found_by.OF_KIND}: {kind}")

    def find(self, words: str, partner: str, here: Encounter) -> Likely:
        """Return how likely `words` are of each kind; empty: nobody knows."""
        return make_certain(words, self.kinds.find(*self._read_line(words, partner, here)))

    def take_in(self, words: str, partner: str, here: Encounter) -> str:
        """Return a short word for what `words` surely tell, if nobody passes that over; or empty.

        They have been listened to.
        """
        likely = self.find(words, partner, here)
        kind = max(likely, key=likely.__getitem__, default="")
        if kind not in WEIGHTY or likely[kind] < SURELY:
            return ""
        own = [*map(VoiceLine, here.voice.voice.list_for(f"{SAID} {kind}"))]
        said = own or self.lines.list_text(f"{TEXT}{kind}", partner)
        short = [each for each in said if len(each.text) <= SHORT and _tells(each)]
        chosen = self.lines.choose_among(short, partner, here)
        return chosen.text if chosen else ""

    def _read_line(self, words: str, partner: str, here: Encounter) -> tuple[str, str]:
        """Return the line without the agent's own name, and what it said to its partner before."""
        company = self.lines.company
        before = company.find_meeting(partner, here.now).last_own
        return remove_address(words, company.me), before

    def _answer(self, likely: Likely, partner: str, here: Encounter) -> Iterator[Candidate]:
        kind = max(likely, key=likely.__getitem__, default="")
        fit = _find_fit(kind, likely)
        said = self._choose(kind, partner, here) if fit else ""
        if said:
            yield Candidate(said, Origin.MANNERS, fit, found=f"{found_by.OF_KIND}: {kind}")

    def _choose(self, kind: str, partner: str, here: Encounter) -> str:
        if own := self.lines.find_own(f"{SAID} {kind}", partner, here):
            return own.text
        key = f"{TEXT}{kind}"
        if not self.lines.list_text(key, partner):
            return ""
        new = self.lines.choose_new(key, partner, here)
        return new.text if new else ""


def _tells(line: VoiceLine) -> bool:
    return not line.is_gesture and not wants_answer(line.text)


def _find_fit(kind: str, likely: Likely) -> float:
    """Return how well a line for the likeliest kind fits; 0: it may be of too many others."""
    share = likely.get(kind, 0.0)
    if share < LIKELY:
        of_news = kind in NEWS and sum_likely(likely, NEWS) >= NEWS_AT_LEAST
        return FITS_BARE if of_news and share >= LIKELIEST_AT_LEAST else 0.0
    if kind in PLAY and share < SURELY:
        return 0.0
    if kind in ASKED:
        return FITS_ASKED
    if kind in BARE:
        return FITS_BARE
    return FITS_SURELY if share >= SURELY else FITS
