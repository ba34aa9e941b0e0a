"""Meeting what weighs on a person: concern first, then a question about it; advice, and hope.

A worry stays open for a while: what is said of the same one goes on with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import timedelta

from agents.memory.language.patterns import INNER_NAME
from agents.mind.fallback.small_talk import extract_speech
from agents.mind.manners.asking.moulds import Mould
from agents.mind.manners.company import HeardLine
from agents.mind.manners.moves.advising import LOOKED_BACK, advise_on_any
from agents.mind.manners.moves.weighing import (
    DESPAIR,
    VAGUE,
    Worry,
    find_gravest,
    find_whose,
    is_meant,
    is_same_worry,
    shares_words,
)
from agents.mind.manners.social_lines import Encounter, SocialLines
from agents.mind.manners.tales import Tale
from agents.mind.speech.questions import find_favour, wants_to_know
from agents.mind.speech.statements.denials import denies_event, tells_of_thing
from agents.mind.speech.statements.feelings import find_feeling, is_glad
from agents.mind.speech.told.acts import TROUBLE
from agents.mind.speech.told.forms import read_told_form
from agents.mind.speech.told.people import Relative
from agents.mind.speech.told.telling_back import Told, ToldLine, ToldSentence, read_ahead, read_told
from agents.mind.speech.told.worries import (
    BODY_PARTS,
    WorryKind,
    asks_advice,
    asks_for_hope,
    denies_worry,
    find_worry,
    get_worry_kind,
    is_at_a_loss,
    leads_in,
    names_nothing,
)
from agents.mind.voice.asking import is_question
from agents.mind.voice.courtesies import is_farewell
from agents.mind.voice.voice import VoiceLine
from agents.prose import split_sentences
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

#: What was told within this time is what they talk about; and what they may still ask advice for.
TALKED_OF, OPEN = timedelta(minutes=3), timedelta(minutes=40)

#: What has a form of its own, as "Our boiler packed up" has, is a worry from this nearness to
#: worries on.
FORMED_NEAR = 0.5
#: "I hate mornings" is none at all.
TASTES = frozenset(("dislike", "liked", "favourite"))

#: The key of all lines that ask about a worry.
_ASKS = "manners.asks-worry"

#: A sentence of so many words tells something.
_TELLING = 4

#: "He likes boats, I think" is no worry, whatever it is near to.
_LIKES = late_pattern(
    r"^\W*(?:(?:and|but|well|yes|no|oh)\W+)*(?:s?he|they|it|my \w+)"
    r" (?:(?:really|always|also|quite|still) )?(?:likes?|loves?|enjoys?|prefers?) (?!me\b)",
    re.IGNORECASE,
)

_OF_SPEAKER = late_pattern(rf"\b(?:I|me)\b|\bmy (?:[\w-]+ )?{BODY_PARTS}\b", re.IGNORECASE)
#: What is asked about one's own trouble without a word for advice.
_OF_TROUBLE = late_pattern(
    r"\bor (?:no|not|better not)\b"
    r"|\bis (?:it|that|this) (?:bad|serious|dangerous|normal|too late)\b"
    r"|\b(?:help|cure|remedy|medicine|good) (?:for|against)\b"
    r"|\bhow (?:do|does|can|could|shall) (?:I|one)\b",
    re.IGNORECASE,
)

#: Of these examples find what only sounds so: "A lorry blinks to me at night. It makes me warm."
_MAY_BE_GLAD = frozenset(("fear", "lonely", "homesick", "dread", "decision", "sleepless", "work"))

#: These are told by what there is not: "There is no one to talk to."
_OF_ABSENCE = frozenset(("lonely", "homesick", "missing", "sleepless", "debt", DESPAIR))

#: For these no line for any worry is enough.
_NEEDS_ITS_OWN = frozenset(
    (
        *(DESPAIR, "fear", "guilt", "lonely", "homesick", "decision", "expecting", "work"),
        *("debt", "ailing", "sleepless", "quarrel"),
    )
)


@late_dataclass(frozen=True, slots=True)
class Cared:
    """What is said to a statement about a worry."""

    line: VoiceLine
    goes_on: bool = False
    """Whether the statement only follows one that told the worry."""
    denied: bool = False
    """Whether there is none, as they say now."""


@late_dataclass(frozen=True, slots=True)
class Caring:
    """Decides for one agent."""

    lines: SocialLines

    async def listen(self, words: str, partner: str, here: Encounter) -> None:
        """Have the kinds at hand of what a person says, and of what they said before."""
        _, lines, nobody = self._list_lines(words, partner, here)
        await read_ahead(lines, nobody)
        told = read_told(lines, nobody)
        before = [each.words for each in told.sentences[-LOOKED_BACK:]]
        await self.lines.acts.hear(dict.fromkeys((*before, *split_sentences(words))))

    def care(self, words: str, partner: str, here: Encounter) -> Cared | None:
        """Return what is said to a statement that tells of a worry, goes on with one, or says that
        there is none."""
        if self._denies(words, partner, here):
            said = self.lines.choose_text("manners.worry.denied", partner, here)
            return Cared(said, denied=True)
        sentences = split_sentences(words)
        asked = [each for each in filter(is_question, sentences) if not leads_in(each)]
        despairs = self.despairs(words)
        if (asked or is_farewell(words)) and not despairs:
            return None
        told, worry = self._read(words, partner, here, TALKED_OF)
        if despairs and (worry is None or worry.kind.name != DESPAIR):  # a question tells nothing
            worry = Worry(get_worry_kind(DESPAIR), None, sentences, len(told.sentences))
            said = self._feel_with(worry.kind, worry, partner, here)
            return Cared(self._ask_on(said, worry, partner, here))
        if worry is None or not told.sentences or told.sentences[-1].words not in words:
            return None
        line = told.sentences[-1].seq
        new = worry.kind if worry.line == line and not worry.before else None
        if not (self._goes_on(told, worry, words) if new is None else not _is_glad_of(new, words)):
            return None
        if new is None:
            said = self.lines.choose_own("listening", "manners.worry.on", partner, here)
        else:
            said = self._feel_with(new, worry, partner, here)
        return Cared(self._ask_on(said, worry, partner, here), goes_on=new is None)

    def _denies(self, words: str, partner: str, here: Encounter) -> bool:
        """Return whether words say that nothing weighs on a person who was taken at their word."""
        if not denies_worry(words) or self.despairs(words):
            return False
        lines = (e for e in self.lines.company.heard if e.speaker == partner)
        told = (e for e in lines if here.now - e.at <= TALKED_OF)
        sentences = (one for each in told for one in split_sentences(extract_speech(each.text)))
        return any(map(self.find_kind, sentences))

    def _feel_with(self, kind: WorryKind, worry: Worry, partner: str, here: Encounter) -> VoiceLine:
        """Return concern for a kind: the agent's own for just that, else what fits it."""
        own = self.lines.find_own(f"worry {kind.name}", partner, here)
        if own:
            return own
        if kind.name == "death":
            return self.lines.choose_own("grief", "manners.feeling.grief", partner, here)
        key, gist = f"manners.worry.{kind.name}", worry.gist or "it"
        if kind.name in _NEEDS_ITS_OWN:
            return self.lines.choose_text(key, partner, here, gist=gist)
        return self.lines.choose_own("worry", key, partner, here, gist=gist)

    def find_kind(self, words: str, who: Relative | None = None) -> WorryKind | None:
        """Return what weighs on somebody who says a sentence, which may be about `who`.

        Examples decide where they are near; words decide who despairs, and all else.
        """
        ruled, near = find_worry(words), self.lines.acts.find_worry_kind(words)
        if ruled and ruled.name == DESPAIR:
            return ruled
        if (near or ruled) and denies_event(words) and near not in _OF_ABSENCE:
            return None
        if not near or (near == "death" and tells_of_thing(words)):
            return ruled
        if ruled is None and (self._is_plain(words, near) or _LIKES.search(words)):
            return None
        if near == TROUBLE:
            return ruled or get_worry_kind("dread")
        of_another = near == "ailing" and who and not _OF_SPEAKER.search(words)
        return get_worry_kind("ill" if of_another else near)

    def _is_plain(self, words: str, near: str) -> bool:
        """Return whether words that are near to a worry only tell something in a known form."""
        told = read_told_form(words)
        if told is None:
            return False
        rates = self.lines.acts.rate(words)
        rate = max(rates.values(), default=1.0) if near == TROUBLE else rates.get(near, 1.0)
        return told.form in TASTES or rate < FORMED_NEAR

    def despairs(self, words: str) -> bool:
        """Return whether one of the sentences of `words` says that their speaker despairs."""
        kinds = map(self.find_kind, split_sentences(words))
        return any(kind is not None and kind.name == DESPAIR for kind in kinds)

    def tells_worry(self, words: str) -> bool:
        """Return whether one of the sentences of `words` tells what weighs on their speaker."""
        return any(map(self.find_kind, split_sentences(words)))

    def find_kind_of_question(self, words: str) -> WorryKind | None:
        """Return of which worry of theirs a person asks: "A doctor, for two numb fingers?" """
        asked = [each for each in split_sentences(words) if is_question(each)]
        for each in asked:
            near = self.lines.acts.find_worry_kind(each)
            about_them = asks_advice(each) or _OF_TROUBLE.search(each) is not None
            if near and near != TROUBLE and about_them:
                return get_worry_kind(near)
        return None

    def advise(self, words: str, partner: str, here: Encounter) -> VoiceLine | None:
        """Return advice, or what is said to one who asks whether it will end well."""
        lost = is_at_a_loss(words)
        question = words if lost or wants_to_know(words) else ""
        own = self.find_kind_of_question(question) if question else None
        hope = asks_for_hope(question) and own is None
        advice = lost or asks_advice(question) or (own is not None and not hope)
        if not question or not (advice or hope) or find_favour(words) == "company":
            return None
        if own is None and INNER_NAME.search(question):
            return None  # "Should I wake Hester?" is no matter of theirs
        nameless = names_nothing(question)
        _, worry = self._read("", partner, here, OPEN if nameless else TALKED_OF, question)
        worry = None if worry and self._tells_else(words, worry) else worry
        named = not (hope or own or nameless)
        if worry and named and not is_meant(worry, question):
            # It is no matter of theirs because it comes after one.
            return advise_on_any(self.lines, question, partner, here) if lost else None
        if own and (worry is None or worry.kind.name != own.name):
            kind, gist = own.name, ""
        elif worry:
            kind, gist = worry.kind.name, worry.gist
        else:
            kind, gist = ("", "") if named else self._find_lost(partner, here)
        if not kind:
            return advise_on_any(self.lines, question, partner, here) if advice else None
        if advice and (said := self.lines.find_own(f"advice {kind}", partner, here)):
            return said
        kind = "grief" if kind == "death" else kind
        key = self.lines.find_key(f"manners.{'advice' if advice else 'hope'}", kind)
        return self.lines.choose_text(key, partner, here, gist=gist or "it")

    def _tells_else(self, words: str, worry: Worry) -> bool:
        """Return whether words tell something beside a question that has nothing to do with a
        worry: "I have a plan. Where should I begin?" """
        told = [each for each in split_sentences(words) if not wants_to_know(each)]
        telling = [each for each in told if len(each.split()) >= _TELLING]
        return bool(telling) and not any(
            self.find_kind(each) or is_meant(worry, each) for each in telling
        )

    def _find_lost(self, partner: str, here: Encounter) -> tuple[str, str]:
        """Return whom or what a person told of as lost, as said to them, behind its kind."""
        tales = reversed(self.lines.company.tales)
        kinds = {"loss": "loss", "woe": "grief"}
        lost = (
            each
            for each in tales
            if each.teller == partner and each.kind in kinds and self._is_lost(each)
        )
        late = (each for each in lost if here.now - each.at <= OPEN)
        return next(((kinds[each.kind], each.gist_to_teller) for each in late), ("", ""))

    def _is_lost(self, tale: Tale) -> bool:
        """Return whether a tale is of a thing that is lost, or of one who died."""
        died = self.lines.acts.find(tale.words) == "death" or find_feeling(tale.words) == "grief"
        return tale.kind == "loss" or died

    def find_open(self, partner: str, here: Encounter) -> Worry | None:
        """Return what weighs on a person, as far as they have told it aloud of late.

        Of several it is one of somebody of theirs.
        """
        told, worry = self._read("", partner, here, OPEN)
        if worry is None or worry.who:
            return worry
        theirs = (each for each in self._list_worries(told, {each.seq for each in told.sentences}))
        return next((each for each in theirs if each.who), worry)

    # --- what was told ----------------------------------------------------------------

    def _read(
        self, words: str, partner: str, here: Encounter, within: timedelta, about: str = ""
    ) -> tuple[Told, Worry | None]:
        """Return what a person has told, with `words` at its end, and what weighs on them.

        Of several worries it is the one of whom `about` speaks, else the latest; of one line, the
        gravest.
        """
        heard, lines, nobody = self._list_lines(words, partner, here)
        told = read_told(lines, nobody)
        recent = {at for at, each in enumerate(heard) if here.now - each.at <= within}
        recent.add(len(heard))
        denied = max((each.seq for each in lines if denies_worry(each.words)), default=0)
        worries = self._list_worries(told, recent)
        found = [each for each in worries if each.who or each.line >= denied]
        meant = told.circle.read(about, nobody) if about else ()
        first = (e for e in found if e.who in meant or (about and shares_words(e, about)))
        return told, next(first, find_gravest(found))

    def _list_lines(
        self, words: str, partner: str, here: Encounter
    ) -> tuple[list[HeardLine], list[ToldLine], tuple[str, ...]]:
        """Return what a person said, as lines with `words` at their end, too, and who is nobody of
        theirs."""
        heard = [each for each in self.lines.company.heard if each.speaker == partner]
        lines = [_make_line(at, each) for at, each in enumerate(heard)]
        if words and not (lines and lines[-1].words.endswith(words)):
            lines.append(ToldLine(words, len(heard)))
        return heard, lines, (self.lines.company.me, partner, *here.situation.occupants)

    def _list_worries(self, told: Told, recent: set[int]) -> Iterator[Worry]:
        """Yield the worries that were told in one of the `recent` lines, or gone on with there, the
        latest first."""
        for sentence in reversed(told.sentences):
            who = find_whose(told, sentence)
            kind = self.find_kind(sentence.words, who)
            if kind is None:
                continue
            of_them = told.list_about(who) if who else []
            lines = {each.seq for each in of_them} | {sentence.seq}
            if not lines & recent:
                continue
            said = [each.words for each in of_them] or [
                each.words for each in told.sentences if each.seq == sentence.seq
            ]
            earlier = (self.find_kind(e.words, who) for e in of_them if e.seq < sentence.seq)
            before = any(is_same_worry(kind, each) for each in earlier if each)
            yield Worry(self._find_first(kind, of_them, who), who, said, sentence.seq, before)

    def _find_first(
        self, kind: WorryKind, of_them: Sequence[ToldSentence], who: Relative | None
    ) -> WorryKind:
        """Return a kind that says more than that somebody is worried about them."""
        kinds = [kind, *filter(None, (self.find_kind(each.words, who) for each in of_them))]
        telling = [e for e in kinds if e.name not in VAGUE and (e is kind or e.name != "death")]
        return (telling or kinds)[0]

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
        if len(asked) >= worry.kind.most_asked:
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


def _is_glad_of(kind: WorryKind, words: str) -> bool:
    """Return whether words only sound as if they told of a worry, to examples alone."""
    ruled = any(map(find_worry, split_sentences(words)))
    return kind.name in _MAY_BE_GLAD and is_glad(words) and not ruled


def _make_line(at: int, heard: HeardLine) -> ToldLine:
    return ToldLine(extract_speech(heard.text), at)
