"""What an agent says to one who asks for what they told it, in words of their own."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from agents.memory.language.stems import stem_words
from agents.memory.language.words import STOP_WORDS
from agents.memory.summarization.second_reading.checks import NO_CHECKS, SentenceChecks
from agents.mind.fallback.wordings import choose_wording
from agents.mind.manners.company import Company
from agents.mind.manners.tales import read_tale
from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.kinds import found_by
from agents.mind.speech.told.acts import SpokenActs
from agents.mind.speech.told.asking.matters import AskedMatters
from agents.mind.speech.told.asking.own_questions import (
    asks_of_hearer,
    goes_on_asking,
    names_asker,
    strip_beside,
)
from agents.mind.speech.told.asking.reader import NO_ASKING, AskingReader
from agents.mind.speech.told.discretion import leave_out_withheld
from agents.mind.speech.told.own_life import choose_clauses
from agents.mind.speech.told.reminders import asks_for_reminder, read_reminder
from agents.mind.speech.told.telling_back import Told, ToldLine, read_ahead, read_told
from agents.mind.speech.told.told_otherwise import ToldOtherwise
from agents.mind.voice.asking import is_question, remove_address
from agents.mind.voice.plain_talk import write_out
from agents.mind.voice.sentence_likeness import SentenceMeanings
from agents.prose import end_sentence, split_sentences
from world.vault.texts import Texts

#: What was told of just that goes before other answers from memory; what may be something else,
#: behind the answer that nothing was told of somebody; and that it was not told, before what is not
#: of the asker.
TOLD_JUST_SO, TOLD_NEARLY, UNTOLD = 1.35, 0.94, 0.66

#: So many things are told back to who asks for all at the most.
MOST_KEPT = 8

_EVER = datetime(2000, 1, 1, tzinfo=UTC)


class ToldMatters:
    """Answers for one agent from what people said aloud in its hearing."""

    def __init__(
        self,
        company: Company,
        texts: Texts,
        sentences: SentenceMeanings,
        acts: SpokenActs,
        reader: AskingReader = NO_ASKING,
        checks: SentenceChecks = NO_CHECKS,
    ) -> None:
        self._company = company
        self._texts = texts
        self._acts = acts
        self._last: tuple[Sequence[ToldLine], tuple[object, ...], Told] | None = None
        """What was read last: of which lines, for whose words and company."""
        self._matters = AskedMatters(texts, sentences, acts, _find_tale, reader)
        self._otherwise = ToldOtherwise(checks, texts)

    def asks_for_all(self, words: str) -> bool:
        """Return whether words ask for all that their speaker has told."""
        return self._matters.asks_for_all(remove_address(words, self._company.me))

    def list_own_life(self, words: str, partner: str, present: Sequence[str]) -> list[str]:
        """Return what `partner` told of their own life before these words, as clauses that are said
        to them, the most telling first."""
        told = self._read(words, partner, present)
        if {*present} - {partner}:
            told = self._leave_out_withheld(told, partner)
        return choose_clauses(told, self._acts, MOST_KEPT)

    async def listen(self, words: str, partner: str, present: Sequence[str]) -> None:
        """Prepare `answer` for words of `partner`."""
        bare = self._read_question(words, partner)
        await self._matters.listen(bare)
        asks, tells = self._matters.may_answer(bare), self._otherwise.may_hear(bare)
        if not (asks or tells):
            return
        await read_ahead(self._company.list_told(partner), (self._company.me, partner, *present))
        told = self._read(words, partner, present)
        if tells:
            alone = not {*present} - {partner}
            sayable = told if alone else self._leave_out_withheld(told, partner)
            await self._otherwise.listen(bare, partner, told, sayable)
        if not asks:
            return
        await self._matters.hear(bare, told)
        if self._matters.asks_for_all(bare):
            await self._acts.hear([each.words for each in told.sentences])

    def answer(self, words: str, partner: str, present: Sequence[str]) -> Candidate | None:
        """Return the answer, or that something is heard which they told otherwise before; None if
        `partner` asks for nothing of theirs and puts nothing right."""
        bare = self._read_question(words, partner)
        if righted := self._otherwise.answer(bare, partner, len(self._company.list_told(partner))):
            return righted
        if _is_of_reminder(bare) or not self._matters.may_answer(bare):
            return None
        told = self._read(words, partner, present)
        found = self._matters.answer(bare, told)
        if found is None or (not found.clauses and self._takes_up_own(bare, partner)):
            return None
        if {*present} - {partner} and found.clauses:
            known = self._matters.answer(bare, self._leave_out_withheld(told, partner))
            if known is None or known.clauses != found.clauses:
                sure = found.is_sure
                return self._keep_back(partner, len(told.sentences)) if sure else None
        if not found.clauses:
            words = self._texts.say("speech.not-told", name=partner)
            return Candidate(words, Origin.MEMORY, UNTOLD, found="nothing told of that")
        clause = " ".join(map(end_sentence, found.clauses)).rstrip(".")
        key = "speech.told.clause" if found.is_sure else "speech.told.nearly"
        key = "speech.told.value" if found.is_value else key
        values = {"clause": clause, "value": clause, "name": partner}
        fit = TOLD_JUST_SO if found.is_sure else TOLD_NEARLY
        words = choose_wording(self._texts, key, len(told.sentences), values)
        return Candidate(words, Origin.MEMORY, fit, found=found_by.TOLD_OF_THAT)

    def _read_bare(self, words: str, partner: str) -> str:
        """Return words without the agent's name, and without a question that only gives back the
        agent's own and is answered at once: "With my hands? Wire and ribbon." """
        bare, meeting = remove_address(words, self._company.me), self._company.meetings.get(partner)
        first, *rest = split_sentences(bare) or [""]
        if meeting is None or not is_question(first) or not rest or is_question(rest[0]):
            return bare
        echoed = set(stem_words(first)) - STOP_WORDS
        return " ".join(rest) if echoed and echoed <= {*stem_words(meeting.last_own)} else bare

    def _read_question(self, words: str, partner: str) -> str:
        """Return words as `_read_bare` does; behind the question before them, where they only go on
        with that: "And how old?" """
        bare = self._read_bare(words, partner)
        if not goes_on_asking(bare):
            return bare
        told = self._company.list_told(partner)
        before = told[-2:-1] if told and _holds_words(told[-1].words, words) else told[-1:]
        asked = [each for line in before for each in split_sentences(line.words)][-1:]
        own = [each for each in asked if is_question(each) and not asks_of_hearer(each)]
        return " ".join((*own, bare))

    def _takes_up_own(self, words: str, partner: str) -> bool:
        """Return whether a question takes up what the agent said last, and nothing of the asker's:
        "I came for a week." – "And how long has the week got to be?" """
        meeting = self._company.meetings.get(partner)
        asking = "".join([each for each in split_sentences(words) if is_question(each)][-1:])
        recalls = strip_beside(asking) != asking  # "…, do you remember?"
        if meeting is None or recalls or names_asker(asking):
            return False
        taken_up = {*stem_words(asking)} & {*stem_words(meeting.last_own)}
        return bool(taken_up - STOP_WORDS)

    def _leave_out_withheld(self, told: Told, partner: str) -> Told:
        """Return what was told as it may be said before others than `partner`."""
        return leave_out_withheld(told, self._company.list_told(partner), partner, self._acts)

    def _keep_back(self, partner: str, turn: int) -> Candidate:
        values = {"name": partner}
        said = choose_wording(self._texts, "speech.acquainted.discreet", turn, values)
        return Candidate(said, Origin.MEMORY, TOLD_JUST_SO, found=found_by.NOT_BEFORE_OTHERS)

    def _read(self, words: str, partner: str, present: Sequence[str]) -> Told:
        """Return what `partner` told before these words: they are no answer to themselves.

        It is read once for a turn, as 120 lines take some 25 ms.
        """
        told = self._company.list_told(partner)
        asked = words, partner, tuple(present)
        if self._last is None or self._last[0] is not told or self._last[1] != asked:
            asks = told and _holds_words(told[-1].words, words)
            strangers = (self._company.me, partner, *present, *self._company.meetings)
            found = read_told(told[:-1] if asks else told, strangers)
            self._last = told, asked, found
        return self._otherwise.leave_out_over(self._last[2], partner)


def _is_of_reminder(words: str) -> bool:
    """Return whether words bid the agent remind them of something, or ask for that."""
    return read_reminder(words) is not None or asks_for_reminder(words)


def _holds_words(line: str, words: str) -> bool:
    """Return whether a line has `words`, as it was said or as either is read, which leaves out "So"
    and "Hey" before it."""
    lines = (line, write_out(line))
    return any(
        said.casefold() in told.casefold() for told in lines for said in (words, write_out(words))
    )


def _find_tale(sentence: str) -> str:
    tale = read_tale(sentence, "", _EVER)
    return tale.kind if tale else ""
