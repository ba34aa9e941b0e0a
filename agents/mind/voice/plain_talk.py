"""Writes out what was typed in haste, or with great courtesy, in the plain words of voices.

``i can smell soup who made it`` is ``I can smell soup. Who made it?``, and ``Would you be so good
as to tell me something of the lake?`` is ``Tell me something of the lake.``  What a speaker leaves
out is filled in ("You ever been there?"), and who rambles asks at the end.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from agents.memory.language.text_cache import cache_short_texts
from agents.memory.language.words import (
    ARTICLES,
    AUXILIARIES,
    BEING,
    COORDINATORS,
    DEMONSTRATIVES,
    FIRST_PERSON,
    INDEFINITE,
    PREPOSITIONS,
    QUANTIFIERS,
    QUESTION_WORDS,
    SAYING,
    SECOND_PERSON,
    THIRD_PERSON,
    any_of,
)
from agents.mind.voice.asking import is_question
from agents.prose import capitalise, split_sentences
from late.late_pattern import late_pattern

_SPELLED = {
    "im": "I am", "ive": "I have", "u": "you", "ur": "your", "r": "are", "ya": "you",
    "dont": "don't", "doesnt": "doesn't", "didnt": "didn't", "cant": "can't", "wont": "won't",
    "isnt": "isn't", "arent": "aren't", "wasnt": "wasn't", "werent": "weren't",
    "havent": "haven't", "hasnt": "hasn't", "couldnt": "couldn't", "wouldnt": "wouldn't",
    "shouldnt": "shouldn't", "whats": "what is", "wheres": "where is", "whos": "who is",
    "hows": "how is", "whens": "when is", "thats": "that is", "theres": "there is",
    "youre": "you are", "theyre": "they are", "youve": "you have", "theyve": "they have",
    "pls": "please", "plz": "please", "thx": "thanks", "ty": "thanks", "tnx": "thanks",
    "gonna": "going to", "wanna": "want to", "gotta": "have to", "kinda": "kind of",
    "dunno": "don't know", "idk": "I don't know", "cuz": "because", "coz": "because",
    "bc": "because", "somthing": "something", "sth": "something", "ppl": "people",
    "npcs": "people", "rly": "really", "tho": "though", "btw": "by the way",
    "shes": "she's", "hes": "he's", "nobodys": "nobody's",
    "gtg": "I have to go", "brb": "I will be back", "gg": "that was fun",
    "whatcha": "what are you", "watcha": "what are you", "wyd": "what are you doing",
    "g2g": "I have to go", "ttyl": "see you later", "cya": "see you", "cu": "see you",
}  # fmt: skip
_SPELLING = late_pattern(rf"(?<![\w'’])(?:{any_of(tuple(_SPELLED))}|i)(?![\w'’])", re.IGNORECASE)
#: "ill come back" is no illness, and "my mums coming" tells of one mother.
_LEFT_OFF = (
    (late_pattern(r"(?<![\w'’])ill (?=(?:go|be|come|get|see|find|try|have|take|tell|keep|leave|let"
                  r"|stay|say|just|never|do|make|ask|think|bring|put|give|write|look|wait|sit|need"
                  r"|miss|remember|manage)\b)", re.IGNORECASE), "I'll "),
    (late_pattern(r"\b(?P<whose>my|your|his|her) (?P<who>mum|mom|dad|mother|father|sister|brother"
                  r"|boss|wife|husband|son|daughter|nan|gran|mate|friend)s (?=(?:(?!wedding|evening"
                  r"|morning|thing|king)\w{2,}ing|here|gone|dead|ill|sick|not|a|the|so|very|too|in|at"
                  r"|on)\b)", re.IGNORECASE), r"\g<whose> \g<who> is "),
    (late_pattern(r"\b(?P<whose>my|your|his|her|its) names (?=\w)", re.I), r"\g<whose> name is "),
    (late_pattern(r"\b(?P<whose>my|your|our|his|her) (?P<who>\w+[^\Ws])s"
                  r" (?=(?:name|age|job|birthday)\b)", re.IGNORECASE), r"\g<whose> \g<who>'s "),
)  # fmt: skip
_LAUGHS = late_pattern(r"(?:^|(?<=\s))(?:lol|lmao|rofl|(?:ha){2,}h?|(?:he){2,})\b[,.!]*\s*", re.I)
#: "logging off" ends a visit, as a goodbye does.
_LEAVES = late_pattern(r"\b(?:i(?:'m| am) )?(?:logging|signing|heading|going) off\b(?! to\b)", re.I)

_MORE = late_pattern(r"^\W*(?:and )?another(?: one)?(?:,? please)?\W*$", re.IGNORECASE)

#: What begins a sentence and says nothing, as long as something follows.
_FILLER = late_pattern(
    r"^(?:(?:(?:to be (?:honest|fair|frank)|to tell (?:you )?the truth|truth be told|frankly"
    r"|if I(?:['’]m| am) honest|I must (?:say|admit)|as it happens|the thing is)\b[,.…]+\s+"
    r"|(?:ok(?:ay)?|so|well|honestly|actually|basically|wait|hm+|um+|er+m?|right|listen|anyway"
    r"|alright|all right|hey)\b[,.!…]*\s+))+(?=\w+\W+\w)",
    re.IGNORECASE,
)
_WITHIN = late_pattern(r" (?:actually|basically|literally|honestly)(?= \w)", re.IGNORECASE)
_AT_END = late_pattern(
    r",? (?:if you (?:would|please|don['’]t mind)|if I may(?: ask)?|may I ask|please|mate|dude"
    r"|buddy)(?=[.!?]*$)",
    re.IGNORECASE,
)
_ASKED = rf"(?:{any_of((*QUESTION_WORDS, 'when'))})"
_WISHES = (
    (r"\bwhom? (?:do )?I have the (?:pleasure|honou?r) of (?:speaking|talking) (?:to|with)\b",
     "who are you"),
    (r"\bwhom? am I (?:addressing|speaking (?:to|with)|talking (?:to|with))\b", "who are you"),
    (r"\bwhom? (?:do I meet|am I meeting|have I (?:here|met|the pleasure of meeting))\b",
     "who are you"),
    (r"(?:^|(?<=[.!?;,] ))\W*and (?:you are|you might be|who might you be|your name is)(?=\W*$)",
     "who are you"),
    (r"\b(?P<asks>what|why|how|where|who) is it (?:that )?you(?= (?!are\b)\w)", r"\g<asks> do you"),
    (r"^\W*(?:and|(?:and )?what about|(?:and )?how about) (?P<whose>your (?:\w+ )?\w+)(?=\W*$)",
     r"tell me about \g<whose>"),
    (r"\bdo you happen to (?=know|recall|remember|have)\b", "do you "),
    (r"\b(?:may|might|can|could) (?:I|we) (?:please |perhaps |just )?(?:ask|enquire|inquire)"
     rf"(?: you)?,? (?={_ASKED}\b)", ""),
    (r"(?<!how )(?<!what )(?<!when )(?<!where )(?<!why )(?<!who )"
     r"\b(?:would|could|might|can|will) you (?:(?:please|kindly|perhaps|possibly|just|maybe"
     r"|be so (?:good|kind) as to|be able to) )*"
     r"(?=(?:tell|explain|describe|repeat|remind|say|give (?:me|us) (?:an? )?(?:idea|example"
     r"|description|story))\b)", ""),
)  # fmt: skip
_COURTESIES = tuple((late_pattern(pattern, re.IGNORECASE), plain) for pattern, plain in _WISHES)

_VERB = (
    r"(?:is|are|was|were|do|does|did|has|have|had|can|could|would|will|should|made|built|keeps?"
    r"|lives?|makes?|sent|sends|lit|owns?|wrote|put|said)"
)
#: A question behind a statement, without a stop between them.
_RUN_ON = late_pattern(rf"(?P<before>\w+),? (?P<asks>{_ASKED} {_VERB}\b)", re.IGNORECASE)
#: What a question word goes on with, where it asks nothing.
_LEADS = frozenset(
    (
        *(*SAYING, *PREPOSITIONS, *COORDINATORS, *BEING, *INDEFINITE),
        *(*FIRST_PERSON, *SECOND_PERSON, *THIRD_PERSON, *DEMONSTRATIVES),
        *("know", "knows", "knew", "known", "wonder", "wondered", "see", "saw", "understand"),
        *("remember", "forgot", "forget", "recall", "learn", "find", "found", "guess", "decide"),
        *("show", "showed", "sure", "idea", "like", "matter", "care", "depends", "than", "as"),
        *("one", "ones", "people", "person", "man", "woman", "friend"),
    )
)
_SECOND = late_pattern(
    r", (?=(?:is|are|was|were|do|does|did|can|could|has|have|will|would) (?:you|he|she|it|they"
    r"|there|any\w*|some\w*|the|this|that)\b)",
    re.IGNORECASE,
)
#: "anyone else up at this hour", "how long you been at this": a verb is left out.
_LEFT_OUT = (
    (late_pattern(r"^(?=(?:any(?:one|body)|some(?:one|body)) (?:else )?(?!is\b|was\b|has\b)"
                  r"(?:here|there|up|awake|home|around|in|about|out)\b)", re.I), "is "),
    (late_pattern(r"^((?:and |but )?how (?:long|many years) )(?=you been\b)", re.I), r"\1have "),
    (late_pattern(r"^((?-i:[A-Z])\w+,? |)(?:you |ya )?got (?=(?:any|kids|children|family|pets"
                  r"|siblings|brothers|sisters|friends)\b)", re.I), r"\1have you got "),
    (late_pattern(r"^((?-i:[A-Z])\w+,? |)you got (?=an? (?!point\b|deal\b)\w+\W*$)", re.I),
     r"\1have you got "),
    (late_pattern(r"^((?-i:[A-Z])\w+,? |)you (?=(?:married|single|happy|ok|okay|all right|alright"
                  r"|lonely|real|human|awake|asleep|hungry|tired|busy|alone|serious|sure|scared"
                  r"|bored|from (?:here|around))\b)", re.I), r"\1are you "),
)  # fmt: skip
#: "You ever been to sea?", "Ever at sea?": so the question begins.
_EVER = r"(?P<lead>^(?:(?:and|but|so|or|well)\W+)*(?:(?-i:[A-Z])\w+, )?|: )(?:you )?ever "
_DONE = (
    r"(?:been|seen|had|done|gone|known|met|heard|held|kept|lost|spoken|eaten|thought|felt|taken"
    r"|made|given|written|read|ridden|driven|flown|fallen|broken|caught|slept|sung|swum|won|told"
    r"|found|tried|[a-z]{2,}ed)"
)
_ASKS_EVER = (
    (late_pattern(rf"{_EVER}(?={_DONE}\b)", re.I), r"\g<lead>have you ever "),
    (late_pattern(rf"{_EVER}(?={any_of(PREPOSITIONS)}\b)", re.I), r"\g<lead>have you ever been "),
    (late_pattern(rf"{_EVER}(?=[a-z])", re.I), r"\g<lead>do you ever "),
)
#: "Once had a seal come up": who tells it is left out.
_ONCE = late_pattern(
    r"^once (?=(?:had|saw|met|knew|lost|found|went|got|caught|tried|made|took|spent|ate|fell"
    r"|heard|came|kept|left|broke|rode|drove|woke|slept|bought|sold|worked|lived)\b)",
    re.IGNORECASE,
)
#: "Silver Darling, she was.", "Morag, she was called."
_TURNED_ROUND = late_pattern(
    r"^\W*(?P<what>(?:(?:an?|the|my) )?[A-Z][\w'’-]*(?: [A-Z][\w'’-]*)*), "
    r"(?P<who>s?he|it|they) (?P<is>(?:was|is|were|are)(?: called| named)?)(?=\W*$)"
)
#: Who rambles asks at the end of a long sentence: "…, and that is that, so what do you measure?"
_RAMBLES, _FEWEST = 14, 4
_BE_OR_DO = rf"(?:{any_of(AUXILIARIES)})"
_DIRECT = (
    rf"(?:{_ASKED}(?:['’](?:s|re)\b| (?:[\w-]+ ){{0,2}}?{_BE_OR_DO}\b)"
    rf"|{_BE_OR_DO} (?:you|he|she|it|they|I|we|there|that|this)\b)"
)
_TAIL = r"(?:, (?:if|when|now|then|in|at|with|and (?:where|when|who|how|why)|(?-i:[A-Z]))[^,;:?]*)"
_ASKS_LAST = late_pattern(
    r"(?:[,;:]| [-–—]+) (?:(?:and|but|so|or|now|then)\b,? )?(?:you, )?"
    rf"(?P<asks>{_DIRECT}[^,;:?]*{_TAIL}{{0,2}}\?)$",
    re.IGNORECASE,
)
_ASKS_FIRST = late_pattern(rf"^\W*(?:(?:and|but|so)\W+)?(?:\w+, )?{_DIRECT}", re.IGNORECASE)
#: A sentence that only stresses the one before: "who are you then. like actually".
_STRESSES = late_pattern(
    r"^\W*(?:(?:like|but|and|no|I mean)\W+)*(?:actually|really|honestly|seriously|for real)\W*$",
    re.I,
)
_CAPITAL = late_pattern(r"\b(?!I\b)[A-Z]")
#: What stands before things, and not before names.
_BEFORE_THINGS = frozenset((*ARTICLES, *QUANTIFIERS, *DEMONSTRATIVES))
_OF_HEARER = late_pattern(r"^(?:and |so |but )+you\b(?!['’ ](?:know|see)\b)", re.IGNORECASE)


def write_out(line: str, names: Collection[str] = ()) -> str:
    """Return a line in plain words; the same line where it is in plain words already.

    In a line without capitals but the first, `names` are written with one: "tell wren" is "tell
    Wren", but "the moss" stays.
    """
    return _write_plainly(line if _CAPITAL.search(line, 1) else _write_names(line, names)) or line


@cache_short_texts(512)  # what a person said is read again at each of their next lines
def _write_plainly(line: str) -> str:
    """Return a line, whose names have capitals, in plain words; empty where none is left."""
    named = _MORE.sub("tell me another one", line)
    spelled = _LAUGHS.sub("", _LEAVES.sub("goodbye", named)) or named
    spelled = _SPELLING.sub(_spell, spelled)
    for pattern, instead in _LEFT_OFF:
        spelled = pattern.sub(instead, spelled)
    # Marks that were left out are left out everywhere; who sets them sets them.
    hasty = not re.search(r"[.?!]\s*$", spelled) or spelled == spelled.lower()
    sentences: list[str] = []
    for sentence in split_sentences(spelled):
        if sentences and _STRESSES.match(sentence):
            continue
        plain = _fill_in(_drop_wrappers(sentence))
        sentences += _part_questions(plain) if hasty else _part_last_question(plain)
    return " ".join(filter(None, sentences))


def _write_names(line: str, names: Collection[str]) -> str:
    small = {each.casefold(): each for each in names}
    words = line.split(" ")
    for at, word in enumerate(words):
        bare = word.strip(".,;:!?'\"")
        name = small.get(bare.removesuffix("'s"))
        if name and (at == 0 or words[at - 1] not in _BEFORE_THINGS):
            words[at] = word.replace(bare, name + bare[len(name) :])
    return " ".join(words)


def _spell(match: re.Match[str]) -> str:
    return _SPELLED.get(match[0].lower(), "I")


def _drop_wrappers(sentence: str) -> str:
    plain = _AT_END.sub("", _WITHIN.sub("", _FILLER.sub("", sentence)))
    for pattern, instead in _COURTESIES:
        plain = pattern.sub(instead, plain)
    if plain == sentence:
        return sentence
    if plain.endswith("?") and not is_question(plain.rstrip("?")):
        plain = f"{plain.rstrip('?')}."  # "Tell me something of the lake."
    return capitalise(plain)


def _fill_in(sentence: str) -> str:
    """Return a sentence with what its speaker left out, in its usual order."""
    full = _TURNED_ROUND.sub(r"\g<who> \g<is> \g<what>", _ONCE.sub("I once ", sentence))
    for pattern, instead in _ASKS_EVER if sentence.endswith("?") else ():
        full = pattern.sub(instead, full)
    return sentence if full == sentence else capitalise(full)


def _part_last_question(sentence: str) -> list[str]:
    """Return what a long sentence tells, and the question at its end."""
    found = _ASKS_LAST.search(sentence) if len(sentence.split()) >= _RAMBLES else None
    if found is None or len(found["asks"].split()) < _FEWEST:
        return [sentence]
    told = sentence[: found.start()]
    whole = _ASKS_FIRST.match(told) is not None  # "Do you know, since you ask, who it was?"
    return [sentence] if whole else [_end(told, "."), capitalise(found["asks"])]


def _part_questions(sentence: str) -> list[str]:
    """Return the statement and the question of a sentence without a stop between them."""
    if sentence.endswith("?"):
        return [sentence]
    sentence = sentence.rstrip()
    for pattern, instead in _LEFT_OUT:
        sentence = pattern.sub(instead, sentence)
    for found in _RUN_ON.finditer(sentence):
        if found["before"].lower() not in _LEADS:
            at = found.start("asks")
            return [_end(sentence[:at].rstrip(" ,"), "."), _end(capitalise(sentence[at:]), "?")]
    if (second := _SECOND.search(sentence)) and not is_question(sentence[: second.start()]):
        rest = capitalise(sentence[second.end() :])
        return [_end(sentence[: second.start()], "."), _end(rest, "?")]
    asks = is_question(sentence) or _OF_HEARER.match(sentence)
    return [_end(sentence, "?") if asks else sentence]


def _end(sentence: str, mark: str) -> str:
    if mark == "." and sentence.endswith((".", "?", "!")):
        return sentence
    return f"{sentence.rstrip('.!,')}{mark}"
