"""Meeting what weighs on a person: concern first, then a question about it; advice, and hope.

A worry stays open for a while: what is said of the same one goes on with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta

from agents.mind.fallback.small_talk import extract_speech
from agents.mind.manners.asking.moulds import Mould
from agents.mind.manners.company import HeardLine
from agents.mind.manners.social_lines import Encounter, SocialLines
from agents.mind.speech.questions import find_favour, wants_to_know
from agents.mind.speech.told.people import Relative
from agents.mind.speech.told.telling_back import Told, ToldLine, ToldSentence, read_told
from agents.mind.speech.told.worries import (
    WorryKind,
    asks_advice,
    asks_for_hope,
    find_worry,
)
from agents.mind.voice.courtesies import asks, is_farewell
from agents.mind.voice.voice import VoiceLine
from late.late_dataclass import late_dataclass

#: What was told within this time is what they talk about; and what they may still ask advice for.
TALKED_OF, OPEN = timedelta(minutes=3), timedelta(minutes=40)

#: An agent asks so many questions about one worry.
MOST_ASKED = 3

#: The key of all lines that ask about a worry.
_ASKS = "manners.asks-worry"


@late_dataclass(frozen=True, slots=True)
class Worry:
    """What weighs on a person, and of whom it is."""

    kind: WorryKind
    who: Relative | None
    told: Sequence[str]
    """All that was said of it, or of them."""
    line: int
    """The number of the line that tells it."""
    before: bool = False
    """Whether it was told before."""

    @property
    def gist(self) -> str:
        """Of whom it is, as said to the person; empty: it is their own."""
        return self.who.to_speaker if self.who else ""


@late_dataclass(frozen=True, slots=True)
class Caring:
    """Decides for one agent."""

    lines: SocialLines

    def care(self, words: str, partner: str, here: Encounter) -> VoiceLine | None:
        """Return what is said to a statement that tells of a worry, or goes on with one."""
        if asks(words) or is_farewell(words):
            return None
        told, worry = self._read(words, partner, here, TALKED_OF)
        if worry is None or not told.sentences:
            return None
        new = find_worry(words)
        if new and worry.before:
            new = None  # they know that the agent knows
        if new is None and not self._goes_on(told, worry, words):
            return None
        kind = new.name if new else "on"
        key = f"manners.worry.{kind}"
        own = "worry" if new else "listening"
        said = (
            self.lines.choose_text(key, partner, here)
            if kind == "despair"  # no line for any worry is enough
            else self.lines.choose_own(own, key, partner, here)
        )
        return self._ask_on(said, worry, partner, here)

    def advise(self, words: str, partner: str, here: Encounter) -> VoiceLine | None:
        """Return advice, or what is said to one who asks whether it will end well."""
        question = words if wants_to_know(words) else ""
        advice, hope = asks_advice(question), asks_for_hope(question)
        if not question or not (advice or hope) or find_favour(words) == "company":
            return None
        _, worry = self._read("", partner, here, OPEN, question)
        kind, gist = (worry.kind.name, worry.gist) if worry else self._find_lost(partner, here)
        if not kind:
            return None
        key = self.lines.find_key(f"manners.{'advice' if advice else 'hope'}", kind)
        return self.lines.choose_text(key, partner, here, gist=gist or "it")

    def _find_lost(self, partner: str, here: Encounter) -> tuple[str, str]:
        """Return whom or what a person told of as lost, as said to them, behind its kind."""
        tales = reversed(self.lines.company.tales)
        kinds = {"loss": "loss", "woe": "grief"}
        lost = (each for each in tales if each.teller == partner and each.kind in kinds)
        late = (each for each in lost if here.now - each.at <= OPEN)
        return next(((kinds[each.kind], each.gist_to_teller) for each in late), ("", ""))

    def find_open(self, partner: str, here: Encounter) -> Worry | None:
        """Return what weighs on a person, as far as they have told it aloud of late.

        Of several it is one of somebody of theirs.
        """
        told, worry = self._read("", partner, here, OPEN)
        if worry is None or worry.who:
            return worry
        theirs = (each for each in _list_worries(told, {each.seq for each in told.sentences}))
        return next((each for each in theirs if each.who), worry)

    # --- what was told ----------------------------------------------------------------

    def _read(
        self, words: str, partner: str, here: Encounter, within: timedelta, about: str = ""
    ) -> tuple[Told, Worry | None]:
        """Return what a person has told, with `words` at its end, and what weighs on them.

        Of several worries it is the one of whom `about` speaks, else the latest.
        """
        heard = [each for each in self.lines.company.heard if each.speaker == partner]
        lines = [_make_line(at, each) for at, each in enumerate(heard)]
        if words and not (lines and lines[-1].words.endswith(words)):
            lines.append(ToldLine(words, len(heard)))
        recent = {at for at, each in enumerate(heard) if here.now - each.at <= within}
        nobody = (self.lines.company.me, partner, *here.situation.occupants)
        told = read_told(lines, nobody)
        recent.add(len(heard))
        found = list(_list_worries(told, recent))
        meant = told.circle.read(about, nobody) if about else ()
        first = (each for each in found if each.who in meant)
        return told, next(first, found[0] if found else None)

    @staticmethod
    def _goes_on(told: Told, worry: Worry, words: str) -> bool:
        """Return whether the last statement is of the one whom the worry is about."""
        last = told.sentences[-1]
        about = [told.circle.found[at] for at in last.about if at >= 0]
        if last.words not in words:
            return False
        return worry.who in about or (last.seq == worry.line + 1 and not about)

    # --- asking on --------------------------------------------------------------------

    def _ask_on(self, said: VoiceLine, worry: Worry, partner: str, here: Encounter) -> VoiceLine:
        question = next(self._list_questions(worry, partner, here), None)
        if question is None or said.is_gesture:
            return said
        both = VoiceLine(f"{said.text} {question.text}")
        mould = self.lines.moulds.find(question.text) or Mould(_ASKS, question.text, worry.gist)
        self.lines.moulds.offer(both.text, mould)
        return both

    def _list_questions(self, worry: Worry, partner: str, here: Encounter) -> Iterator[VoiceLine]:
        """Yield questions that nobody has asked, and that are not answered yet."""
        texts, moulds = set(self.lines.texts.keys()), self.lines.moulds
        keys = [(f"{_ASKS}.{worry.kind.name}.{aspect}", tells) for aspect, tells in worry.kind.asks]
        asked = [key for key, _ in keys if key in texts and self._was_asked(key, partner)]
        if len(asked) >= MOST_ASKED:
            return
        for key, tells in keys:
            if key not in texts or key in asked or any(map(tells.search, worry.told)):
                continue
            gist = worry.gist or "it"
            if said := self.lines.choose_new(key, partner, here, gist=gist):
                moulds.offer(said.text, Mould(key, self.lines.texts.raw(key), gist))
                yield said

    def _was_asked(self, key: str, partner: str) -> bool:
        raw = self.lines.texts.raw(key)
        rank = self.lines.moulds.rank
        lines = [raw, *(each for each in raw.split("\n") if each.strip())]
        return any(rank(each, partner) for each in lines)


def _make_line(at: int, heard: HeardLine) -> ToldLine:
    return ToldLine(extract_speech(heard.text), at)


def _list_worries(told: Told, recent: set[int]) -> Iterator[Worry]:
    """Yield the worries that were told in one of the `recent` lines, or gone on with there, the
    latest first."""
    for sentence in reversed(told.sentences):
        kind = find_worry(sentence.words)
        if kind is None:
            continue
        who = _find_who(told, sentence)
        of_them = told.list_about(who) if who else []
        lines = {each.seq for each in of_them} | {sentence.seq}
        if not lines & recent:
            continue
        said = [each.words for each in of_them] or [
            each.words for each in told.sentences if each.seq == sentence.seq
        ]
        before = any(each.seq < sentence.seq and find_worry(each.words) for each in of_them)
        yield Worry(_find_first(kind, of_them), who, said, sentence.seq, before)


def _find_first(kind: WorryKind, of_them: Sequence[ToldSentence]) -> WorryKind:
    """Return a kind that says more than that somebody is worried about them."""
    kinds = [kind, *filter(None, (find_worry(each.words) for each in of_them))]
    telling = [each for each in kinds if each.name not in ("dread", "sleepless", "quarrel")]
    return (telling or kinds)[0]


def _find_who(told: Told, sentence: ToldSentence) -> Relative | None:
    found = [told.circle.found[at] for at in sentence.about if at >= 0]
    return found[0] if found else None
