"""What a voice answers to words: its exchanges for nearly the same, asked in the same way."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agents.memory.language.salience import KIN
from agents.memory.language.stems import stem_words
from agents.memory.language.words import ALIKE_IN_TALK
from agents.mind.speech.candidates import EXACT, Candidate, Origin
from agents.mind.speech.history import TalkHistory
from agents.mind.speech.knowledge.answers import KnowledgeAnswers, read_question
from agents.mind.speech.knowledge.at_hand import SeenThings
from agents.mind.speech.knowledge.thing import find_owned, is_of_owner_alone
from agents.mind.speech.questions import wants_to_know
from agents.mind.speech.remembered import asks_what_was_told, is_about_the_two
from agents.mind.speech.told.sexes import fit_pronouns
from agents.mind.voice.asking import find_question_word, is_question
from agents.mind.voice.courtesies import is_farewell
from agents.mind.voice.question_kinds import QuestionKind, find_kind
from agents.mind.voice.retrieval import NEAR_ENOUGH, NearExchange
from agents.mind.voice.voice import Voice
from agents.prose import split_sentences
from late.late_pattern import late_pattern
from world.boundaries import Situation
from world.vault.texts import Texts

#: What memory has counts for more than the voice in questions about the asker.
ABOUT_THE_TWO = 0.6

#: From this likeness on two questions are the same, whatever kind their words make of them.
NEARLY_SAME = 0.8

#: An exchange that answers as likely as that does so whatever kind of question it is for.
LIKELY = 0.5

#: Below this likeness an exchange answers only what has most of its telling words, asked alike.
#: Higher, it costs more right answers than wrong ones (first set of `benchmarks.life`).
CLOSE = 0.45

_OF_KIN = rf"(?:{KIN}|baby|boy|girl)"
_KIN = late_pattern(rf"\b{_OF_KIN}\b", re.IGNORECASE)
_THEIR_KIN = late_pattern(rf"\b(?:the|your) ({_OF_KIN})\b", re.IGNORECASE)

_STATE = late_pattern(
    r"(?:^|[.!?] )\W*(?:(?:no|oh|but|well)\W+)?I(?:['’]m| am| feel| have)\b"
    r"(?P<no> (?:not|no|never)\b)?",
    re.IGNORECASE,
)
_NO = late_pattern(r"\b(?:not|no|never|nothing|nobody)\b|n['’]t\b", re.IGNORECASE)

_ALIKE = {stem: words[0] for words in ALIKE_IN_TALK for stem in stem_words(" ".join(words))}


def answer_by_voice(near: Sequence[NearExchange], heard: str) -> Iterator[Candidate]:
    """Yield the answers of near exchanges; memory knows better what the asker is or said.

    If one is for just these words, another is for something else.  Who takes leave is answered for
    that, whatever they speak of besides.
    """
    if is_farewell(heard):
        near = [each for each in near if is_farewell(each.heard)] or near
    weight = ABOUT_THE_TWO if is_about_the_two(heard) else 1.0
    least = EXACT if near and near[0].score >= EXACT else NEAR_ENOUGH
    asked, owned = read_question(heard), find_owned(heard)
    for each in (one for one in near if one.score >= least):  # of hundreds that share a word
        if is_of_owner_alone(each.heard, owned) or _denies(heard, each.heard):
            continue
        if each.score < CLOSE and not (each.by_meaning or _is_covered(heard, each)):
            continue
        if asked is None or each.chance >= LIKELY or _is_asked_alike(each, asked.kind):
            fit, found = weight * each.score, f'its voice, to "{each.heard}"'
            for answer in each.exchange.answers:
                if _is_of_other_kin(heard, answer.text):
                    continue
                near_to = each.heard if each.by_meaning else ""
                words = fit_pronouns(answer.text, each.heard, heard)
                yield Candidate(
                    words,
                    Origin.VOICE,
                    fit,
                    answer.is_gesture,
                    found,
                    near_to,
                    each.heard,
                    each.chance or 1.0,
                )


def _denies(heard: str, known: str) -> bool:
    """Return whether words say "I am not ill" where an exchange is for who says "I am ill"."""
    state = _STATE.search(heard)
    return bool(state and state["no"] and _STATE.search(known) and not _NO.search(known))


def _is_of_other_kin(heard: str, answer: str) -> bool:
    """Return whether an answer speaks of somebody's child, say, and words only of their sister."""
    meant = {each[1].casefold() for each in _THEIR_KIN.finditer(answer)}
    told = {each[0].casefold() for each in _KIN.finditer(heard)}
    return bool(meant and told) and meant.isdisjoint(told)


def _is_covered(heard: str, near: NearExchange) -> bool:
    """Return whether a wording has enough of what words are about.

    "Could a boat see your lamp?" is not answered by what is for "Can I see the lamp?"
    """
    asked = " ".join(filter(wants_to_know, split_sentences(heard))) or heard
    about = _stem_alike(asked)
    shared = len(about & _stem_alike(near.heard))
    alike = find_question_word(asked) == find_question_word(near.heard)
    return not about or (2 * shared > len(about) and (alike or not is_question(asked)))


def _stem_alike(words: str) -> frozenset[str]:
    """Return the telling stems of `words`, words that mean much the same in talk as one."""
    return frozenset(_ALIKE.get(each, each) for each in stem_words(words))


#: "Is it always so quiet here?", "Is it like this every evening?"
_ASKS_ALWAYS = late_pattern(
    r"^\W*(?:(?:and|but|so|is|tell me)\W+)*(?:is|are|has) (?:it|this|that|things?|the \w+)"
    r" [^?.!]{0,30}?\b(?:always|every (?:day|evening|night|morning|year|time)|usually|normally)\b",
    re.IGNORECASE,
)
#: What is so here goes before what only shares a word with it.
ALWAYS_FIT = 0.93


def answer_of_things(
    voice: Voice,
    texts: Texts,
    situation: Situation,
    heard: str,
    asker: str,
    history: TalkHistory,
) -> Iterator[Candidate]:
    """Yield what the voice knows of what is asked, and what one sees of it where it is at hand.

    What the asker has told is nothing of this: memory has that.
    """
    if asks_what_was_told(heard):
        return
    at_hand, turn = situation.descriptions, len(history.own)
    if _ASKS_ALWAYS.search(heard):
        lines = [e for e in voice.list_for("always") if not any(e in own for own in history.own)]
        found = "its voice, whether it is always so"
        yield from (Candidate(each, Origin.VOICE, ALWAYS_FIT, found=found) for each in lines)
    yield from KnowledgeAnswers(voice, texts, at_hand).answer(heard, history)
    yield from SeenThings(at_hand, texts).answer(heard, history, asker, turn)


def _is_asked_alike(near: NearExchange, kind: QuestionKind) -> bool:
    """Return whether an exchange is for a question of the same kind, or for nearly the same words.

    "Who built the Hall?" is not answered by what is for "Where is the Hall?"
    """
    if not kind.closed or near.score >= NEARLY_SAME:
        return True
    known = filter(None, map(find_kind, near.exchange.heard))
    return any(each.name in (kind.name, *kind.also) for each in known)
