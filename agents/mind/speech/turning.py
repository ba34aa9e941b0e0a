"""Saying somebody's own words back to them: "My dog died." – "You told me that your dog died."

Only what can be turned without a change of its sense is turned; other words stay a quotation.
"""

from __future__ import annotations

import re

from agents.memory.language.salience import KIN
from agents.memory.language.words import ARTICLES, DEMONSTRATIVES, THIRD_PERSON, any_of
from agents.mind.fallback.small_talk import swap_persons
from agents.mind.voice.asking import remove_address
from agents.prose import split_sentences
from late.late_pattern import late_pattern

#: Words that would mean somebody else in the hearer's mouth.
_OTHERS = late_pattern(
    r"\b(?:you|your|yours|yourself|we|us|our|ours|here)\b|(?<!\w)['‘]|['’](?!\w)"
    r"|\bthis\b(?! (?:winter|spring|summer|autumn|year|month|week|morning|evening|night)\b)",
    re.IGNORECASE,
)
#: "I'd a letter", "I'd never seen it": what follows tells that this is "had".
_HAD = (
    r"(?= (?:(?:never|always|already|just|once|only|also) )?(?:an?|the|my|our|no|some|been|had|gone"
    r"|done|seen|got|left|lost|taken|made|told|said|known|better|(?!need|feed|heed|bleed|breed|shed)"
    r"\w+ed)\b)"
)
_TURNED = (
    (r"\bI['’]m\b|\bI am\b", "you are"),
    (r"\b(am|was) I\b", r"\1 you"),
    (r"\bI was\b", "you were"),
    (r"\bI['’]ve\b", "you have"),
    (r"\bI['’]ll\b", "you will"),
    (rf"\bI['’]d{_HAD}", "you had"),
    (r"\bI['’]d\b", "you would"),
    (r"\b(?:I|me)\b", "you"),
    (r"\bmy\b", "your"),
    (r"\bmine\b", "yours"),
    (r"\bmyself\b", "yourself"),
)
_PATTERNS = tuple((late_pattern(pattern, re.IGNORECASE), to) for pattern, to in _TURNED)
_LONGEST = 140
_CLAUSE_TURNED = tuple(
    (late_pattern(pattern, re.IGNORECASE), to)
    for pattern, to in (
        (r"\b(?:I|we)['’](?:m|re)\b|\bI am\b", "you are"),
        (r"\b(?:am) I\b", "are you"),
        (r"\bI was\b", "you were"),
        (r"\b(?:I|we)['’]ve\b", "you have"),
        (r"\b(?:I|we)['’]ll\b", "you will"),
        (rf"\b(?:I|we)['’]d{_HAD}", "you had"),
        (r"\b(?:I|we)['’]d\b", "you would"),
        (rf"\bme (?=(?:own|{KIN})\b)", "your "),  # as many say it: "me own chair", "me mum"
        (r"\b(?:I|me|we|us)\b", "you"),
        (r"\b(?:my|our)\b", "your"),
        (r"\b(?:mine|ours)\b", "yours"),
        (r"\b(?:myself|ourselves)\b", "yourself"),
    )
)
#: "Haven't been on a plane since.", "Lost a dog here": the speaker is left out.
_SUBJECTLESS = late_pattern(
    r"^(?:haven['’]t|hadn['’]t|don['’]t|didn['’]t|can['’]t|couldn['’]t|won['’]t|never|used to|lost"
    r"|sold|came|saw|bought|found|kept|took|had|went|gave|told|got|grew|walked|worked) (?!you\b)",
    re.IGNORECASE,
)
_OF_ONESELF = late_pattern(r"\b(?:I|I['’]\w+|my|me)\b", re.IGNORECASE)
#: Somebody's name as the subject of a clause, and the verb behind it.
_SUBJECT = r"(?P<before>^|[,;:] |\b(?:and|but|that|when|if|as|because|before|while|after) )"
_ADVERBS = r"(?:(?:always|often|never|once|also|still|now|sometimes|only|really) )?"
#: Verbs that are not formed as others are: of somebody, and of the hearer.
_VERBS = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go"}
_VERBS |= {f"{one}n't": f"{other}n't" for one, other in _VERBS.items()}
#: Somebody else, and no thing.
_SOMEBODY = tuple(each for each in THIRD_PERSON if not each.startswith("it"))
_OF_SOMEBODY = late_pattern(rf"\b(?:{any_of(_SOMEBODY)})\b", re.IGNORECASE)
#: Words that have a small letter within a sentence.
_SMALL = late_pattern(
    rf"(?:you|your|{any_of(ARTICLES)}|{any_of(DEMONSTRATIVES)}|{any_of(THIRD_PERSON)}|yesterday"
    r"|today|last|once|when|on|in|at)\b",
    re.IGNORECASE,
)
#: More words than these are told one by one, and not within another sentence.
_MOST_WORDS = 24

#: "I told you that I came for the quiet." tells that one came for the quiet.
_TELLS_AGAIN = late_pattern(
    r"^\W*(?:(?:and|but|as|so)\W+)?I (?:have |just |already )*(?:told|said to) you(?: that)?,? "
    r"(?=(?:I|my|we)\b)",
    re.IGNORECASE,
)

#: What leads up to a statement and tells nothing: "Well, here is some: …", "What brings me: …".
_LEADS_UP = late_pattern(
    r"^\W*(?:(?:well|so|now|oh|ah|look|listen|you see|you know|actually|by the way|then)\b[,!]\s*"
    r"|here (?:is|are)\b[^:.;]{0,40}:\s*"
    r"|(?:let me tell you|I (?:can |will )?tell you|to tell (?:you )?the truth)\b[^:.,;]{0,20}[:,]"
    r"\s*"
    r"|you (?:said|say|asked|wanted to know|told me)\b[^:;]{0,80}[:;]\s*"
    r"|(?:as for )?(?:what|why|where|who|how)\b[^:?.;]*\b(?:I|me|my|we|us|our)\b[^:?.;]*:\s*)+",
    re.IGNORECASE,
)


#: What strangers call somebody: "…, my dear.", "Thank you, love."
_ENDEARMENT = late_pattern(
    r"(?:,|(?<=\byou)|(?<=\bhello)|(?<=\bthanks))\s+(?:my )?(?:dear(?:s|est|ie)?|love|lovely"
    r"|darling|sweet(?:heart|ie)?|pet|mate|pal|friend|(?<=my )(?:friends|ducks?|lad|lass|girl|boy))"
    r"(?=\s*(?:[,.!?;:…]|$))",
    re.IGNORECASE,
)


#: An article, or a thing alone without any: whose it is has to be said.
_UNOWNED = late_pattern(r"^(?:(?i:an?|our) |(?=[a-z]+$)(?!it$|you$|h(?:im|er)$|them$))")


def drop_lead_in(sentence: str) -> str:
    """Return a sentence without what leads up to it: ``Well, here is some: I lost a boat.``

    Whatever it calls the hearer is left out, too: ``I lost a boat, my dear.``
    """
    bare = _LEADS_UP.sub("", _ENDEARMENT.sub("", sentence))
    return f"{bare[:1].upper()}{bare[1:]}" if bare.strip(" .!") else sentence


def turn_to_speaker(words: str) -> str:
    """Return a statement as it goes on behind ``You told me that``, without a mark at its end.

    Empty if it cannot be turned: several sentences, a question, or words that mean others.
    """
    statement = drop_lead_in(words.strip())
    if len(split_sentences(statement)) != 1 or len(statement.split()) > _MOST_WORDS:
        return ""
    if statement.endswith("?") or _OTHERS.search(statement) or not _OF_ONESELF.search(statement):
        return ""
    turned = statement.rstrip(".!… ")
    for pattern, to in _PATTERNS:
        turned = pattern.sub(to, turned)
    if not _SMALL.match(turned):
        return ""
    return turned[:1].lower() + turned[1:]


def turn_clause(sentence: str, about: str = "") -> str:
    """Return a statement as it is said to its speaker, without a mark at its end.

    A pronoun at its beginning is `about`: ``He is forty.`` is ``Peder is forty``. Empty if it may
    mean others, or is too long.
    """
    bare = drop_lead_in(sentence.strip(" ()")).rstrip(".!… ")
    if re.search(r"\b(?:you|your|yours)\b|\"", bare, re.IGNORECASE) or len(bare) > _LONGEST:
        return ""
    if about:
        bare = re.sub(r"^(?:and |but )?(?:he|she|they)\b", about, bare, flags=re.I)
    if _SUBJECTLESS.search(bare):
        bare = f"I {bare[:1].lower()}{bare[1:]}"
    for pattern, to in _CLAUSE_TURNED:
        bare = pattern.sub(to, bare)
    return re.sub(r"^(?:and|but|so|well|yes|no),? ", "", bare, flags=re.IGNORECASE)


def name_as_theirs(gist: str) -> str:
    """Return what somebody told of as theirs, said to them: ``husband``, ``my husband`` → ``your
    husband``; a name stays one."""
    return _UNOWNED.sub("your ", swap_persons(gist))


def turn_to_others(words: str, name: str, pronoun: str) -> str:
    """Return what `name` said as it is told to others: ``I dropped my hat.`` → ``Cobb dropped his
    hat.``

    Empty where that cannot be said: the persons or the forms of the verbs are not clear.
    """
    if not _OF_ONESELF.search(words):
        return "" if re.search(r"\b(?:you|your|yours|we|us|our)\b", words, re.I) else words
    if pronoun not in _CASES or re.search(r"\b(?:you|your|yours|we|us|our)\b", words, re.I):
        return ""
    if any(not _PAST.match(words, each.end()) for each in re.finditer(r"\bI\b", words)):
        return ""
    him, his, himself = _CASES[pronoun]
    told = re.sub(r"\bI\b", name, words, count=1)
    for pattern, to in ((r"\bI\b", pronoun), (r"\bme\b", him), (r"\bmy\b", his),
                        (r"\bmine\b", his if his == "his" else "hers"),
                        (r"\bmyself\b", himself)):  # fmt: skip
        told = re.sub(pattern, to, told, flags=re.IGNORECASE)
    return f"{told[:1].upper()}{told[1:]}"


#: The forms of "he" and "she" for me, my and myself.
_CASES = {"he": ("him", "his", "himself"), "she": ("her", "her", "herself")}
#: Forms that are the same behind "I" and behind a name.
_PAST = late_pattern(
    r" (?:(?:never|once|always|only|also|just|still|then|even) )?(?:\w+ed|was|had|did|could|would"
    r"|should|might|must|can|may|will|saw|heard|told|said|found|lost|made|went|came|took|gave|got"
    r"|kept|left|put|sat|stood|knew|thought|wrote|read|cut|let|set|held|brought|bought|caught|fell"
    r"|felt|met|ran|sang|slept|spoke|threw|wore|won|began|broke|drank|drew|drove|ate)\b",
)


def turn_to_hearer(sentence: str, name: str) -> str:
    """Return a sentence about somebody as it is told to them: ``You gave me a compass.``

    As it is where it does not name them, or where ``she`` or ``her`` may be them.
    """
    if not name or name not in sentence or _OF_SOMEBODY.search(sentence):
        return sentence
    called = re.escape(name)
    owned = re.sub(rf"\b{called}['’]s\b", "your", sentence)
    acting = re.compile(rf"{_SUBJECT}{called} (?P<adverb>{_ADVERBS})(?P<verb>[\w']+)")
    told = acting.sub(_address, owned)
    if re.search(rf"\b{called} {any_of(tuple(_VERBS))}\b", told):
        return sentence  # whose verb it is, is not clear
    told = re.sub(rf"\b{called}\b", "you", told)
    return told[:1].upper() + told[1:]


def _address(found: re.Match[str]) -> str:
    return f"{found['before']}you {found['adverb']}{_agree(found['verb'])}"


def _agree(verb: str) -> str:
    """Return the form of a verb behind ``you``: ``likes`` → ``like``; a past tense stays."""
    if verb in _VERBS:
        return _VERBS[verb]
    if re.fullmatch(r"\w{2,}ies", verb):
        return f"{verb[:-3]}y"
    if re.fullmatch(r"\w+(?:ch|sh|ss|x|o)es", verb):
        return verb[:-2]
    return verb[:-1] if re.fullmatch(r"\w{2,}[^su]s", verb) else verb


def drop_address(words: str, name: str) -> str:
    """Return `words` without the agent's name at their beginning: ``Wren, I lost a boat.``"""
    bare = _TELLS_AGAIN.sub("", remove_address(words, name))
    return bare[:1].upper() + bare[1:]
