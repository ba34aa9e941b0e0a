"""Whether a message has arrived: answered by what the agent has said, and what it has heard."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime

from agents.memory.language.stems import stem_words
from agents.mind.fallback.small_talk import extract_speech
from agents.mind.manners.company import Company, HeardLine
from agents.mind.manners.tales import MESSAGE, PASSED_ON, Tale
from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.days import describe_day
from agents.mind.speech.kinds import found_by
from agents.mind.speech.messages import find_message
from agents.mind.voice.asking import is_question
from agents.prose import split_sentences
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.vault.texts import Texts
from world.verbs.calling import list_called

#: It goes before all that the voice says at any time: it is asked for just this.
FIT = 1.5

#: Words tell a thing that have this part of its telling words.
TELLS = 0.6

_WORD = r"(?:words?|messages?|greetings?|regards|note|what I (?:said|told you|asked))"
_NAME = r"(?-i:(?P<name>[A-Z]\w+))"
_SENT = (
    rf"\b(?:did|has|have) (?:my|the|that) {_WORD}\b[^?]*?\b(?:to|reach(?:ed)?) {_NAME}",
    rf"\b(?:did|has|have) {_NAME} (?:get|got|had?|have|heard?|receive\w*) (?:my|the|that) {_WORD}",
    rf"\b(?:did|have) you (?:tell|told|speak to|spoken to|let) {_NAME}",
    rf"\b(?:did|have) you (?:given?|pass(?:ed)?|brought?|bring|carr\w+|t[ao]ken?) {_NAME}? ?"
    rf"(?:on )?(?:my|the|that) {_WORD}(?:[^?]* to {_NAME.replace('name', 'name2')})?",
    rf"\bmy {_WORD} (?:to|for) {_NAME}",
)
_BROUGHT = (
    rf"\b(?:did|has) {_NAME} (?:\w+ )?(?:given?|tell|told|br[oi]\w+|pass\w*|say|said)\b"
    rf"[^?]*\b(?:my {_WORD}|from me|for me)",
    rf"\b(?:did|has) {_NAME} (?:\w+ )?(?:tell|told|say|said|mention\w*)(?: to)?(?: you)?"
    r" (?:(?:that )?I\b(?! am I\b)|(?:about|of) me\b)",
    rf"\b(?:did|have) you (?:get|got|had?|have|heard?|receive\w*) (?:my|a|any) {_WORD}"
    r"(?: from me)?",
)
_TOLD_BY = (
    r"\b(?:did|has|have) (?:any|some)(?:one|body) (?:here |else )?(?:tell|told|say|said)\b"
    r"(?: to)?(?: you)?,? (?:that |of |about )(?P<what>[^?]+)",
)
_TOLD_ON = (
    r"\b(?:did|have) you (?:tell|told|say|said|mention|mentioned|speak|spoken|talk"
    r"|talked)(?: (?:it|this|that))?(?: (?:to|with))?"
    r" (?:any(?:one|body)|some(?:one|body)|the others|others|them|people)(?: else)?(?:,? (?:that"
    r"|of|about) (?P<what>[^?]+))?",
)


def _compile(patterns: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    return tuple(late_pattern(each, re.IGNORECASE) for each in patterns)


_ASKS_SENT, _ASKS_BROUGHT, _ASKS_TOLD, _ASKS_TOLD_ON = map(
    _compile, (_SENT, _BROUGHT, _TOLD_BY, _TOLD_ON)
)


@late_dataclass(frozen=True, slots=True)
class MessageAnswers:
    """Answers for one agent, from the company it has had."""

    company: Company
    texts: Texts

    def answer(self, heard: str, asker: str, now: datetime) -> Candidate | None:
        """Return what became of a message of `asker`; None if that is not asked."""
        asked = " ".join(filter(is_question, split_sentences(heard)))
        found = next(self._list_answers(asked, asker, now), "")
        why = found_by.MESSAGES
        return Candidate(found, Origin.MEMORY, FIT, found=why) if found else None

    def _list_answers(self, asked: str, asker: str, now: datetime) -> Iterator[str]:
        if brought := _search(_ASKS_BROUGHT, asked):
            yield self._tell_brought(brought.groupdict().get("name") or "", asker, now)
        if sent := _search(_ASKS_SENT, asked):
            names = sent.groupdict()
            to = names.get("name") or names.get("name2") or ""
            own = re.search(r"\byou\b", sent[0], re.IGNORECASE) is not None
            yield from self._tell_sent(to, asker, now, own=own) if to else ()
        if told_on := _search(_ASKS_TOLD_ON, asked):
            yield self._tell_told_on(told_on["what"] or "", asker, now)
        if told := _search(_ASKS_TOLD, asked):
            yield self._tell_who_told(told["what"], asker, now)

    def _tell_told_on(self, what: str, asker: str, now: datetime) -> str:
        """Return whether the agent has told others what its asker told it."""
        wanted = set(stem_words(what)) or {asker.casefold()}
        for said in reversed(self.company.said):
            others = [each for each in said.hearers if each != asker]
            if (
                others
                and asker in said.words
                and wanted & {*stem_words(said.words), asker.casefold()}
            ):
                values = {"to": others[0], "when": describe_day(said.at, now)}
                if set(stem_words(what)) <= set(stem_words(said.words)):
                    return self.texts.say("speech.told-on.somebody", name=asker, **values)
        return self.texts.say("speech.told-on.nobody", name=asker)

    def _tell_sent(self, to: str, asker: str, now: datetime, *, own: bool) -> Iterator[str]:
        if to == self.company.me:
            yield self._tell_brought("", asker, now)
            return
        message = self._find_message(to, asker)
        if message is None:
            messenger = self._find_messenger(to, asker)
            if messenger:
                yield self._say("given", name=asker, to=to, teller=messenger)
            yield self._say("none" if own else "of-others", name=asker, to=to)
        elif at := self.company.find_said(message.words, to, message.at):
            yield self._say("told", name=asker, to=to, when=describe_day(at, now))
        else:
            yield self._say("there" if to in message.heard_by else "not-yet", name=asker, to=to)

    def _find_message(self, to: str, asker: str) -> Tale | None:
        tales = (each for each in reversed(self.company.tales) if each.kind == MESSAGE)
        return next((each for each in tales if (each.teller, each.gist) == (asker, to)), None)

    def _find_messenger(self, to: str, asker: str) -> str:
        """Return who was called when `asker` bade somebody tell `to` something; empty: nobody."""
        for line in reversed(self.company.heard):
            words = extract_speech(line.text)
            if line.speaker == asker and find_message(words)[0] == to:
                others = (each for each in list_called(words) if each not in (self.company.me, to))
                return next(others, "")
        return ""

    def _tell_brought(self, by: str, asker: str, now: datetime) -> str:
        for line in reversed(self.company.heard):
            words, when = extract_speech(line.text), describe_day(line.at, now)
            told = PASSED_ON.search(words)
            if told and told["teller"] == asker and line.speaker == (by or line.speaker):
                found = {"teller": line.speaker, "words": told["words"]}
                return self._say("brought", name=asker, when=when, **found)
            if line.speaker == asker and find_message(words)[0] == self.company.me:
                return self._say("heard-you", name=asker, when=when)
        return self._say("not-brought", name=asker)

    def _tell_who_told(self, what: str, asker: str, now: datetime) -> str:
        told = [each for each in reversed(self.company.heard) if _tells(each, what)]
        others = [each for each in told if each.speaker != asker]
        if others:
            values = {"teller": others[0].speaker, "when": describe_day(others[0].at, now)}
            return self.texts.say("speech.told-by.somebody", name=asker, **values)
        return self.texts.say(f"speech.told-by.{'you' if told else 'nobody'}", name=asker)

    def _say(self, kind: str, **values: str) -> str:
        key = f"speech.message.{kind}"
        return self.texts.say(key, **{each: values[each] for each in self.texts.names(key)})


def _search(patterns: tuple[re.Pattern[str], ...], words: str) -> re.Match[str] | None:
    return next(filter(None, (each.search(words) for each in patterns)), None)


def _tells(line: HeardLine, what: str) -> bool:
    words, wanted = extract_speech(line.text), set(stem_words(what))
    shared = wanted.intersection(stem_words(words))
    return bool(wanted) and not is_question(words) and len(shared) >= TELLS * len(wanted)
