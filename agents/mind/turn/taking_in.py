"""How an agent takes in what a person says: an answer, a feeling, a favour, what weighs on them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from agents.memory.core.records import Experience
from agents.memory.language.normalize import mentions_name
from agents.mind.manners.manners import Manners
from agents.mind.manners.moves.answered import list_behind
from agents.mind.manners.social_lines import Encounter
from agents.mind.speech.candidates import EXACT, Candidate, Origin
from agents.mind.speech.kinds import found_by
from agents.mind.speech.messages import find_message
from agents.mind.speech.questions import find_favour
from agents.mind.speech.statements.deeds import find_advised_deed
from agents.mind.speech.statements.feelings import find_feeling, is_correction
from agents.mind.speech.statements.jokes import asks_itself
from agents.mind.speech.statements.protests import read_protest
from agents.mind.speech.statements.remarks import find_remark_kind
from agents.mind.speech.told.forms import read_answer_form, read_told_form
from agents.mind.voice.asking import remove_address
from agents.mind.voice.courtesies import asks, is_farewell, is_greeting
from agents.prose import split_sentences
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.boundaries import Perception
from world.nature import Nature

#: How well it fits to say that something was heard; what the voice has for the words fits better.
ATTENDS = 0.5

#: To take in an answer to its own question fits better than a line for nearly these words.
ANSWERED = 0.72

#: To take in what answers it only by its place, behind the question.
ANSWERED_LAST = 0.64

#: What is written behind its question for whatever is answered, where nobody knows of which kind
#: the line is, or it may be of a trouble: it fits less than what weighs on somebody.
ANSWERED_BEHIND = 0.85

#: To say something else to such an answer, a line has to answer as likely as that. Of 56 lines for
#: what visitors answered to an agent's question, between 0.4 and 0.6, readers called 4 answers and
#: 44 beside the point; at 0.6 and above it was 7, and 16 of 29 (decision 0129).
SURELY = 0.75

#: Who answers in so many words often tells something of its own. Of three lines for such answers
#: the one at 0.73 fitted, those at 0.57 and 0.63 did not: few, so that it is but a little less.
LONG_ANSWER, SURELY_LONG = 12, 0.7

#: To put off what is asked of it fits better than what is only near to it.
DECLINES = 0.6

#: To pass something on is granted, whatever it is about.
GRANTS = 0.95

#: What costs nothing is granted, unless there is a line for just that.
ALLOWS = 0.89

#: What it has offered it keeps; a story that is asked for is told, also when that is asked again.
KEEPS, TELLS = 1.2, 0.97

#: Who bids the agent remind them of something hears that it will, whatever else is near to it.
REMINDS = 1.3

#: To answer one who disagrees, or says something of the agent, fits better than a line for words
#: that are only near.
REMARKED = 0.7

#: To answer a feeling fits better than what is near to the words alone.
FEELS = 0.8

#: Nothing else but what was written for just that answers what weighs on somebody.
CARES = 0.94

#: But for an exchange that is near to just that in meaning, and of the same kind: of several the
#: nearest, and rather one that denies as much.
CARES_JUST_SO, NEARER, DENIES = 0.945, 0.004, 0.002

#: Who asks whether they should do it is not only comforted.
ADVISES = 0.95

#: Who goes on after a worry may speak of something else: what fits that goes before.
LISTENS = 0.74

#: Nothing else answers words that put right what was said: not what is near to a name in them.
PUT_RIGHT = 0.96

#: What is written for a form of statement fits better than a line for any, and less than what
#: likely answers these words; to an answer it says more than that one has heard it.
FORMED, FORMED_ANSWER = 0.62, 0.73

#: Of somebody whom they miss one tells more behind a worry: to that one does more than listen.
GOES_ON, FORMED_ON = frozenset(("fond", "years")), 0.76

#: Who says that nothing is the matter corrects what was heard in their words, and not what they
#: told.
DENIED = 0.97

#: One who begins with a greeting is greeted, unless there is a line for just the rest.
GREETS = 0.76

#: A greeting is not given twice, whatever the voice has for it.
GREETED = 2.0

#: What a voice is asked for where somebody who takes leave also gives thanks.
GOODBYE = "Goodbye."

_DENIES = late_pattern(r"\b(?:not|never|no)\b|n['’]t\b", re.IGNORECASE)


def may_follow_answer(said: Candidate, words: str) -> bool:
    """Return whether something may be said to an answer: what is written for such words, or behind
    the question. What one knows of a thing in them, or was told before, is beside them."""
    if said.origin is Origin.VOICE and said.wording:
        least = SURELY_LONG if len(words.split()) >= LONG_ANSWER else SURELY
        return said.chance >= least or said.fit >= EXACT
    if said.origin in (Origin.VOICE, Origin.PROFILE):
        return said.found == found_by.BEHIND_SAID
    return said.origin is not Origin.MEMORY


@late_dataclass(frozen=True, slots=True)
class TakingIn:
    """Finds what one agent may say to that, by its manners."""

    manners: Manners

    def attend(self, question: Perception, words: str, here: Encounter) -> Iterator[Candidate]:
        """Yield how it takes in an answer, a feeling, or a favour that is asked."""
        found = self.manners.attend(words, question.actor or "", here)
        private = question.nature is not Nature.SPEECH and found and found.is_gesture
        if found and not private:
            told = is_farewell(words) and not found.is_gesture  # it comes back to what they said
            meeting = self.manners.lines.company.find_meeting(question.actor or "", here.now)
            answered = ANSWERED if self.manners.answers_own(words, meeting, here) else ATTENDS
            if answered == ATTENDS and self.manners.answers_last(words, meeting, here):
                answered = ANSWERED_LAST
            fit = GREETED if is_greeting(words) or told else answered
            how = found_by.TAKEN_IN
            behind = list_behind(meeting.last_own, question.actor or "", self.manners.lines, here)
            if found in behind:
                fit, how = max(fit, ANSWERED_BEHIND), found_by.BEHIND_ASKED
            yield Candidate(found.text, Origin.MANNERS, fit, found.is_gesture, how)
        bare = remove_address(words, self.manners.me)
        yield from self._answer_reminder(bare, question.actor or "", here)
        yield from self._greet_first(bare, question.actor or "", here)
        yield from self._keep_offer(bare, question.actor or "", here)
        yield from self._take_up(bare, question.actor or "", here)
        yield from self._answer_shown(bare, question.actor or "", here)
        if favour := self.manners.declining.decline(words, question.actor or "", here):
            fit = GRANTS if find_message(words)[0] else DECLINES
            fit = ALLOWS if find_favour(words) in ("comfort", "disturb", "remember") else fit
            yield Candidate(favour.text, Origin.MANNERS, fit, found=found_by.FAVOUR)

    def _answer_shown(self, words: str, partner: str, here: Encounter) -> Iterator[Candidate]:
        """Yield the answer to a feeling, a remark or a correction."""
        felt = self.manners.feel(words, partner, here)
        if felt is None:
            return
        fit = REMARKED if find_remark_kind(words) and not find_feeling(words) else FEELS
        meeting = self.manners.lines.company.find_meeting(partner, here.now)
        protests = read_protest(words, meeting.last_own) is not None
        righted = self.manners.declining.find_righted(words, partner, here)
        protests = protests or righted is not None
        # A riddle that answers itself asks nothing, whatever stands in it.
        fit = PUT_RIGHT if protests or is_correction(words) or asks_itself(words) else fit
        shown = find_feeling(words) or find_remark_kind(words)
        found = f"{found_by.SHOWN}: {shown}" if shown and not protests else found_by.SHOWN
        text = felt.text
        if shown == "thanks" and is_farewell(words):
            goodbye = self.manners.lines.find_meant(GOODBYE, partner, here)
            text = f"{text} {goodbye.text}" if goodbye and not goodbye.is_gesture else text
        yield Candidate(text, Origin.MANNERS, fit, found=found)

    def _answer_reminder(self, words: str, partner: str, here: Encounter) -> Iterator[Candidate]:
        """Yield the promise to remind them of something, or what it was."""
        if said := self.manners.reminding.answer(words, partner, here):
            yield Candidate(said.text, Origin.MANNERS, REMINDS, found=found_by.REMINDER)

    def _greet_first(self, words: str, partner: str, here: Encounter) -> Iterator[Candidate]:
        """Yield a greeting for one who begins with one and goes on: "Good evening. I am Ada." """
        lines = self.manners.lines
        greeting, *rest = split_sentences(words) or [""]
        meeting = lines.company.find_meeting(partner, here.now)
        if meeting.mine or not rest or not is_greeting(greeting) or asks(words):
            return
        said = lines.find_meant(greeting, partner, here)
        said = said or lines.choose_text("manners.greet.back", partner, here)
        yield Candidate(
            said.text, Origin.MANNERS, GREETS, found="a greeting that begins their words"
        )

    def _take_up(self, words: str, partner: str, here: Encounter) -> Iterator[Candidate]:
        """Yield what the voice has for the form of what somebody tells of themselves."""
        lines = self.manners.lines
        meeting = lines.company.find_meeting(partner, here.now)
        answers = self.manners.answers_last(words, meeting, here)
        may_be_short = answers and not self.manners.asked_for_kind(meeting)
        told = (read_answer_form(words) if may_be_short else None) or read_told_form(words)
        formed = lines.take_up(told, partner, here) if told else None
        if told is None or formed is None:
            return
        fit = FORMED_ON if told.form in GOES_ON else FORMED_ANSWER if answers else FORMED
        yield Candidate(formed.text, Origin.VOICE, fit, found=found_by.FORM_OF_TOLD)

    def leave_out_unlikely(
        self, found: Iterable[Candidate], words: str, partner: str, here: Encounter
    ) -> list[Candidate]:
        """Return `found` without what hardly answers, if `words` answer the agent's own question.

        To what somebody was asked for they say things of all kinds, in few words, and some line of
        the voice is near to nearly all of them.
        """
        meeting = self.manners.lines.company.find_meeting(partner, here.now)
        if not self.manners.answers_last(words, meeting, here):
            return list(found)
        return [each for each in found if may_follow_answer(each, words)]

    def _keep_offer(self, words: str, partner: str, here: Encounter) -> Iterator[Candidate]:
        """Yield a story that was offered and is taken up, or that is asked for."""
        offers = self.manners.offers
        meeting = self.manners.lines.company.find_meeting(partner, here.now)
        if kept := offers.keep(words, meeting, here):
            yield Candidate(kept.text, Origin.VOICE, KEEPS, found="a story that it offered")
        elif named := offers.tell_named(words, meeting, here):
            yield Candidate(named.text, Origin.VOICE, TELLS, found="the story that is asked for")
        elif told := offers.tell(words, meeting, here):
            yield Candidate(told.text, Origin.VOICE, TELLS, found=found_by.STORY_ASKED_FOR)

    def care(self, question: Perception, words: str, here: Encounter) -> Iterator[Candidate]:
        """Yield what is said to a worry of theirs, and advice."""
        caring, partner = self.manners.caring, question.actor or ""
        words = remove_address(words, self.manners.me)
        yield from self._advise_deed(words, partner, here)
        disagrees = find_remark_kind(words) == "disagreement"
        if not disagrees and (cared := caring.care(words, partner, here)):
            fit = DENIED if cared.denied else LISTENS if cared.goes_on else CARES
            yield Candidate(cared.line.text, Origin.MANNERS, fit, found=found_by.WEIGHS)
        if advised := caring.advise(words, partner, here):
            yield Candidate(advised.text, Origin.MANNERS, CARES, found=found_by.ADVICE)

    def _advise_deed(self, words: str, partner: str, here: Encounter) -> Iterator[Candidate]:
        """Yield advice on what somebody asks whether they should do it: "Should I tell her?"

        Whether to wake another agent is no matter of theirs.
        """
        deed, agents = find_advised_deed(words), self.manners.floor.agents
        if not deed or any(mentions_name(words, each) for each in agents):
            return
        if advised := self.manners.lines.find_own(f"advice {deed}", partner, here):
            found = f"{found_by.ADVICE_ON_DEED}: {deed}"
            yield Candidate(advised.text, Origin.MANNERS, ADVISES, found=found)


def is_denied(words: str) -> bool:
    """Return whether something is denied in words."""
    return _DENIES.search(words) is not None


def rate_written_worry(written: Candidate, denies: bool) -> float:
    """Return the fit of an exchange for just such a worry as is told; `denies`: in words with not.

    "I am rather tired" is rather answered as "I am so tired" than as "I am not tired".
    """
    same = denies == is_denied(written.near)
    return CARES_JUST_SO + NEARER * min(written.fit, 1.0) - (0 if same else DENIES)


def cut_behind(memories: Sequence[Experience], heard: Perception) -> Sequence[Experience]:
    """Return `memories` up to that of `heard`: what came later gets a turn of its own."""
    for at in range(len(memories) - 1, -1, -1):
        if memories[at].speaker == heard.actor and memories[at].text == heard.text:
            return memories[: at + 1]
    return memories
