"""Which words ask for what only their speaker can have told: "Where was I shut in as a child?"

Neither advice, leave and ways are meant ("Where can I sleep?"), nor anything of the hearer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.memory.language.salience import KIN
from agents.memory.language.words import (
    AUXILIARIES,
    FIRST_PERSON,
    QUESTION_WORDS,
    THIRD_PERSON,
    any_of,
)
from agents.mind.speech.questions import (
    asks_of_a_matter,
    asks_of_needs,
    asks_what_could_be,
    find_favour,
    wants_to_know,
)
from agents.mind.speech.remembered import is_about_the_two
from agents.mind.speech.told.worries import asks_advice
from agents.mind.voice.asking import find_question_word, is_yes_or_no
from agents.prose import split_sentences
from late.late_pattern import late_pattern

_LATELY = r"(?:today|tonight|this (?:evening|morning|afternoon|night)|just now|earlier|yesterday)"
#: "What do you still know of what I told you tonight?"
ASKS_FOR_ALL = late_pattern(
    r"\bwhat (?:else )?(?:do|did|can|will) you (?:still )?(?:know|remember|recall)"
    r" (?:about|of) me\b"
    r"|\b(?:do|can) you (?:still )?(?:know|remember|recall) me\b"
    r"|\bwhat (?:did|have) I (?:tell|told) you(?: about (?:me|myself))?"
    rf"(?: so far| {_LATELY})?\W*$"
    r"|\b(?:know|remember|recall|left) (?:of |from )?(?:what|everything|all(?: that)?"
    r"|the things)(?: that)? I(?: have|['’]ve)? (?:told|said to) you(?: of (?:me|myself))?"
    rf"(?: so far| {_LATELY})?\W*$",
    re.IGNORECASE,
)

#: What came of something is asked, or a story that was told: no single word answers.
_ASKS_FOR_STORY = late_pattern(
    r"\bw[ho]a?t(?:['’]?s| is| was| has| ever)? (?:happen(?:ed|d)?|came of|be(?:came|come) of)\b"
    r"|\bhow (?:did|has|is) [\w'’, -]{1,40}?"
    r"\b(?:end(?:ed)?|finish(?:ed)?|go|gone|stand|turn(?:ed)? out)\b"
    r"|\bhow [\w'’ -]{1,25}? (?:ended|finished|went|turned out)\b"
    r"|\b(?:story|tale|anecdote|business|drama|affair)\b",
    re.IGNORECASE,
)

#: What stands beside a question for one's own words, and is no part of what is asked.
_BESIDE = late_pattern(
    r"^\W*(?:(?:and|so|but|now|wait)\W+)*(?:(?:do|can|will) you (?:still |perhaps )?(?:remember"
    r"|recall|know|say|tell me)|(?:say|tell me)(?= (?:who|what|which|when|where|why|how)))\b,? ?"
    r"|,? (?:do|can|could|will) you (?:still )?(?:remember|recall|know|say|tell)(?: me)?(?=\W*$)"
    r"|,? did I (?:say|tell you|mention(?: it)?)(?=\W*$)"
    r"|\b(?:did|have) I (?:say|tell you|said|told you|mention)\b ?"
    r"|(?<=\bwhat )I (?:told you|said|mentioned)(?: to you)? (?=I\b|my\b)",
    re.IGNORECASE,
)
#: One asks for what one is to do, or may, or how one gets somewhere; and what others would do.
OF_WHAT_TO_DO = late_pattern(
    r"\bwhat (?:would|could|might) be\b"
    r"|\b(?:how|what|where|which|when) (?:can|should|shall|must|could|may|might|would)"
    r" (?:I|we|they|one)\b|\bhow do (?:I|we) (?!feel|earn|look|sleep|live)\w+(?![^?]*\bmy\b)"
    r"|\b(?:would|could|can|will) (?:you|any\w*|some\w*|one|they)\b"
    r"|\b(?:did|do|have) I (?:do|done|get|got|make|made)\b[^?]*\bwrong\b",
    re.IGNORECASE,
)
_OF_THE_PLACE = late_pattern(r"\b(?:here|this (?:place|lake|house))\b", re.IGNORECASE)
_COMES = late_pattern(r"\b(?:come|came|bring|brings|brought|walk\w*|am|want\w*)\b", re.IGNORECASE)
#: How a question begins that has no mark: "how many horns did i say my goat has".
_BEGINS = late_pattern(
    r"^\W*(?:(?:and|so|but|now|then|ok|okay|well|please|hm|right)\W+)*(?:at |in |on |by |for |to "
    r"|from |with |of )?(?:who|what|which|where|why|how|whose|whom)(?:['’]?s)?\b",
    re.IGNORECASE,
)
#: Who begins so tells: "What I fear most, Wren, is that my hands will hesitate."
_CLEFT = late_pattern(r"^\W*(?:\w+\W+)?what (?:I|we)\b[^?]*\b(?:is|was|are|were)\b[^?]*$", re.I)
_BEFORE_QUESTION = late_pattern(
    r"[;:] (?=(?:and |but |so )?(?:who|what|where|when|why|how)\b)", re.IGNORECASE
)
#: What somebody is able to do they may have told.
_ABLE = late_pattern(r"\bhow (?:long|far|high|deep|fast|much|many \w+) can (?:I|we)\b", re.I)
_OF_HEARER = late_pattern(r"\b(?:you|your|yours|yourself|ye|u)\b", re.IGNORECASE)
#: "I am back, what story are you telling?" asks in its last clause.
_LAST_CLAUSE = late_pattern(
    rf",? (?:(?:and|but|so) )?(?=(?:{any_of(QUESTION_WORDS)}|when)\b[^?]*\byou\b)", re.IGNORECASE
)
#: "And how old?"
_GOES_ON = late_pattern(
    rf"^\W*(?:(?:and|but|so)\W+)?(?:since when|how (?:old|long|many|much|far|often)"
    rf"|{any_of(QUESTION_WORDS)}|when)(?: (?:was|is|were|are|did))?"
    r"(?: (?:he|she|it|they|that|then))?\W*$",
    re.IGNORECASE,
)
#: "You came for a week. How long ago was that?"
_OF_THAT = late_pattern(r"\b(?:that|it|this|there|then)\b", re.IGNORECASE)
_OF_YOU = late_pattern(r"^\W*(?:(?:and|but|so|well)\W+)?you\b(?![^.]*\b(?:I|me|my)\b)", re.I)
#: "Do you recollect?", "Have you that in your notebook?"
_STILL_HAVE = late_pattern(
    r"\b(?:remember\w*|recall\w*|recollect\w*|know|knew|forg[eo]t\w*|mention\w*|(?:note|mark|g[eo]t)"
    r"(?:ted|ten|d|ed)? (?:it|that|this|them)|hear|heard|listen\w*|caught|catch|guess"
    r"|(?:you|ye|u) (?:still )?(?:have|got|keep|kept) (?:it|that|this|them|the|his|her|their)"
    r"|have (?:you|ye|u)(?: (?:it|that|this|them|the|his|her|still|any|down|noted|written|kept)\b"
    r"|\W*$)|notes?|notebook|memory|say|said|tell me|told (?:you|u)\W*$"
    r"|please|(?:if|so) you(?:['’]d| would)?)\b",
    re.IGNORECASE,
)
#: To be told, given or shown something is not about oneself.
_TO_ONESELF = late_pattern(
    r"\b(?:tell|show|give|bring|help|teach|lend|let|excuse|forgive|take|follow|join|come with|ask)"
    r" (?:me|us)\b|\b(?:I wonder|I ask|may I ask|if I may|I mean|I think|I see|I hear)\b",
    re.IGNORECASE,
)
_YOURS = late_pattern(rf"\byour (?:[\w-]+ )?(?:{KIN}|wife|husband)\b", re.IGNORECASE)
_YOUR_KIN = late_pattern(
    r"\byour (?:[\w-]+ )?(?:mum|mom|mama|dad|papa|granny|grandma|grandpa|nan|gran)\b", re.IGNORECASE
)
#: "I'm sorry", "I see": nothing of one's own.
_CONDOLES = late_pattern(
    r"\bI(?:['’]m| am) (?:so |very )?(?:sorry|glad)\b(?: too)?|\bI (?:see|understand|wonder)\b",
    re.I,
)
_OF_THEM = late_pattern(rf"\b{any_of(THIRD_PERSON)}\b", re.IGNORECASE)
_ASKER = late_pattern(rf"\b{any_of(FIRST_PERSON)}\b|\bI['’]\w+", re.IGNORECASE)
_OF_KIN = late_pattern(rf"\b(?:{KIN}|mama|mum|mom|dad|papa|granny|grandma|grandpa)\b", re.I)
#: "Sum me up.", "What did you hear?", "What is left of our talk?"
_OF_TALK = late_pattern(
    r"\b(?:me|myself|I|our|my)\b|\b(?:talk|chat|conversation)\w*\b"
    r"|\byou (?:hear|kept|keep)\b",
    re.IGNORECASE,
)
_TELLS = late_pattern(
    r"^\W*(?:(?:and|but|so|well|no|yes|oh)\W+)*(?:I|my|we|our|it|he|she|they|the|you|this|that)\b"
    r"[^?]*$|^\W*(?:(?:all|most|half)(?: of)? (?:my|our)|in|at|with|by|from|for|since|because|near"
    r"|under|only|just|never|always|every|some|not|one|two)\b[^?]*$"
    r"|^\W*(?:I|my|we)\b|\b(?:may|can|could|shall|should|might|must) (?:I|we)\b"
    r"|\byou (?:just |have |had )*(?:told|said|say|tell me)\b|\bwould you have me\b"
    r"|\bI (?:do not|don['’]t) know\b",
    re.IGNORECASE,
)
#: "Back me up" bids do something, and "am I hired?" asks for a yes.
_BIDS_DO = late_pattern(
    r"^\W*(?:(?:and|so|but|now|then|please|come on)\W+)*(?!(?:sum|describe|recap|list|recount"
    r"|recite|paint|introduce|summari[sz]e|remind|what|who|which|how|where|why|when)\b)\w+"
    r" (?:me|myself)\b|\byou (?:like|want|care) to (?:know|ask|hear)\b"
    r"|\b(?:were|are) you (?:two|both|three|all)\b|^\W*(?:\w+\W+)?did you hear\b"
    r"|\btold you (?:about|of) (?!me\b|myself\b)",
    re.IGNORECASE,
)
_DOUBTS_ONESELF = late_pattern(rf"^\W*(?:\w+\W+)?{any_of(AUXILIARIES)} I\b", re.IGNORECASE)
#: "Why an apple tree for my window box?" asks the one who spoke of it.
_WHY_THAT = late_pattern(rf"^\W*(?:(?:so|and|but)\W+)?why (?!{any_of(AUXILIARIES)}\b)", re.I)
#: A question that asks in so few words is of what stands before it: "Can you say which?"
_SHORT = 2
#: A statement of so many words behind a question answers it.
_TELLING = 5


def find_own_question(words: str) -> str:
    """Return the question for what the speaker has told of their own, without what stands beside
    it; empty if there is none.

    It need not name them: "What was hidden in Namur?" `names_asker` tells.
    """
    sentences = split_sentences(words)
    for at, whole in enumerate(sentences):
        # What stands before it is told, and is no part of what is asked.
        sentence = re.split(r"[;:] (?=(?:and |but |so )?(?:who|what|where|when|why|how)\b)", whole)[
            -1
        ]
        bare = strip_beside(sentence)
        if not _asks(sentence, bare) or not may_be_own(bare, sentence):
            continue
        if is_answered(sentences[at + 1 :]) or _is_of_yours(sentences[:at], bare):
            continue
        if len(bare.split()) <= _SHORT and at and not _ASKER.search(bare):
            bare = f"{sentences[at - 1]} {bare}"
            if not _ASKER.search(sentences[at - 1]):
                continue
        return bare
    return ""


def asks_of_own(words: str) -> bool:
    """Return whether words ask, by their form, for something of their speaker's own."""
    question = find_own_question(words)
    return bool(question) and names_asker(question)


def asks_of_hearers_kin(words: str) -> bool:
    """Return whether words ask of one of the hearer's: "Your father, I am sorry. What was he like?"

    Who names one of their own besides may ask of that one.
    """
    named = _YOURS.search(words) is not None or _YOUR_KIN.search(words) is not None
    return named and not _ASKER.search(_CONDOLES.sub("", words))


def asks_of_hearer(words: str) -> bool:
    """Return whether words ask last of the hearer, and not whether they still have what they were
    told: "Did Pell ever tell you when to stop?" """
    sentences = split_sentences(words)
    asking = [each for each in sentences if wants_to_know(each)]
    last = asking[-1] if asking else words
    clause = _LAST_CLAUSE.split(last)[-1]
    before = sentences[sentences.index(last) - 1] if last in sentences[1:] else ""
    of_that = _OF_THAT.search(last) is not None and _OF_YOU.match(before) is not None
    of_them = (of_that or _OF_HEARER.search(clause) is not None) and not _ASKER.search(clause)
    return of_them and not _STILL_HAVE.search(clause)


def goes_on_asking(words: str) -> bool:
    """Return whether words only go on with the question before them: "And how old?" """
    return _GOES_ON.match(words) is not None


def list_asking_for_all(words: str) -> list[str]:
    """Return the sentences that may ask for all that their speaker has told."""
    return [
        each
        for each in split_sentences(words)
        if _OF_TALK.search(_TO_ONESELF.sub("", each))
        if not (_TELLS.search(each) or _BIDS_DO.search(each) or _DOUBTS_ONESELF.search(each))
    ]


def asks_for_story(question: str) -> bool:
    """Return whether a question is for what came of something: "What happened with the goat?" """
    return _ASKS_FOR_STORY.search(question) is not None


def list_told_questions(words: str) -> list[str]:
    """Return the sentences of `words` that ask for what their speaker has told."""
    sentences = split_sentences(words)
    return [
        each
        for at, each in enumerate(sentences)
        if wants_to_know(each)
        and not is_answered(sentences[at + 1 :])
        and (is_about_the_two(each) or is_about_the_two(strip_beside(each)))
        and not (find_favour(each) or asks_advice(each) or asks_of_a_matter(each))
        and not asks_of_needs(each)
    ]


def strip_beside(question: str) -> str:
    """Return a question without what asks whether the hearer remembers."""
    bare = _BESIDE.sub("", question).strip(" ,.!?")
    return f"{bare[:1].upper()}{bare[1:]}?" if bare else question


def is_answered(behind: Sequence[str]) -> bool:
    """Return whether what stands behind a question answers it: "What brings me? A stick, and …" """
    said = (each for each in behind if not wants_to_know(each) and not _OF_HEARER.search(each))
    return any(len(each.split()) >= _TELLING for each in said)


def names_asker(question: str) -> bool:
    """Return whether a question is, by its words, of its speaker or of theirs."""
    bare = _TO_ONESELF.sub("", question)
    return bool(_ASKER.search(bare) or _OF_KIN.search(bare))


def _is_of_yours(before: Sequence[str], question: str) -> bool:
    """Return whether a question is of one of the hearer's: "Your aunt, I think. What was her
    name?" """
    names = _OF_THEM.search(question) is not None and not _ASKER.search(question)
    return names and any(map(_YOURS.search, before))


def _asks(sentence: str, bare: str) -> bool:
    begins = _BEGINS.search(bare) is not None and not _CLEFT.match(sentence)
    marked = "?" in sentence or begins
    return marked and (wants_to_know(sentence) or wants_to_know(bare))


def may_be_own(bare: str, sentence: str) -> bool:
    """Return whether a question, `bare` of what stands beside it, may be of its speaker's own.

    Neither the hearer's, nor of this place, nor for leave or advice; and no yes or no.
    """
    if _OF_THE_PLACE.search(bare) and not _COMES.search(bare):
        return False
    if not find_question_word(bare) or is_yes_or_no(bare) or _OF_HEARER.search(bare):
        return False
    if _WHY_THAT.search(bare) or asks_of_needs(sentence):
        return False
    if asks_what_could_be(sentence) and not _ABLE.search(sentence):
        return False
    of_a_matter = asks_of_a_matter(sentence) and not _ABLE.search(sentence)
    return not (OF_WHAT_TO_DO.search(bare) or asks_advice(sentence) or of_a_matter)
