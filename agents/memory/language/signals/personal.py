"""Matches how people say what somebody promised or likes, whose kin they are, whence they come.

Each constant is a regular expression.  What begins with a subject minds capitals.
"""

from __future__ import annotations

from agents.memory.language.patterns import NAME
from agents.memory.language.words import (
    COMPANIONS,
    PEOPLES,
    REPORTING,
    TIES,
    any_of,
)

#: Somebody else: a name, a word for him or her, or a noun with whose or which it is.
SOMEBODY = (
    rf"(?:{NAME}|[Hh]e|[Ss]he|[Tt]hey"
    rf"|(?:[Tt]he|[Mm]y|[Oo]ur|[Yy]our|[Hh]is|[Hh]er|[Tt]heir|{NAME}['’]s) (?:\w+ )?\w+)"
)
_IS = r"(?:['’]s|['’]re|['’]m| is| are| am| was| were)"
_REPORTED = any_of(REPORTING)
_WILL = r"(?:['’](?:d|ll)| would| will|(?:['’](?:s|re)| is| are| was| were) going to)"

#: A word that somebody gave, or that one passes on: "Una said she'd mend your coat".
PROMISED = (
    rf"\b{SOMEBODY} (?:(?:has|had|have|also|solemnly) )?(?:promise[sd]?|sw(?:ears?|ore|orn)"
    r"|vow(?:s|ed)|pledge[sd]|(?:agree[sd]?|undert(?:ook|aken)) to|guarantees?)\b"
    rf"|\b{SOMEBODY} {_REPORTED}(?: (?:me|us|you|him|her|them|{NAME}))? (?:that )?"
    rf"(?:he|she|they){_WILL} (?!be\b|have\b)\w+|\bshook hands on\b"
)
PLANNED = (
    rf"\b{SOMEBODY}(?: will|['’]ll|(?:['’](?:s|re)| is| are) (?:going|about|due) to"
    r"| (?:means?|intends?|plans?) to) (?!be (?:glad|happy)\b)\w+"
    rf"|\b{SOMEBODY}(?:['’](?:s|re)| is| are) (?:coming back|moving (?:to|in|out|away)"
    r"|leaving (?:for|the|us)|marrying|getting married|sailing (?:for|to))\b"
)

LIKED = (
    rf"\b{SOMEBODY} (?:(?:really|always|never|rather|absolutely|quite|just|truly) )*(?:likes"
    r"|loves|prefers|hates|dislikes|fears|adores|favou?rs|enjoys|despises|detests|loathes|dreads)\b"
    rf"|{_IS} (?:(?:very|quite|rather|so|really|absolutely|not) )*(?:fond of|mad (?:about|for|on)"
    r"|crazy (?:about|for)|wild about|keen on|partial to|allergic to|sick of"
    r"|(?:scared|afraid|terrified|frightened) of(?! (?:that|it|this)\b))"
    rf"|\b{SOMEBODY} (?:never|always) (?:eats|drinks|wears|touches|sleeps)\b"
)
LIKED_BY_ONE = (
    r"\b(?:not (?:a|much of a)|no|an?(?: (?:big|great|huge|real))?) (?:fan|lover) of\b"
    r"|\bgive me [^.!?]*\b(?:any day|every time|over)\b"
    r"|\b(?:nothing|no \w+) beats\b|\bnothing (?:is )?(?:better|nicer|finer|worse) than\b"
    r"|\bthere(?:['’]s| is) nothing (?:better|nicer|finer|worse|i (?:like|love|hate) more)\b"
    r"|\b(?:frightens?|scares?|terrif(?:y|ies)|bores?|annoys?|disgusts?|delights?|sickens?) me\b"
    r"|\bmakes? me (?:sick|ill|happy|sad|nervous|uneasy|shudder|sneeze)\b|\bgives? me the creeps\b"
    r"|\b(?:his|her|their|our) favou?rite\b|\bI do(?:n['’]t| not) (?:care for|eat|drink|enjoy)\b"
    r"|\bI(?:['’]d| would) sooner\b|\b(?:can(?:not|['’]t)) (?:stomach|abide)\b"
    r"|\bI (?:enjoy|despise|detest|loathe|dread)\b"
)

_TIES = any_of(TIES)
TIED = (
    rf"\b(?:my|your|his|her|their|our|['’]s) (?:\w+ ){{0,2}}{_TIES}s?\b"
    r"|\b(?:are|were|['’]re|have been|is|was|been|got) (?:(?:both|all|now|best|old|good|sworn"
    rf"|distant|only|happily|recently) )*{any_of(COMPANIONS)}\b"
    r"|\blike (?:an? )?(?:own )?(?:brother|sister|mother|father|son|daughter)s?\b"
    r"|\bgrew up together\b|\bin love with\b|\b(?:raised|brought up|adopted) by\b"
    r"|\b(?:have|has)(?:n['’]t| not) spoken\b|\bon speaking terms\b|\bfeud(?:ing|s|ed)? with\b"
)
TIED_BY_NAME = rf"\b(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er) (?:boy|girl|lad|lass|man|little one) {NAME}"

_REGION = (
    r"(?:the )?(?:\w+ )?(?:north|south|east|west|coast|islands?|isles?|hills|mountains|moors"
    r"|marsh(?:es)?|valleys?|lowlands|highlands|city|capital|old country|sea|desert|forest)"
)
CAME_FROM = (
    rf"\b{SOMEBODY} (?:(?:comes?|came|hails?) (?:all the way )?from\b(?! (?:here|there)\b)"
    r"|grew up|(?:was|were) (?:born|raised)|moved here from)\b"
    rf"|\b(?:[Ii]s|[Aa]re|[Ww]as|[Ww]ere|['’]s) (?:\w+ly )?from {NAME}"
    r"|\b(?:came|sailed|moved|walked|fled|travelled|traveled|rode|journeyed|emigrated)"
    rf"\b[^.!?;,]{{0,30}}\bfrom (?:the )?(?:{NAME}|{_REGION})\b"
    rf"|\b[Aa]n? {NAME} (?:girl|boy|man|woman|lad|lass|native)\b"
    rf"|\b[Hh]ome,? (?:for|to) (?:me|us),? (?:is|was)\b|\b[Mm]y home (?:is|was)\b"
)
BORN = (
    r"\bborn (?:and|an|['’]?n['’]?) (?:raised|bred)\b|\bnatives? of\b|\bmy (?:home ?(?:town|land)"
    r"|birthplace|home (?:village|country))\b|\bmy roots\b"
    rf"|\b(?:an?|am|is|are|was|were|['’](?:s|m|re)) (?:\w+ )?{any_of(PEOPLES)}\b"
    r"|\b(?:is|are|was|were) (?:\w+ )?(?:north|south|east|west|island|hill|mountain|river|sea|marsh"
    r"|forest|city|country) (?:folk|people|stock)\b"
)

OWED = r"\bowes?\b|\bin debt\b|\b(?:has|have)(?:n['’]t| not) paid\b"
#: What somebody can or cannot do, and what they keep where.
KEPT_OR_ABLE = (
    rf"\b{SOMEBODY} (?:can(?:not|['’]t)?|never learn\w* to) (?:read|write|swim|ride|cook"
    r"|see|hear|walk|fight|sing|dance|count)\b"
    rf"|\b{SOMEBODY} (?:keeps|hides|stores|runs|owns)"
    r" (?:\w+ )?(?:the|an?|his|her|their|two|three) "
)
