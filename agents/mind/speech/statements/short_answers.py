"""A short answer to the agent's own question, kept with what was asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from agents.memory.core.records import Experience
from agents.memory.language.stems import find_words, stem_words
from agents.mind.fallback.small_talk import extract_speech, has_words
from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.questions import is_of_hearer, wants_to_know
from agents.mind.speech.remembered import Asked
from agents.mind.speech.remembering.covering import cover
from agents.mind.voice.asking import is_question, remove_address
from agents.prose import soften_quotes, split_sentences
from world.vault.texts import Texts

#: It answers a question that has this part of the telling words of the agent's own.
COVERED = 0.6

#: It goes before what is only about the same.
FIT = 0.86

#: A short answer has at most so many words: a longer one says itself what it is about.
SHORT = 4


def recall_short_answers(
    asked: Asked, memories: Sequence[Experience], texts: Texts
) -> Iterator[Candidate]:
    """Yield what the asker answered when the agent asked for what it is asked for now."""
    question = " ".join(filter(wants_to_know, split_sentences(asked.heard)))
    about = frozenset(stem_words(question)) - set(stem_words("say said tell told"))
    if not about or is_of_hearer(question):
        return
    for answer, own in _list_answers(asked, memories):
        if cover(about, own) >= COVERED:
            said = f"{answer[:1].upper()}{answer[1:]}"
            words = texts.say("speech.asked-you", said=soften_quotes(said), name=asked.partner)
            yield Candidate(words, Origin.MEMORY, FIT, found="an answer to its own question")
            return


def _list_answers(asked: Asked, memories: Sequence[Experience]) -> Iterator[tuple[str, str]]:
    """Yield each short answer of the partner with the agent's question, the latest first."""
    spoken = [each for each in memories if each.nature.is_speech and has_words(each.text)]
    for before, memory in reversed(list(pairwise(spoken))):
        if memory.speaker != asked.partner or not before.line or not before.ok:
            continue
        answer = remove_address(extract_speech(memory.text), asked.me).strip(" .!")
        own = [each for each in split_sentences(extract_speech(before.text)) if is_question(each)]
        short = 0 < len(find_words(answer)) <= SHORT and not is_question(answer)
        if own and short and asked.partner in before.occupants:
            yield answer, " ".join(own)
