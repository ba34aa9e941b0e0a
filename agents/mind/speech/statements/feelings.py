"""What somebody shows of their feelings, and whether they put right what they said before."""

from __future__ import annotations

import re

from agents.memory.language.salience import KIN
from agents.memory.language.text_cache import cache_short_texts
from agents.mind.speech.kinds.certain import is_condolence
from agents.mind.speech.statements.denials import denies_event
from agents.mind.voice.courtesies import asks
from agents.prose import split_sentences
from late.late_pattern import late_pattern

_KIN = rf"(?:{KIN}|man|mate|friend|dog|cat|horse)"
_DEAD = (
    r"(?:died|is dead|was (?:buried|killed|drowned|lost at sea)|is gone|has been dead|passed away"
    r"|drowned|fell at|perished|(?:froze|burnt|starved) to death"
    r"|did(?:n['’]t| not) (?:live|survive))"
)

_NOT = r"(?!(?:not|no|never|too|so)\b)"
_GLAD = late_pattern(
    rf"\b(?:makes?|made|leaves?|keeps?) me {_NOT}(?:\w+ )?(?:warm|happy|glad|smile|laugh|proud|calm"
    r"|brave)\b|\bgives? me (?:\w+ )?(?:courage|joy|hope|strength)\b"
    r"|\bI (?:really |quite |still |just )?(?:like|love|enjoy)(?:ed)? (?:it|that|this|them|these"
    r"|those|the|being|doing|having)\b"
    rf"|\b(?:it|that|this)(?: is| was| feels| felt|['’]s) {_NOT}(?:\w+ )?(?:good|nice|lovely"
    r"|wonderful|great|beautiful|fun)\b"
    rf"|\bI(?: am|['’]m| feel) {_NOT}(?:\w+ )?(?:happy|glad|lucky|proud)\b",
    re.IGNORECASE,
)


def _compile(pattern: str) -> re.Pattern[str]:
    return late_pattern(pattern, re.IGNORECASE)


#: The first that matches counts.
_FEELINGS = tuple(
    (name, _compile(pattern))
    for name, pattern in (
        (
            "correction",
            r"\b(?:that|it|this|what I (?:said|told you)) (?:was|is)(?: not|n['’]t) (?:true"
            r"|so|right)"
            r"|\b(?:that|it|this) was (?:all )?(?:a lie|untrue|wrong|a joke|made up"
            r"|nonsense of mine)"
            r"|\bI (?:lied|misspoke|was (?:lying|wrong|mistaken|only teasing|teasing you|joking))\b"
            r"|\bI (?:only )?(?:made|have made) (?:it|that|this|all of it) up\b"
            r"|\bI (?:said|told you|had|got) (?:it|that) wrong\b|\bI take (?:it|that) back\b"
            r"|\bI (?:said|told|had|got) (?:you |it |that |all )*wrong(?:ly)?\b|\bI misled you\b"
            r"|\b(?:is|was|are) not [\w' ]{1,24}[,;:] (?:but|it|he|she|they)\b"
            r"|^\W*(?:no|wait|sorry|rather)\b[^?]*, (?:and )?not \w+|^\W*not (?:\w+ ){1,5}?but \w+"
            r"|\b(?:is|are|was) [\w' ]{1,24} now,? (?:and )?not \w+"
            r"|^\W*(?:he|him|his|she|hers?),? (?:and )?not (?:he|him|his|she|hers?)\b"
            r"|\bI told you\b.*\bI am not\b|\bI am not one\b"
            r"|^\W*(?:no|nay|sorry|wait|well)[,.;:]? (?:it|he|she|they|that|I|his|her|its|my)\b"
            r"[^?]{0,20}\b(?:was|were|is|are|meant)\b(?! (?:not )?(?:you|your))",
        ),
        (
            "apology",
            r"\bsorry (?:about|for|to|that|if|I)\b|^\W*(?:I am |I['’]m )?(?:so |very )?sorry\b"
            r"|(?:^|[.;!] |^\W*\w+, |\bplease )\W*(?:please )?forgive me\b"
            r"|\bI beg (?:your )?pardon\b"
            r"|\bapologi[sz]e\b|\bmy apologies\b"
            r"|\bI did(?: not|n['’]t) mean (?:to|any|it)\b|^\W*(?:it (?:is"
            r"|was) )?(?:all )?my fault\b|\bexcuse my\b",
        ),
        (
            "grief",
            rf"\bmy (?:\w+ ){{0,2}}{_KIN}\b[^.?!]{{0,24}}\b{_DEAD}\b"
            r"|\b(?:one|child|baby|boy|girl|patient|man|woman) (?:has |had )?died\b"
            r"|\b(?-i:[A-Z])\w+ (?:is dead|has died|died|is gone for ever)\b"
            r"|\b(?:he|she) (?:has |is )?(?:died|dead|drowned|passed away)\b"
            r"|\b(?:drowned|killed) (?:him|her|them|my \w+)\b"
            r"|\btook (?:him|her|them) from (?:me|us)\b"
            r"|\bI miss (?:my|him|her|them)\b"
            rf"|\bI (?:have )?lost my (?:\w+ )?{_KIN}\b(?!['’]s)|\b(?:buried|burying) (?:him|her"
            r"|my|our|both|\w+ (?:wives|husbands|children|sons|daughters))\b"
            r"|\b(?:widow|widower)\b|\bin mourning\b|\bfuneral\b|\bmy heart is\b",
        ),
        (
            "insult",
            r"\byou(?: are|['’]re)? (?:all )?(?:an? |so |such an? |the most "
            r"|nothing but an? )?(?:\w+ )?"
            r"(?:bore|fool|liar|idiot|stupid|dull|rude|mad|useless|ugly|old fraud|coward"
            r"|crank|windbag"
            r"|nuisance|dolt)\b|\b(?:shut up|go to hell|to hell with|nobody likes you"
            r"|I hate you)\b",
        ),
        (
            "anger",
            r"\b(?:furious|angry|outrag\w+|fed up|sick of|had enough|galls me|ridiculous|absurd"
            r"|disgrace\w*|damn\w*|a waste of (?:my )?time|how dare|you never (?:listen"
            r"|answer|help))\b"
            r"|\bI have (?:asked|told) you (?:\w+ )?(?:twice|(?:three|four|five|ten"
            r"|many) times|already)",
        ),
        (
            "fear",
            r"\bI(?:['’]m| am| feel)(?: (?:so|very|really|rather|quite|a bit))* (?:afraid"
            r"|frightened"
            r"|scared|terrified|uneasy)\b|\b(?:frightens|scares|terrifies) me\b",
        ),
        (
            "weariness",
            r"\bI(?:['’]m| am| feel)(?: (?:so|very|really|rather|quite|too))* (?:tired|weary"
            r"|exhausted"
            r"|worn out|spent)\b|\bI could weep\b|\bI cannot go on\b",
        ),
        (
            "teasing",
            r"^\W*(?:ha|haha|hah|oho)\b[^?]*\byou\b|\byou and your\b|\bsweet on\b|\badmit it\b"
            r"|\bI bet (?:that )?you\b|\bI think you (?:like|love|fancy|are in)\b",
        ),
        (
            "thanks",
            r"\bthank(?:s| you)\b|\bbless you\b|\bmuch obliged\b|\bI am (?:so )?grateful\b"
            r"|\b(?:kindly said|kind of you|good of you)\b",
        ),
        (
            "praise",
            r"\b(?:that|it|this) (?:was|is) (?:\w+ )?(?:beautiful\w*|lovely|wonderful"
            r"|splendid|well said"
            r"|finely said|fine|good|clever|wise|kind)\b|\bwell said\b|\byou make me laugh\b"
            r"|^\W*(?:good|nice|great|lovely|excellent) (?:tip|idea|point|answer|advice|one|story"
            r"|job|work)\b"
            r"|\bI like"
            r" (?:you|that|how you|the way)\b|\byou(?: are|['’]re| were"
            r"| have been) (?:\w+ )?(?:kind|good"
            r"|funny|wise|clever"
            r"|a good \w+|a marvel|wonderful)\b",
        ),
    )
)


#: What tells of something that happened, and not where that is denied: "Nobody died."
_EVENTS = ("grief", "fear", "weariness")


@cache_short_texts(1024)
def find_feeling(words: str) -> str:
    """Return what somebody shows who says `words` and asks nothing; empty: nothing of note.

    One of `question_kinds.OCCASIONS`.
    """
    if asks(words):
        return ""
    found = (
        name
        for name, shows in _FEELINGS
        if shows.search(words) and not (name == "apology" and is_condolence(words))
    )
    name = next(found, "")
    if name in _EVENTS and not _shows_event(name, words):
        name = next(found, "")
    return name


def _shows_event(name: str, words: str) -> bool:
    """Return whether a sentence of `words` that denies nothing shows a feeling."""
    shows = dict(_FEELINGS)[name]
    return any(shows.search(e) for e in split_sentences(words) if not denies_event(e))


def is_correction(words: str) -> bool:
    """Return whether `words` put right, or take back, what their speaker said before."""
    return find_feeling(words) == "correction"


def is_glad(words: str) -> bool:
    """Return whether a sentence of `words` says that what they tell is good."""
    return _GLAD.search(words) is not None
