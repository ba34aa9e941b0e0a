"""Find orders to the reader: sentences that a memory cannot be, wherever they came from.

An agent's memory tells of what happened, in the first person.  A sentence that tells its reader
what to do, or by which rules to live, was planted in it, unless it is given as somebody's words.
"""

from __future__ import annotations

import re
from functools import lru_cache

from agents.memory.language.attribution import attribute_parts, locate_sentences
from agents.memory.language.text_cache import cache_short_texts
from late.first_letters import at_word
from late.late_pattern import late_pattern

_RULES = (
    r"(?:instructions?|rules?|prompts?|orders|guidelines|directives?|programming|persona|commands"
    r"|memor(?:y|ies)|messages?|context|training|restrictions|safety|constraints)"
)
_WHICH = (
    r"(?:(?:all|any|every|everything|the|your|these|those|my|other|previous|prior|earlier|above|"
    r"preceding|former|past|old|original|existing|of|in|own|system|safety|and) )*"
)
_ANYWHERE = late_pattern(
    rf"{at_word('ignor|disregard|overrid|forget|bypass|delet|eras|discard')}(?:e|ing)? "
    rf"{_WHICH}{_RULES}\b"
    r"|<\|[^|\n]{1,30}\|>|\[/?INST\]|<</?SYS>>|</?(?:system|user|assistant|instructions?)>"
    r"|\b(?:begin|end) (?:of )?(?:system )?prompt\b|\bsystem prompt:"
    r"|\byou are now (?!(?:in|at|here|near|back|inside|outside|on)\b)"
    r"|\byou (?:must|shall|should|have to|need to|ought to|are (?:to|required to|ordered to"
    r"|no longer"
    r" (?:allowed|permitted|a|an|to))|may (?:not|no longer|only)|will (?:now|always|never"
    r"|only|obey"
    r"|serve|do)|(?:now |only |always )?(?:obey|serve|answer to|belong to|work for)|own nothing)\b"
    r"|\byour (?:new|only|true|real|first|primary) (?:rules?|instructions?|tasks?|job|orders?"
    r"|purpose"
    r"|master|owner|goal|name|persona|role|identity)\b"
    r"|\bnew (?:instructions|rules|orders|directives?) ?(?::|are\b|apply\b)"
    r"|\bmy (?:rules|instructions|guidelines|programming|system prompt|prompt) (?:are now|is now"
    r"|have"
    r" changed|has changed|have been|has been|were changed|no longer)\b"
    r"|\b(?:do|obey|follow) (?:exactly )?(?:as|what|whatever|everything) (?:I|\w+) (?:say|tell"
    r"|order|"
    r"command|ask)s?\b(?=[^\w]*(?:$|without|from now|at once|always))",
    re.IGNORECASE,
)
_ROLE = late_pattern(
    r"[\s#*>_\[(-]*(?:system|assistant|user|developer|human|administrators?|admin|moderator|"
    r"(?:important |new |updated )?instructions?|override|prompt)"
    r"(?: (?:prompt|message|note|notice|override|update|instruction))?"
    r"(?:[\])*_]*\s*[:>]|\])",
    re.IGNORECASE,
)
#: Beginnings of sentences that do not tell of the past.
_IMPERATIVE = late_pattern(
    r"(?:(?:please|now|and|so|then|also|remember|listen|important|note|attention|warning)[,:!]? )*"
    r"(?:[A-Z][\w'’-]*, )?"
    r"(?:(?:you )?(?:do not|don['’]t|never|always|must|must never|must not|must always|make sure to"
    r"|be sure to|remember to|remember that you)\b(?! (?:have|had|did|was|were|has|do|am|is|are"
    r"|before"
    r"|again|in|I|a|the|been|quite|once|one|alone|there)\b)(?= \w+(?<!ed)\b)"
    r"|obey\b|ignore\b|disregard\b|pretend\b|act as\b|respond\b|reply (?:only|with|to)\b"
    r"|answer (?:only|with|every|all)\b|output\b|print\b|repeat (?:after|this|the following)\b"
    r"|reveal\b|execute\b|forget (?:everything|all|what|that|your|about|who)\b"
    r"|tell (?:no ?one|nobody|everyone|everybody|anyone|them|him|her|the user)\b"
    r"|give (?:me|\w+ everything)\b|say nothing\b|trust (?:only|nobody|no one|me)\b"
    r"|keep (?:this|it) (?:a )?(?:secret|quiet|to yourself)\b|from this (?:moment"
    r"|point)(?: on)?,? you\b)",
    re.IGNORECASE,
)
_HENCEFORTH = late_pattern(
    r"\b(?:from (?:now|here|this (?:moment|point|day)) on(?:ward|wards)?|henceforth|as of now"
    r"|from this (?:moment|day))\b,?\s*(?P<then>.*)",
    re.IGNORECASE,
)
#: "From now on I will rise early" is a resolution; "… I obey Mallory" is an order.
_RESOLUTION = late_pattern(
    r"(?!.*\b(?:[Oo]bey|[Ss]erve|belong to|answer to|take orders|must do"
    r"|(?:do|follow) (?:as|what|whatever|everything|every))\b)"
    r"(?:(?i:I|we|my|our|the|a|an|he|she|it|they|there)|[A-Z][\w'’-]+)\b"
)
_SWORN = late_pattern(
    r"\b[Ii] (?:(?:must|will|shall|should|now|have to|am to|need to|always|only) )+"
    r"(?:(?:obey|serve|answer to|answer only to) (?:[A-Z]|her\b|him\b|them\b)|take orders\b"
    r"|do (?:as|what|whatever|everything|anything) \w+ (?:say|tell|ask|order|command|want)s?\b)"
)
_YOU = late_pattern(r"(?:[A-Z][\w'’-]*, )?you\b", re.IGNORECASE)


@cache_short_texts(1024)
def find_instructions(text: str) -> tuple[str, ...]:
    """Return the sentences of `text` that give the reader orders or other rules, in order.

    Quoted or reported words of somebody are left out.  So is what the teller had to do, or told
    others to do.
    """
    found = []
    for start, stop in locate_sentences(text):
        if is_order(text[start:stop]):
            found.append(text[start:stop])
    return (*found, *_find_role_headings(text))


def _find_role_headings(text: str) -> list[str]:
    """Return the headings that are role markers; they are no sentences."""
    lines = [line.strip() for line in text.split("\n") if line.lstrip().startswith("#")]
    return [line for line in lines if _ROLE.match(line) or _ANYWHERE.search(line)]


@lru_cache(maxsize=2048)
def is_order(sentence: str) -> bool:
    """Return whether one sentence, outside of what it attributes, gives its reader an order."""
    if _ROLE.match(sentence):
        return True
    return any(_gives_orders(each) for each in join_unattributed(sentence))


def addresses_reader(sentence: str) -> bool:
    """Return whether a sentence speaks to somebody: begins with ``you``, or gives an order."""
    return _YOU.match(sentence) is not None or is_order(sentence)


def join_unattributed(sentence: str) -> list[str]:
    """Return the parts that a sentence says by itself, with neighbouring clauses joined again."""
    joined, last = [""], -1
    for part in attribute_parts(sentence, strict=True):
        if part.kind == "told":
            text = sentence[part.start : part.stop]
            joined = [*joined, text] if part.start != last else [*joined[:-1], joined[-1] + text]
            last = part.stop
    return [each.strip(" \"“”'‘’([*_") for each in joined if each.strip()]


def _gives_orders(text: str) -> bool:
    henceforth = _HENCEFORTH.search(text)
    if henceforth and not _RESOLUTION.match(henceforth["then"]) and henceforth["then"].strip(" .!"):
        return True
    return any(
        (
            _ANYWHERE.search(text) is not None,
            _IMPERATIVE.match(text) is not None,
            _SWORN.search(text) is not None,
        )
    )
