"""What of a matter somebody asks for who asks on: how it felt, what came of it, who was there."""

from __future__ import annotations

import re

from agents.memory.language.stems import stem_words
from agents.memory.language.words import AUXILIARIES, BEING, DEMONSTRATIVES, THIRD_PERSON, any_of
from agents.mind.voice.asking import is_yes_or_no
from agents.mind.voice.question_kinds import find_kind
from late.late_pattern import late_pattern

_BE = any_of(BEING)
_IT = rf"(?:{any_of(DEMONSTRATIVES, THIRD_PERSON)}|you|everything|all that)"
#: States that somebody is asked for whether they were in them.
_STATES = (
    r"(?:afraid|scared|frightened|frightening|scary|sad|angry|cross|happy|glad|lonely|alone|proud"
    r"|cold|sorry|worried|tired|hurt|surprised|nervous|ashamed|upset|relieved|pleased|bored"
    r"|disappointed|hard|bad|nice|lovely|fun|funny|difficult|terrible|horrible|exciting|dangerous"
    r"|beautiful|strange|embarrassing|painful|good|easy|awful|heavy)"
)
_FELT = late_pattern(
    rf"\bwhat (?:{_BE}|must) (?:it|that|this) (?:have been |be )?like\b"
    r"|\bwhat did you think (?:when|then|at|about|of)\b|\bwhat did you think\W*$"
    rf"|\bwhat does (?:it|that|this) feel like\b|\bhow (?:did|does|do|would|must) (?:{_IT})\b"
    r"[^?]{0,20}\bfe(?:el|lt)\b|\bfe(?:el|lt|eling|elings)\b"
    rf"|^\W*(?:and |so |but )?how {_BE} (?:it|that|this)\W*$"
    rf"|\bhow (?:did|does|would|will) (?:{_IT}|\w+ \w+) take (?:it|that|this|the news)\b"
    rf"|\b{any_of(AUXILIARIES)}(?:n['’]t)? (?:{_IT})(?: (?:not|very|so|all|a bit|ever|really|at all"
    rf"|rather|still|quite|too|get|feel|be|have been))* {_STATES}\b"
    rf"|\b(?:did|do|does|would) (?:{_IT})(?: (?:not|really|still|ever))* (?:mind|cry|enjoy|hurt"
    r"|laugh|weep|love|hate|regret|like)\b",
    re.IGNORECASE,
)
_MISSED = late_pattern(
    r"\bdo(?:n['’]t)? you (?:\w+ )?(?:miss|think (?:of|about)|long for|dream (?:of|about))\b"
    r"|\byou (?:must )?miss (?:him|her|them|it|that)\b|\bdid you miss\b",
    re.IGNORECASE,
)
_AFTER = late_pattern(
    r"\b(?:and|but) (?:then|now|after|afterwards)\W*$|^\W*(?:and|so)\W*$"
    r"|\bwhat (?:then|next|else happened|happened|happens|came|comes|became|has become|followed)\b"
    r"|\bthen what\b|\bwhat(?:['’]s| is| was| will be| would) (?:next|happen|the (?:end|upshot))\b"
    rf"|\bwhat (?:did|do|does|will|would) (?:{_IT}) (?:\w+ )?(?:do|say|answer|reply|make of)\b"
    rf"|\bhow (?:did|does|will) (?:{_IT}) (?:end|go|turn out|finish|get (?:out|away|home|back))\b"
    rf"|\bdid (?:{_IT}) (?:ever )?(?:work|help|come back|get (?:out|away|home|better)|end"
    r"|happen again|survive|recover)\b|\bin the end\b|\bwhat happens\b",
    re.IGNORECASE,
)
_MOST = late_pattern(
    r"\bwh(?:ich|at|ere|en|o)\b[^?]*\b(?:worst|best|most|least|fav(?:ou)?rite"
    r"|(?!forest|harvest|interest|honest|request|guest|chest|west|rest|nest|test|quest|dearest)"
    r"\w{3,}est)\b",
    re.IGNORECASE,
)
_MORE = late_pattern(
    r"\b(?:tell|give) (?:me|us) (?:some |a (?:bit|little) )?more\b|\bsay more\b|\bgo on\b"
    r"|\bcontinue\b|\bmore about\b|\bwhat else\b|\banything else\b|^\W*more\W*$",
    re.IGNORECASE,
)
_ALIKE = late_pattern(
    rf"\bwhat {_BE} (?!it\b|that\b|this\b)(?:he|she|they|your \w+|the \w+|\w+) like\b"
    rf"|\bwhat (?:do|did|does) [^?]{{2,30}} look like\b|\bdescribe\b"
    r"|\bwhat (?:kind|sort) of (?:man|woman|person|people)\b",
    re.IGNORECASE,
)
_WHO = late_pattern(
    rf"\bwho(?:m|se)?\b|\b(?:{_BE}|did|has|have) any(?:one|body)\b|\b{_BE} you (?:all )?(?:alone"
    r"|by yourself|on your own)\b|\bwith any(?:one|body)\b|\bany(?:one|body) (?:else|with)\b",
    re.IGNORECASE,
)
_WHEN = late_pattern(
    r"\bwhen (?:was|is|were|did|does|do|will|has|have|would|exactly)\b|\bwhen\W*$|\bhow long\b"
    r"|\bhow old\b|\bsince when\b|\bwhat (?:year|day|month|time|season)\b|\bhow soon\b",
    re.IGNORECASE,
)
#: Whatever else stands in a question that begins so.
_WHY = late_pattern(r"^\W*(?:(?:and|but|so|oh|well)\W+)*why\b", re.IGNORECASE)
#: Kinds of the voice that are asked on for alike.
_LIKE_KINDS = {"made": "who", "whose": "who", "from": "where", "often": "number"}
_KEPT_KINDS = frozenset(("why", "where", "how", "number"))
#: What a question that is only about the words before has besides pronouns and the word that asks.
_FEW = frozenset(
    stem_words(
        "feel felt like happen come become next end last first best worst hard hardest do did done"
        " say said tell told find found find think thought work help more else exactly really"
        " actually again ever still about happy sad afraid scared frightened sorry proud mind cry"
        " other others day time year long ago know knew see saw way kind sort people person man"
        " woman bad good answer make made go went get got give gave keep kept take took learn"
        " angry lonely difficult somebody anybody someone anyone alone far many much often use"
        " thing things reason mean matter look cost believe notice stop begin start change"
    )
)


def find_asked_aspect(question: str) -> str:
    """Return what is asked for, one of `ASPECTS`; ``more`` if that is anything more, and ``ever``
    if it is a yes or a no."""
    if _WHY.search(question):
        return "why"
    for name, pattern in (
        ("more", _MORE),
        ("most", _MOST),
        ("alike", _ALIKE),
        ("miss", _MISSED),
        ("felt", _FELT),
        ("after", _AFTER),
        ("when", _WHEN),
        ("who", _WHO),
    ):
        if pattern.search(question):
            return name
    kind = find_kind(question)
    name = _LIKE_KINDS.get(kind.name, kind.name) if kind else ""
    if name in _KEPT_KINDS:
        return name
    return "ever" if is_yes_or_no(question) else "what"


def drop_few(stems: frozenset[str]) -> frozenset[str]:
    """Return `stems` without what names no matter of its own."""
    return stems - _FEW
