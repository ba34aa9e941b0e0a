"""Plain answers to a choice, and to one who asks whether the agent has seen something."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from dataclasses import replace

from agents.memory.language.patterns import INNER_NAME
from agents.memory.language.salience import TRADE
from agents.memory.language.words import THIRD_PERSON
from agents.mind.fallback.wordings import choose_wording
from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.kinds import found_by
from agents.mind.voice.asking import is_question
from agents.prose import split_sentences
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.vault.texts import Texts

#: A choice, and that it has seen nobody, fit better than what is near to the words alone.
CHOSEN_FIT, UNSEEN_FIT = 0.74, 0.76

_ONE = r"(?:(?:the|an?|your|my|to|in|by|at|with|going) )?[\w'’-]+(?: [\w'’-]+){0,3}?"
_CHOICE = late_pattern(
    rf"(?:\b(?:which|what|who|prefer|rather|better|first|choose|like|be|is it|was it|do you"
    rf"|are you|would you|should (?:I|we))\b"
    rf"[^?]*?)(?:[,:] |\b(?:first|better|more|like|prefer|choose|rather|it|be|take|build|say"
    rf"|with)\b[,:]? )"
    rf"(?P<one>{_ONE}),? or (?P<other>{_ONE})\W*$",
    re.IGNORECASE,
)
_NOT_TO_CHOOSE = (
    "not",
    "no",
    "so",
    "what",
    "is",
    "are",
    "do",
    "did",
    "more",
    "less",
    "something",
    "anything",
)
_SEEN = late_pattern(
    r"\b(?:have|has|did) (?:you|any(?:one|body)(?: here)?|somebody|someone) (?:ever |perhaps "
    r"|by chance )?(?:see|seen|meet|met"
    r"|notice|noticed|come across|come upon|hear|heard of)\b (?P<what>(?:an?|any|my|our"
    r"|(?-i:[A-Z])\w+)\b[^?]*)"
    r"|\b(?:has|did) (?P<what2>(?:an?|any|my|our) [^?]{2,40}?) (?:come|came|pass|passed"
    r"|been) (?:by|past|through|here|this way)\b",
    re.IGNORECASE,
)
#: "Have you seen him?" is of whom they have just said that they look for them.
_OF_SOUGHT = late_pattern(
    r"\b(?:have|has|did) (?:you|any(?:one|body)(?: here)?) (?:ever |perhaps |by chance )?"
    r"(?:see|seen|meet|met|notice|noticed|hear of|heard of)\b (?P<sought>him|her|them|it)\b",
    re.IGNORECASE,
)
_SEEKS = late_pattern(
    r"\b(?:look|looking|search|searching|seek|seeking|lost|missing|disappeared|vanished"
    r"|(?:ran|run|went|gone) (?:away|off)|find)\b",
    re.IGNORECASE,
)
#: "Did a surveyor ever come that way?", "Did he stay here?"
_CAME = late_pattern(
    r"\b(?:has|did) (?P<who>he|she|they|(?:an?|any|my|our) [^?]{2,40}?|(?-i:[A-Z])[\w'’-]+) "
    r"(?:(?:ever|also|once|perhaps) )*(?:come|came|been|stay(?:ed)?|live[sd]?|pass(?:ed)?"
    r"|work(?:ed)?|sle(?:ep|pt)|rest(?:ed)?|measured?|visit(?:ed)?|stop(?:ped)?|cross(?:ed)?|w[ae]lk(?:ed)?"
    r"|arrived?)\b[^?]*?\b(?:here|(?:this|that|your) way|hereabouts|up|over|across)\b",
    re.IGNORECASE,
)
_BY_TRADE = late_pattern(rf"\b(?:{TRADE}|pedlar|sailor|stranger)\b", re.IGNORECASE)
_SOMEBODY = late_pattern(
    r"\b(?:man|woman|girl|boy|child|children|person|people|stranger|traveller|walker|somebody"
    r"|someone|brother|sister|husband|wife"
    r"|son|daughter|father|mother|friend|uncle|aunt|niece|nephew|cousin|lad|lady|fellow)\b",
    re.IGNORECASE,
)


@late_dataclass(frozen=True, slots=True)
class OwedAnswers:
    """Answers for one agent."""

    texts: Texts
    asker: str
    knows: Callable[[str], bool]
    """Whether a name is one that the agent knows."""

    def answer(self, heard: str, turn: int, before: str = "") -> list[Candidate]:
        """Return the answers; `turn` chooses among several wordings, and a pronoun may mean whom
        the asker told of `before`."""
        question = next(filter(is_question, reversed(split_sentences(heard))), "")
        if not question:
            return []
        seen = self._see(question, turn) or self._see_sought(question, turn, f"{before} {heard}")
        return [each for each in (self._choose(question, turn), seen) if each]

    def _choose(self, question: str, turn: int) -> Candidate | None:
        """Return one of two things, the same one whenever it is asked."""
        found = _CHOICE.search(question)
        if found is None or found["other"].split()[0].lower() in _NOT_TO_CHOOSE:
            return None
        both = sorted((found["one"], found["other"]))
        chosen = both[zlib.crc32(" ".join(both).lower().encode()) % 2]
        return self._say("speech.either", CHOSEN_FIT, turn, chosen=chosen)

    def _see(self, question: str, turn: int) -> Candidate | None:
        found = _SEEN.search(question)
        what = (found["what"] or found["what2"]) if found else ""
        if not what or (what[0].isupper() and self.knows(what.split()[0])):
            return None
        somebody = _SOMEBODY.search(what) or what[0].isupper()
        return self._say_unseen("person" if somebody else "thing", turn)

    def _see_sought(self, question: str, turn: int, told: str) -> Candidate | None:
        """Return that it has not seen whom the asker looks for, nor that they came here."""
        found = _OF_SOUGHT.search(question) or _CAME.search(question)
        if found is None:
            return None
        who = found.groupdict().get("sought") or found.groupdict().get("who") or ""
        leans = who.casefold() in THIRD_PERSON
        sought = [each for each in split_sentences(told) if _SEEKS.search(each)]
        if leans and (not sought or any(map(self._names_known, sought))):
            return None
        if not leans and (self._names_known(f"of {who}") or not _is_somebody(who)):
            return None
        return self._say_unseen("thing" if who.casefold() == "it" else "person", turn)

    def _names_known(self, words: str) -> bool:
        return any(map(self.knows, INNER_NAME.findall(words)))

    def _say_unseen(self, kind: str, turn: int) -> Candidate:
        said = self._say(f"speech.not-seen.{kind}", UNSEEN_FIT, turn)
        return replace(said, found=found_by.UNSEEN)

    def _say(self, key: str, fit: float, turn: int, **values: str) -> Candidate:
        values |= {"name": self.asker}
        words = choose_wording(self.texts, key, turn, values)
        return Candidate(
            f"{words[:1].upper()}{words[1:]}", Origin.PLAIN, fit, found=found_by.CHOSEN
        )


def _is_somebody(who: str) -> bool:
    """Return whether words name a person: "a man called Jorren", "a surveyor", "Thora"."""
    return bool(who[:1].isupper() or _SOMEBODY.search(who) or _BY_TRADE.search(who))
