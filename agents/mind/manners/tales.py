"""What people tell of themselves that is worth bringing up again: a loss, a promise, a sister.

Pure: the same memory gives the same tale.  Private words, questions, orders and claims to an
authority give none.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import NamedTuple

from agents.memory.core.records import Experience
from agents.memory.journal.trust import is_planted
from agents.memory.language.injection_guard import is_order
from agents.memory.language.normalize import mentions_name
from agents.memory.language.salience import KIN
from agents.memory.language.stems import find_words, says_little, stem_words
from agents.memory.language.text_cache import cache_short_texts
from agents.memory.language.words import BEING, HAVING, any_of
from agents.mind.fallback.small_talk import extract_speech, has_words, swap_persons
from agents.mind.speech.days import WHEN
from agents.mind.speech.messages import find_message
from agents.mind.speech.parties.called import is_for
from agents.mind.speech.told.people import may_mean
from agents.mind.speech.turning import drop_lead_in, name_as_theirs, turn_to_speaker
from agents.mind.voice.asking import is_question, remove_address
from agents.prose import capitalise, end_sentence, soften_quotes, split_sentences
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.nature import Nature

#: A sentence that is brought up again has at most so many characters.
TOLD_LENGTH = 160

#: What somebody is to be told, which goes before all else.
MESSAGE, MESSAGE_WORTH = "message", 9

_END = (
    r"(?=[.,;:!?]|$| (?:and|but|because|when|while|so|that|which|who|near|in|at|on|under"
    r"|behind|once|before|last|this|today|yesterday|from|of|by|for|since|now)\b"
    r"| (?:(?:an?|\d+|one|two|three|four|five|six|ten|some|many|few|long) ){1,2}\w+ ago\b)"
)
_OBJECT = rf"(?P<gist>(?:an?|my|our|the|his|her) [^.,;:!?]{{2,60}}?){_END}"
#: One may be from "a village", and speaks of no place as "I am from a tea room, not an office".
_SOME_PLACE = (
    r"(?!an? (?![^.,;:!?]*\b(?:village|town|city|farm|island|isle|place|valley|country|county|coast"
    r"|hamlet|port|hill|house|region|suburb|mountain|state|land)s?\b))"
)
#: Something that one leaves by mistake, and no home, work or people.
_LEFT = (
    r"(?P<gist3>my (?!(?:\w+ )?(?:home|house|village|town|city|country|job|work|wife|husband"
    r"|family|people|children|parents|mother|father|mark)\b)[^.,;:!?]{2,60}?)"
    r"(?= (?:behind|at|in|on|by|under|near)\b)"
)
#: What one loses without having had it in hand: nobody can find it for one.
_NO_STATE = (
    r"(?!(?:an?|my|our|the|his|her) (?:\w+ )??(?:taste|will|faith|hope|heart|way|count|track"
    r"|thread|patience"
    r"|interest|appetite|wish|time|temper|nerve|mind|sleep|sight|hearing|voice|strength|job|work"
    r"|place|post"
    r"|bet|game|war|case|feeling|habit|trust|courage|memory|sense|love"
    r"|patient|child|baby|boy|girl|man|woman|friend|colleague|pupil|client)\b)"
)
_HAVE = r"(?:['’]ve| have)?(?: just| once| also)?"
_HAPPENED = rf"(?: {any_of(HAVING, BEING)})?(?: been)?(?: just)?"
_WOES = (
    r"(?:died|dies|drowned|sank|sunk|burnt|burned|perished|passed away|fell ill"
    r"|(?:is|was|are|were) (?:dead|ill|sick|dying|stolen|wrecked))"
)
_DIED = r"(?:died|drowned|perished|passed away|(?:is|are|was|been|found) dead)\b"
#: What stands between one who died and the verb: nobody else.
_OTHERS = r"\b(?:my|our|his|her|whose|who|that|says?|said|when|if)\b"
_BETWEEN = rf"(?:(?!{_OTHERS})[^.;!?]){{0,60}}?"
_NO_OTHERS = rf"(?:(?!{_OTHERS})[^.,;:!?])"
_FEEL = r"I(?:['’]m| am| feel|['’]ve been| have been)(?: (?:so|very|really|rather|quite))*"
_SAD = r"(?:sad|lonely|unhappy|miserable|heartbroken|grieving|ill|sick|desperate|ashamed)"


@late_dataclass(frozen=True, slots=True)
class TaleKind:
    """A kind of what people tell, how it is told, and how much it is worth."""

    name: str
    worth: int
    told: re.Pattern[str]


def _make_kind(name: str, worth: int, pattern: str) -> TaleKind:
    return TaleKind(name, worth, late_pattern(pattern, re.IGNORECASE))


#: The first that matches counts.
KINDS = (
    _make_kind("woe", 6, rf"\bI{_HAVE} lost (?P<gist>(?:my|our) (?:\w+ )?(?:dog|cat|horse|pony))"
               r" (?:(?:[\w-]+ ){1,3}(?:week|month|year)s? ago|last (?!night)\w+|to)\b"),
    _make_kind("loss", 6, rf"\bI{_HAVE} (?:lost|lose|dropped|mislaid|cannot find|can['’]t find)"
               rf" {_NO_STATE}{_OBJECT}|\bI(?:['’]m| am) missing {_OBJECT.replace('gist', 'gist2')}"
               rf"|(?:\bI{_HAVE} |^(?:and |but )?)(?:left|forgot|forgotten) (?:behind )?{_LEFT}"),
    _make_kind("woe", 6, rf"\b(?P<gist>(?:my|our) (?:\w+ )?(?:{KIN})\b)(?!['’]s)"
               rf"{_BETWEEN}[ ,]{_DIED}"
               rf"|\bmy late (?P<gist2>(?:{KIN})\b)|\b(?P<gist3>(?:my|our) (?:{KIN}))['’]s"
               rf" (?:grave|funeral|burial|death)\b|\b(?:buried|lost) (?P<gist4>my (?:{KIN}))\b"
               rf"|\b(?P<gist5>(?:my|our) (?:{KIN}))\b[^.;!?]{{0,60}}\b(?:drowned|killed)"
               r" (?:him|her|them)\b"),
    _make_kind("search", 6, r"\bI(?:['’]m| am|['’]ve been| have been) (?:looking|searching"
               rf"|hunting) for (?P<gist>[^.,;:!?]{{2,60}}?){_END}"),
    _make_kind("promise", 5, r"\bI (?:promise|swear)\b|\bI(?:['’]ll| will| shall) (?P<gist>"
               r"(?:bring|come back|return|be back|write|repair|mend|help|show|give|send|pay|fetch"
               r"|build)\b"
               r"[^.,;:!?]*)"),
    _make_kind("woe", 6, rf"\b(?P<gist>(?:my|our) {_NO_OTHERS}{{2,40}}?){_HAPPENED} {_WOES}\b"
               rf"|\bI{_HAVE} lost (?:everything|all\b)|\bI have an? (?:bad|sore|broken|lame) \w+"
               rf"|\bmy \w+ (?:hurts?|aches?)\b|\b{_FEEL} {_SAD}\b"),
    _make_kind("joy", 5, r"\bI(?:['’]m| am) (?:getting|going to be|to be|just|newly) married\b"
               rf"|\bI{_HAVE} (?:married|passed my|won (?:the|a|my))\b|\bmy birthday\b"
               r"|\b(?:my|our) (?:\w+ )?(?:son|daughter|child|baby) (?:is|was) born\b"
               rf"|\b{_FEEL} (?:happy|glad|overjoyed|proud)\b"),
    _make_kind("journey", 5, r"\bon my way to (?P<gist>(?!(?:the |see |find |look |ask )?"
               rf"(?:you|here|hall)\b)[^.,;:!?]{{2,60}}?){_END}"),
    _make_kind("errand", 4, r"\bI(?:['’]ve| have)? (?:c[ao]me|walked|climbed|rode|am here|was sent)"
               r"(?: up| here| all this way| all the way)*(?: from [^.,;:!?]{2,20}?)? to"
               r" (?P<gist>(?:see|find|look|visit|learn"
               r"|hear|meet|ask|buy|sell|mend|fetch|bring|paint|draw|write|rest|stay|fish|listen)\b"
               r"[^.,;:!?]{0,60})"),
    _make_kind("kin", 5, rf"\b(?P<gist>my (?:\w+ )?(?:{KIN}|dog|cat|horse))\b"
               rf"|\bI{_HAVE} (?:got )?(?P<gist2>an? (?:\w+ )?(?:{KIN}))\b"),
    _make_kind("origin", 4, r"\bI (?:come|came|am|hail|travelled|walked)"
               r"(?: up| down| over| here| all the way)* from"
               rf" {_SOME_PLACE}(?P<gist>[^.,;:!?]{{2,40}}?)(?:(?= to\b)|{_END})"
               rf"|\bI(?:['’]m from {_SOME_PLACE}| live in | grew up in "
               rf"| was born in )(?P<gist2>(?!\d)[^.,;:!?]{{2,40}}?){_END}"),
    _make_kind("trade", 4, r"\bI(?:['’]m| am| work as| used to be| was) (?:\w+, )?"
               r"(?P<gist>an? (?:[\w'’-]+ ){0,2}"
               r"(?:\w+(?:er|or|ist|smith|wright|man|woman|\wwife|ian|mason|herd)|mason|smith|nurse|cook|clerk|judge"
               r"|monk|priest"
               rf"|student|apprentice|guard|pilot|thief|poet|surgeon|vet|chef|architect|mechanic|captain|nun)){_END}"),
    _make_kind("trade", 4, r"\b[Aa]s (?P<gist>an? (?:[\w'’-]+ )?(?:\w+(?:er|or|ist|smith|wright|ian"
               r"|mason|herd)|nurse|cook|clerk|judge|monk|priest|student|apprentice|guard|pilot"
               r"|vet|chef|architect|mechanic|captain|nun)),? I\b"),
    _make_kind("trade", 4, r"\bI (?:tune|mend|make|build|sew|bake|weave|repair|carve|paint|teach"
               r"|breed|dig|print|shoe|brew|dye|spin|forge|bind|thatch|drive|sell) (?:\w+ ){0,2}?"
               rf"[a-z]+s{_END}"),
    _make_kind("origin", 4, r"\bI(?:['’]m| am) [^.;:!?]{2,40}? from (?P<gist>(?-i:[A-Z])\w+)"),
    _make_kind("wish", 4, r"\bI(?:['’]d like| would like| want| wish| hope| mean| intend)"
               rf" (?:to|for) (?P<gist>(?!have \w+(?:ed|en|own)\b)[^.,;:!?]{{2,60}}?){_END}"),
    _make_kind("find", 3, rf"\bI{_HAVE} (?:found|made|built|bought|brought|wrote|planted)"
               rf" {_OBJECT}"),
    _make_kind("liking", 2, r"\bI (?:really |do |rather )?(?:like|love|hate|prefer|fear"
               r"|cannot stand|am afraid of) (?P<gist>(?!you\b|it\b|to\b|that\b|this\b)"
               rf"[^.,;:!?]{{2,40}}?){_END}"),
)  # fmt: skip


#: What an answer is worth that tells nothing else.
ANSWER_WORTH = 3

#: What somebody may be by trade, as they say it who are asked for it, and what that is worth.
_TRADE = late_pattern(
    r"(?!(?:no|not|never|none|nothing|why|what|that|this|it|you|ask|guess|rather|let|do|don['’]t|I"
    r"|yes|haha\w*|lol|hm+|hello|hi|hey|sorry|thanks|thank|okay|ok|oh|ah|wow|hardly|quite|very|well|only|sometimes|often|maybe|perhaps|all|from|to|of)\b)"
    r"[\w'’-]+(?: (?!the\b|per\b|my\b|your\b)[\w'’-]+){0,2}(?<!ly)(?<!mind)(?<!much)(?<![^s]s)",
    re.IGNORECASE,
)
TRADE_WORTH = 4

#: For so long "he" may be one of whom was told.
MEANT_STILL = timedelta(minutes=5)

_SOMEBODY_DIED = late_pattern(
    rf"\b(?:he|she|they)\b[^.;!?]{{0,30}}?\b{_DIED}|\b(?:his|her) (?:grave|funeral|burial|death)\b",
    re.IGNORECASE,
)

#: How somebody's words are passed on.
PASSED_ON = late_pattern(rf"\b(?P<teller>[A-Z]\w+) told me {WHEN}: '(?P<words>.+)'")

#: What a question asks for, which short answers it has, and what they say in whole.
_ANSWERED = tuple(
    (late_pattern(asked, re.IGNORECASE), late_pattern(said, re.IGNORECASE), whole)
    for asked, said, whole in (
        (r"\bwhat\b[^?]*\byou do\b|\b(?:trade|craft|living|profession|calling)\b",
         r"(?:an? )?(?P<said>(?!(?:sounds|seems|looks|feels|is|was|are|so|too|just|depends)\b)"
         r"(?:[\w'’-]+ ){0,2}[\w'’-]+)", "I am a"),
        (r"\b(?:where|which way)\b[^?]*\b(?:come|from|live)\b",
         r"(?:all the way |up )?from (?P<said>[^,;:]{2,40})", "I come from"),
        (r"\bwhere\b[^?]*\b(?:from|live)\b", r"(?P<said>(?:the |a )?[A-Z][\w'’-]+)",
         "I come from"),
        (r"\bwhat (?:brings|brought)\b|\bwhy (?:did|have|are) you\b|\bwhat did you come\b",
         r"(?:I (?:want|wanted|would like) )?to (?P<said>[^,;:]{3,60})", "I came to"),
    )
)  # fmt: skip

_NAMES_ONE = late_pattern(r"an? \w", re.IGNORECASE)

_OF_AN_INTRODUCTION = frozenset(("journey", "errand", "origin", "trade"))

#: Every kind begins with one of these words.
_OF_ONESELF = late_pattern(r"\b(?:I|my|our)\b", re.IGNORECASE)

#: "Not my father." tells of no father.
_DENIED = late_pattern(r"^\W*(?:(?:no|and)\W+)?not (?:my|our)\b", re.IGNORECASE)


@late_dataclass(frozen=True, slots=True)
class Tale:
    """Something that a person told of themselves aloud."""

    at: datetime
    teller: str
    words: str
    """One sentence, without the name of whom it was told to."""
    kind: str
    gist: str
    """What it is about, in the teller's words: ``my blue boat``; may be empty."""
    worth: int
    heard_by: tuple[str, ...] = ()
    """Who else was there."""

    @property
    def is_sought(self) -> bool:
        """Whether it is of something that somebody else may find."""
        return self.kind in ("loss", "search")

    @property
    def gist_to_teller(self) -> str:
        """What it is about, as said to the teller: ``your blue boat``."""
        owned = self.kind in ("loss", "find", "kin", "woe")
        return name_as_theirs(self.gist) if owned else swap_persons(self.gist)

    @property
    def gist_to_others(self) -> str:
        """What it is about, as said to somebody else: ``Ada's blue boat``."""
        return re.sub(r"\b(?:my|our)\b", f"{self.teller}'s", self.gist, flags=re.IGNORECASE)

    def concerns(self, name: str, trade: Collection[str]) -> bool:
        """Return whether it is for `name`, whose persona has the stems `trade`."""
        if self.kind == MESSAGE:
            return self.gist == name
        return self.is_sought or mentions_name(self.words, name) or bool(self.subjects & set(trade))

    @property
    def subjects(self) -> set[str]:
        """The stems of what it is about."""
        return set(stem_words(self.gist or self.words))

    @property
    def named(self) -> set[str]:
        """The stems of what it is said to be about; none where that is not said."""
        return set(stem_words(self.gist))


class _Told(NamedTuple):
    """What a sentence tells, whoever said it and whenever: fields of a `Tale`."""

    words: str
    kind: str
    gist: str
    worth: int


def find_tales(memory: Experience, hearer: str = "") -> Iterator[Tale]:
    """Yield what `memory` has to tell again; the name of the `hearer` before it is left out."""
    if memory.line:
        return
    others = tuple(each for each in memory.occupants if each != memory.speaker)
    if message := _read_message(memory, hearer):
        yield Tale(memory.at, memory.speaker, *message, others)
    if memory.nature is not Nature.SPEECH:
        return
    if has_words(memory.text):
        for told in _read_words(remove_address(extract_speech(memory.text), hearer)):
            yield Tale(memory.at, memory.speaker, *told, others)


def _read_message(memory: Experience, hearer: str) -> _Told | None:
    """Return what a memory bids the agent say to somebody: that one's name is what it is about."""
    if not memory.nature.is_speech or not has_words(memory.text):
        return None
    words = extract_speech(memory.text)
    to, said = find_message(words)
    if hearer and not is_for(words, hearer, memory.occupants):
        return None  # another is asked to say it
    if not to or not said or len(said) > TOLD_LENGTH or is_planted(said):
        return None
    return _Told(soften_quotes(said), MESSAGE, to, MESSAGE_WORTH)


def read_tale(sentence: str, teller: str, at: datetime) -> Tale | None:
    """Return what a sentence tells of its speaker; None if that is nothing of note."""
    told = _read_sentence(sentence)
    return Tale(at, teller, *told) if told else None


@cache_short_texts(512)
def _read_words(words: str) -> tuple[_Told, ...]:
    pieces = (piece for each in split_sentences(words) for piece in re.split(r";\s+", each))
    return tuple(told for piece in pieces for told in _read_all(piece))


def _read_all(sentence: str) -> Iterator[_Told]:
    """Yield what a sentence tells: of who introduces themselves trade, home and way at once."""
    first = _read_sentence(sentence)
    if first is None:
        return
    yield first
    if first.kind in _OF_AN_INTRODUCTION:
        for kind in KINDS:
            told = _read_kind(drop_hail(sentence), kind)
            if told and told.kind in _OF_AN_INTRODUCTION and told.kind != first.kind:
                yield told


#: A word that may name where somebody comes from, and is no word for a place of any kind.
_TOWN = late_pattern(
    r"(?!here|there|far|home|outside|abroad|nowhere|work|north|south|east|west)[a-z]+"
)


def _read_sentence(sentence: str) -> _Told | None:
    if not _OF_ONESELF.search(sentence):
        return None  # no kind matches, which is soon seen
    if is_question(sentence) or is_order(sentence) or is_planted(sentence):
        return None
    if _DENIED.match(sentence):
        return None
    bare = drop_hail(sentence)
    if len(bare) > TOLD_LENGTH:
        return None
    return next(filter(None, (_read_kind(bare, kind) for kind in KINDS)), None)


def _read_kind(bare: str, kind: TaleKind) -> _Told | None:
    """Return what a sentence tells, if that is of this kind."""
    found = kind.told.search(bare)
    if found is None:
        return None
    groups = found.groupdict()
    gists = (groups.get(each) for each in ("gist", "gist2", "gist3", "gist4", "gist5"))
    gist = (next(filter(None, gists), "")).strip()
    if gist and all(says_little(each) for each in find_words(gist)):
        return None
    if kind.name == "origin" and _TOWN.fullmatch(gist):
        gist = gist.capitalize()  # as it is written who types "i come from leeds"
    return _Told(end_sentence(soften_quotes(bare)), kind.name, gist, kind.worth)


def read_passed_on(words: str, at: datetime) -> Tale | None:
    """Return what `words` pass on of somebody else: ``Ada told me today: 'I lost a boat.'``"""
    found = PASSED_ON.search(words)
    return read_tale(found["words"], found["teller"], at) if found else None


def read_answer(question: str, answer: str, teller: str, at: datetime) -> Tale | None:
    """Return what a short answer tells: to "What is your trade?" ``Miller.``; None: nothing."""
    told = [each for each in split_sentences(answer) if not each.endswith("?")]
    if not told:
        return None
    named = (each for each in told if _NAMES_ONE.match(each))  # "I told you. A vet."
    for bare in (answer, told[0], re.split(r"[,;:]", told[0])[0], *named):
        for asked, said, whole in _ANSWERED:
            found = said.fullmatch(bare.strip(" .!")) if asked.search(question) else None
            tale = read_tale(f"{whole} {found['said']}.", teller, at) if found else None
            if tale is None and found and whole == "I am a" and _TRADE.fullmatch(found["said"]):
                trade = f"a {found['said']}"
                tale = Tale(at, teller, f"I am {trade}.", "trade", trade, TRADE_WORTH)
            if tale:
                return replace(tale, gist=tale.gist.lower()) if tale.kind == "trade" else tale
    return None


def keep_answer(answer: str, teller: str, at: datetime) -> Tale | None:
    """Return an answer that tells nothing of note by itself: its first sentence that can be told
    back; None if none can."""
    sentences = (drop_hail(each) for each in split_sentences(answer))
    told = next((each for each in sentences if turn_to_speaker(each)), "")
    if not told or len(told) > TOLD_LENGTH or is_order(told) or is_planted(told):
        return None
    return Tale(at, teller, end_sentence(soften_quotes(told)), "answer", "", ANSWER_WORTH)


def mourn_before(memory: Experience, before: Sequence[Tale]) -> Iterator[Tale]:
    """Yield that one is dead of whom the speaker told just before: "He died in March." """
    words = extract_speech(memory.text) if has_words(memory.text) and not memory.line else ""
    if memory.nature is not Nature.SPEECH or not _SOMEBODY_DIED.search(words):
        return
    told = (e for e in reversed(before) if e.gist and e.kind in ("kin", "woe"))
    told = (e for e in told if e.teller == memory.speaker and may_mean(words, e.gist))
    if (kin := next(told, None)) and kin.kind == "kin" and memory.at - kin.at <= MEANT_STILL:
        yield replace(kin, at=memory.at, kind="woe", worth=6)


def drop_hail(sentence: str) -> str:
    """Return a sentence without a greeting or a name before it: ``Wren, I lost a boat.``"""
    bare = re.sub(r"^(?:hello|hi|hey|good \w+)[^,.!]{0,20}[,.!]\s*", "", sentence, flags=re.I)
    bare = re.sub(r"^[A-Z]\w+[,:!] (?=I\b|[Mm]y\b|[Ww]e\b)", "", drop_lead_in(bare))
    return capitalise(re.sub(r"\bi\b", "I", bare))
