"""Answers from the `Knowledge` of a voice: who made a thing, of what, since when, why, how."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from agents.memory.language.numerals import find_numerals
from agents.memory.language.stems import find_words, stem_word
from agents.memory.language.words import (
    ARTICLES,
    AUXILIARIES,
    DEMONSTRATIVES,
    MODALS,
    THIRD_PERSON,
    any_of,
)
from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.history import NO_TALK, TalkHistory
from agents.mind.speech.kinds import found_by
from agents.mind.speech.knowledge.deed import asks_of_a_deed
from agents.mind.speech.knowledge.thing import find_owned, find_thing, is_of_owner_alone
from agents.mind.speech.questions import find_favour, wants_to_know
from agents.mind.voice.courtesies import is_farewell, is_greeting
from agents.mind.voice.deciding.answer_signs import find_form
from agents.mind.voice.question_kinds import (
    ANYBODY,
    CLOSED_KINDS,
    NO_KIND,
    STATE,
    TAKING_UP,
    UNANSWERED,
    VIEW,
    QuestionKind,
    find_kind,
)
from agents.mind.voice.voice import Subject, Voice
from agents.prose import split_sentences
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.vault.texts import Texts

#: What is known of just that; of nearly that; of what was spoken of before.
KNOWN_FIT, ALSO_FIT, CONTEXT_FIT = 0.93, 0.75, 0.82

#: Of a thing that is named by the way, in a statement of so many words before the question: what
#: the voice has for all of these words goes first.
LONG_STATEMENT, ASIDE_FIT = 8, 0.6

#: What a thing is fits a question of another kind better than a line for anything.
WHAT_FIT = 0.44

#: It says more than that one cannot say yes or no.
WHAT_FIT_CLOSED = 0.48

#: Not to know what is asked, and to have said so, fits better than a line for anything.
UNKNOWN_FIT = 0.46

#: To a yes or a no the voice's own line for anything goes first, if it has none for this kind.
UNKNOWN_CLOSED_FIT = 0.41
#: Not knowing and what one knows, together, in so many characters.
MOST_SAID = 220

#: What tells most of a thing to one who asked something else of it; to be sent on tells nothing.
_TELLING = ("what", "who", "of", "for")
_SENDS = late_pattern(r"^Ask [A-Z]")
#: Who asks so wants somebody named who is or would be the one, and not who it once was.
_FOR_ANYBODY = late_pattern(
    rf"\b(?:is|are) there (?:any|some)(?:one|body)\b|\b{any_of(AUXILIARIES)} any(?:one|body)\b"
    rf"|\bwho(?:['’](?:s|ll)| is| are)?(?: else)? (?:{any_of(MODALS)}|going to"
    r"|(?!is\b|was\b|has\b|does\b|this\b)\w+(?<!s)s)\b(?! (?:I|we|you|he|she|they)\b)",
    re.IGNORECASE,
)

#: Words of fewer words tell too little to be taken up.
LEAST_TOLD = 4
#: What stands in a line for the speaker's thing, and how a thing of theirs begins.
#: So many names of a subject are shown to a watcher.
NAMES_SHOWN = 4

#: A thing of more words is not named again.
MOST_NAMED = 3
#: What one would do where something happens; "What would you want from the valley?" supposes none.
_SUPPOSES = late_pattern(
    r"\bif\b|\b(?:would|could) (?:you|one|we|they|s?he)(?: \w+)? (?:do|say|feel|act|react)\b"
    r"|\bwould happen\b",
    re.IGNORECASE,
)
_DOES = late_pattern(r"\w{2,}ing$|\b(?:own|same|such)\b", re.IGNORECASE)

_HOLE, _OF_SPEAKER = "{thing}", "your "

_WRITTEN = frozenset({"have", "ever", "can", "like"})

#: Words by which a question leans on what was said before.
_LEANS = late_pattern(
    rf"\b(?:{any_of((*THIRD_PERSON, *DEMONSTRATIVES))}|then|one|ones|yours|mine)\b", re.IGNORECASE
)
#: "Who are you then?" is about nothing else.
_OF_HEARER = late_pattern(r"\b(?:who|what|how|where) (?:are|were) you(?: then)?\W*$", re.IGNORECASE)
#: "What can you tell me about the quarry?"
_TELLS_OF = late_pattern(r"\b(?:about|of|know|heard)\b", re.IGNORECASE)
#: "What do you think of my plan?", and not what somebody else thinks, or of whom.
_OF_THEIR_MATTER = late_pattern(
    r"\byou(?:r opinion)?\b[^?]*\b(?:it|that|this|my|our)\b", re.IGNORECASE
)
#: "Of her columns I know too little" is said by nobody.
#: "Whose lane is it?" names a thing without an article.
_WHOSE = late_pattern(r"\bwhose (?!(?:is|are|was|were|it|this|that)\b)([a-z]+)\b", re.IGNORECASE)
_OWNED = late_pattern(r"(?:my|your|his|her|their|an?) ", re.IGNORECASE)
#: A question of so few words is about what was said before.
_SHORT = 3
#: "I think that worms are best", "People are too quick".
_VIEW = late_pattern(
    r"^\W*(?:\w+, )?(?:I (?:do not |don['’]t |still |always |rather )?(?:think|believe|feel that"
    r"|find|suppose|prefer|reckon|guess|doubt|would say|agree|disagree|hold)\b"
    r"|in my (?:view|opinion|experience)\b"
    r"|(?:people|one|nobody|everybody|everyone|most) (?:\w+ )?(?:is|are|was|does|do|can|should|must"
    r"|never|always|think|say|want|need)\b"
    r"|(?:it|that|this|there) is (?:always|never|no|nothing|better|worse|only|all|just)\b)",
    re.IGNORECASE,
)
#: "I keep bees", "My sister sells rope", "I am eight".
_STATE = late_pattern(
    r"^\W*(?:\w+, )?(?:(?:I|we)(?:['’](?:m|ve)| am| are| have| own| keep| live| work| sell| make"
    r"| play| teach| tune| drive| mend| come| know| like| love| look| carry| write| read| do)\b"
    r"|(?:my|our) (?:\w+ ){1,2}(?:is|are|has|have|sells|keeps|lives|works|makes|plays|says)\b)",
    re.IGNORECASE,
)
_HAPPENED = late_pattern(
    r"\b(?:was|were|did|had|went|came|lost|found|broke|told|said|saw|left|got (?!an?\b)"
    r"|(?!called|named)\w+ed)\b",
    re.IGNORECASE,
)
#: Kinds of question that a number answers.
_COUNTED = frozenset({"number", "often", "when"})
#: Kinds of question of which the thing is named again before one says that one does not know.
_NAMED = frozenset({"made", "of", "from", "when", "number", "for", "whose", "have"})


@late_dataclass(frozen=True, slots=True)
class KindQuestion:
    """The sentence of some words that asks, and what it leans on."""

    sentence: str
    kind: QuestionKind
    before: Sequence[str]
    """What was said before it, the latest first; empty if it does not lean on that."""


def _find_told(heard: str) -> str:
    """Return whether words tell a view or a state of their speaker's; empty: neither, or more."""
    sentences = split_sentences(heard)
    if any(map(_VIEW.match, sentences)):
        return VIEW
    last = sentences[-1]
    return STATE if _STATE.match(last) and not _HAPPENED.search(last) else ""


@late_dataclass(frozen=True, slots=True)
class KnowledgeAnswers:
    """Answers from one voice, else from ``text/manners.md``."""

    voice: Voice
    texts: Texts
    things: Collection[str] = ()
    """The names of the things at hand: a subject that shares a word with one is not that thing."""

    def answer(self, heard: str, talk: TalkHistory) -> Iterator[Candidate]:
        """Yield what the agent knows of what is asked, the closest first."""
        if favour := find_favour(heard):
            yield from self._answer_favour(heard, favour)
        asked = read_question(heard, talk)
        if asked is None or not asked.kind.name:
            return
        subject, fit = self._find_subject(asked), KNOWN_FIT
        if subject is None:
            subject, where = self._find_before(asked)
            is_aside = where in heard and len(find_words(where)) >= LONG_STATEMENT
            fit = ASIDE_FIT if is_aside else CONTEXT_FIT
        if subject is None:
            return
        for aspect in (asked.kind.name, *asked.kind.also):
            for text in subject.find(aspect):
                if not asks_of_a_deed(asked.sentence, subject, text):
                    yield self._say(text, fit, subject)
            fit = min(fit, ALSO_FIT)

    def _answer_favour(self, heard: str, favour: str) -> Iterator[Candidate]:
        subject = self._match(heard, QuestionKind(favour, NO_KIND.asks))
        if subject is not None:
            yield from (self._say(each, KNOWN_FIT, subject) for each in subject.find(favour))

    def admit(self, heard: str, talk: TalkHistory, partner: str, turn: int) -> list[Candidate]:
        """Return what to say where nothing answers: what the thing is, or that one does not know.

        `turn` chooses among several lines of the voice.
        """
        asked = read_question(heard, talk)
        if asked is None:
            return []
        subject = self._find_subject(asked) or self._find_before(asked)[0]
        known = subject.find("what") if subject else ()
        unknown = self._say_unknown(asked, talk, partner, turn)
        fit = WHAT_FIT if asked.kind.name not in CLOSED_KINDS else WHAT_FIT_CLOSED
        told = [self._say(each, fit, subject) for each in known if subject]
        is_of_it = subject is not None and _is_head(asked.sentence, subject)
        counts = asked.kind.name in _COUNTED
        added = self._add_known(unknown, subject, talk, counts) if is_of_it and subject else []
        return [*added, *unknown, *told]

    def _add_known(
        self, unknown: Sequence[Candidate], subject: Subject, talk: TalkHistory, counts: bool
    ) -> list[Candidate]:
        """Return that one does not know, with what one does know of the thing, if that is new.

        Who is asked for a number, and has one, does not say first that they have not counted.
        """
        facts = [each for aspect in _TELLING for each in subject.find(aspect)]
        new = [e for e in facts if not (_SENDS.match(e) or any(e in own for own in talk.own))]
        stated = [each for each in unknown if not each.words.endswith("?")]
        if not new or not stated:
            return []
        found = f'{stated[0].found}, but it knows of "{subject.names[0]}"'
        said = f"{stated[0].words} {new[0]}"
        if counts and find_numerals(new[0]):
            said = new[0]
        return [replace(stated[0], words=said, found=found)] if len(said) <= MOST_SAID else []

    def take_up(self, heard: str, talk: TalkHistory, turn: int) -> list[Candidate]:
        """Return what to say to words that ask nothing, and that nothing answers: a line of the
        voice for what they tell, else one that asks on, of a thing of the speaker's if they named
        one."""
        if wants_to_know(heard) or len(find_words(heard)) < LEAST_TOLD:
            return []
        if is_greeting(heard) or is_farewell(heard):
            return []
        thing = find_thing(heard)
        if not thing.startswith(_OF_SPEAKER) or thing.count(" ") > 1:
            thing = ""  # in "my hands shake", nothing shows where the name ends
        lines = [each for each in self.voice.list_for(TAKING_UP) if (_HOLE in each) is bool(thing)]
        if (told := _find_told(heard)) == VIEW or (told and not thing):
            lines = list(self.voice.list_for(told)) or lines
        filled = [each.replace(_HOLE, thing) for each in lines]
        return [
            Candidate(each, Origin.VOICE, UNKNOWN_FIT, found=found_by.NOTHING_ANSWERS)
            for each in _list_unsaid_first(filled, talk, turn)
        ]

    def _say_unknown(
        self, asked: KindQuestion, talk: TalkHistory, partner: str, turn: int
    ) -> list[Candidate]:
        """Return that the agent does not know, in lines for the form or else the kind of what is
        asked; those that it has not said of late go first."""
        kind, thing = asked.kind.name, _find_nameable(asked.sentence)
        found = f"{found_by.NOTHING_KNOWN}: {kind}"
        form = ANYBODY if _FOR_ANYBODY.search(asked.sentence) else find_form(asked.sentence)
        of_others = form == "opinion" and not _OF_THEIR_MATTER.search(asked.sentence)
        has_own = form in UNANSWERED and not of_others
        if form == "suppose" and not _SUPPOSES.search(asked.sentence):
            has_own = False
        of_form = list(self.voice.list_for(form)) if has_own else []
        lines = of_form or list(self.voice.list_for(kind))
        if lines:
            is_named = thing and kind in _NAMED and not of_form
            named = f"{thing[:1].upper()}{thing[1:]}? " if is_named else ""
            return [
                Candidate(f"{named}{each}", Origin.VOICE, UNKNOWN_FIT, found=found)
                for each in _list_unsaid_first(lines, talk, turn)
            ]
        words = self._find_plain_unknown(asked, partner, thing)
        spare = kind in CLOSED_KINDS and kind not in _WRITTEN
        fit = UNKNOWN_CLOSED_FIT if spare else UNKNOWN_FIT
        return [Candidate(words, Origin.PLAIN, fit, found=found)] if words else []

    def _find_plain_unknown(self, asked: KindQuestion, partner: str, thing: str) -> str:
        """Return the text by which one says that one does not know; empty: there is none."""
        kind = asked.kind.name
        if kind == "what":
            tells = thing and _TELLS_OF.search(asked.sentence) and not _OWNED.match(thing)
            words = (
                self.texts.say("speech.unknown.what", name=partner, thing=thing) if tells else ""
            )
            return " ".join(words.split())
        if f"speech.unknown.{kind}" not in self.texts.keys():  # noqa: SIM118
            return ""
        named = f"{thing[:1].upper()}{thing[1:]}? " if thing and kind in _NAMED else ""
        words = self.texts.say(f"speech.unknown.{kind}", name=partner)
        return f"{named}{' '.join(words.split())}"

    def _say(self, text: str, fit: float, subject: Subject) -> Candidate:
        found = f'{found_by.KNOWN} "{", ".join(subject.names[:NAMES_SHOWN])}"'
        return Candidate(text, Origin.VOICE, fit, found=found)

    def _find_before(self, asked: KindQuestion) -> tuple[Subject | None, str]:
        """Return what a question leans on, and the words in which it is named."""
        matched = ((self._match(each, asked.kind), each) for each in asked.before)
        found = [(subject, words) for subject, words in matched if subject]
        aspects = (asked.kind.name, *asked.kind.also)
        answering = (each for each in found if any(map(each[0].find, aspects)))
        return next(answering, found[0] if found else (None, ""))

    def _find_subject(self, asked: KindQuestion) -> Subject | None:
        return self._match(asked.sentence, asked.kind)

    def _find_heads(self, stems: frozenset[str]) -> frozenset[str]:
        """Return the last words of the things at hand that are named in full among `stems`."""
        named = (each for each in self.things if " " in each and _stem_all(each) <= stems)
        return frozenset().union(*(_stem_all(each.split()[-1]) for each in named))

    def _match(self, words: str, kind: QuestionKind) -> Subject | None:
        """Return the subject that `words` name most fully; of equals one with an answer."""
        stems = _stem_all(words)
        best, most = None, (0, False, False)
        heads, owned = self._find_heads(stems), find_owned(words)
        for subject in self.voice.subjects:
            if any(is_of_owner_alone(each, owned) for each in subject.names):
                continue
            if heads and not any(heads & _stem_all(each) for each in subject.names):
                continue
            named = max((_count_named(each, stems) for each in subject.names), default=0)
            rank = (named, bool(subject.find(kind.name)), _is_head(words, subject))
            if named and rank > most:
                best, most = subject, rank
        return best


def _find_nameable(sentence: str) -> str:
    """Return the thing of a question, if that is one that may be named again: a few words, and none
    of them what it does, as in "your own phone dying"."""
    owned = _WHOSE.search(sentence)
    thing = f"the {owned[1]}" if owned else find_thing(sentence)
    return thing if len(thing.split()) <= MOST_NAMED and not _DOES.search(thing) else ""


def _list_unsaid_first(lines: Sequence[str], talk: TalkHistory, turn: int) -> list[str]:
    """Return `lines`, each time beginning with another one: those first that the agent has not
    said of late, then what it said longest ago. Other words may have stood before a line."""
    first = turn % max(1, len(lines))
    turned = [*lines[first:], *lines[:first]]
    said = {
        line: max((at for at, own in enumerate(talk.own) if own.endswith(line)), default=-1)
        for line in turned
    }
    return sorted(turned, key=lambda line: said[line])


def read_question(heard: str, talk: TalkHistory = NO_TALK) -> KindQuestion | None:
    """Return the last question among the words heard; None if they ask nothing."""
    sentences = split_sentences(heard)
    for at in range(len(sentences) - 1, -1, -1):
        if kind := find_kind(sentences[at]):
            before: Sequence[str] = sentences[:at][::-1]
            if not any(map(find_thing, before)):
                before = (*before, *_list_before(talk))
            return KindQuestion(sentences[at], kind, before if leans(sentences[at]) else ())
    return None


def leans(sentence: str) -> bool:
    """Return whether a sentence is about what was said before, as "Since when?" is."""
    if find_thing(sentence) or _OF_HEARER.search(sentence):
        return False
    return bool(_LEANS.search(sentence)) or len(find_words(sentence)) <= _SHORT


def _list_before(talk: TalkHistory) -> Iterator[str]:
    """Yield what a question may lean on: the words before it, and the last answer."""
    for words in talk.asked:
        yield words
        if not leans(words):
            break
    if talk.last:
        yield talk.last.answer


def _is_head(sentence: str, subject: Subject) -> bool:
    """Return whether a question names a subject as the thing that it is about, and not by the
    way: "under the trees"."""
    head = _stem_all(find_thing(sentence).rpartition(" ")[2])
    return bool(head) and any(head <= _stem_all(each) for each in subject.names)


def _count_named(name: str, stems: frozenset[str]) -> int:
    """Return of how many words a name is that is among `stems`; 0: it is not."""
    wanted = _stem_all(name)
    return len(wanted) if wanted and wanted <= stems else 0


def _stem_all(words: str) -> frozenset[str]:
    found = find_words(words.replace("'s", "").replace("’s", ""))
    return frozenset(stem_word(each) for each in found if each not in ARTICLES)
