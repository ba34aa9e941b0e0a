"""What a sentence is about: its content words, in order, as stems that can be compared.

English in its rules; of other languages whole words are compared, which is still right,
only stricter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_NUMBER = re.compile(r"\d+(?:[.:]\d+)*")
_DENIAL = re.compile(
    r"\b(?:not|never|no|nobody|none|neither|nor|cannot|without)\b|n['’]t\b", re.IGNORECASE
)

#: "The mill is mine", "the mill is Fern's": to whom something belongs is said by these alone.
_BELONGS = re.compile(
    r"\b(?:mine|yours|ours|theirs|hers)\b|\b(?:is|are|was|were|be|becomes?|became) (?:now )?"
    r"(?:his|[^\W\d_]+['’]s)(?=(?: now| today| again)?\s*(?:$|[.,;:!?\"”]))",
    re.IGNORECASE,
)

#: Words that say little of what is told: a sentence is not about them.
_SAY_LITTLE = """
    a about above according add added after again ago all almost along already also although
    always am an and another answer answered any anyone anything are aren't around as ask
    asked asking asks at away back be became because become been before began behind being
    below beside best better between both but by came can can't cannot claim claimed claims
    come could couldn't did didn't do does doesn't doing don't done down during each either
    else enough even ever every everything explain explained far feel felt few first for found
    from further get getting glad go goes going gone good got great had hadn't happen happened
    happy has hasn't have haven't having he he's hear heard hello her here herself hey hi him
    himself his how however i i'd i'll i'm i've if in indeed inside insist insisted into is
    isn't it it's its itself just keep kept knew know known last later least less let like
    little long look looked looking lot made make making many may maybe me mean meant meet
    mention mentioned met might more most much must my myself near neither never next no nor
    not now of off often oh ok okay on once one only onto or other our out over perhaps please
    put quite rather really replied reply sad said saw say saying says see seem seemed seen
    shall she she's should shouldn't since so some someone something soon speak speaking spoke
    spoken still such sure talk talked talking tell telling tells than thank thanks that
    that's the their them themselves then there there's these they they're thing things think
    this those though through thus time to today together told too toward towards under until
    up upon us use used very was wasn't way we we'll we're we've well went were weren't what
    when where which while whisper whispered whispers who whom whose why will with within
    without won't would wouldn't yes yet you you'd you'll you're you've your yourself
"""
_LITTLE = frozenset(_SAY_LITTLE.split())

#: Irregular forms, and words that mean the same where it matters who owns and who obeys: on each
#: line a stem, then forms of it.
_FORMS = """
    give gave given giving gives gift hand handed hands transfer transferred grant granted
    give cede ceded bestow bestowed
    give receive received receives receiving
    give sign signed donate donated surrender surrendered
    own owns owned owning owner possess possesses possessed belong belongs belonged
    own belonging belongings property possession possessions
    obey obeys obeyed obeying serve serves served serving servant submit submitted
    master lord boss mistress masters
    nothing anything
    owe owes owed debt indebted
    walk walks walked walking
    take took taken takes taking
    bring brought brings bringing
    buy bought
    sell sold sells selling
    pay paid pays
    lend lent
    leave left leaves leaving
    lose lost loses losing
    hide hid hidden hides hiding
    hang hung hangs hanging
    write wrote written writes writing
    break broke broken breaks
    build built builds building
    steal stole stolen steals
    drown drowned drowns
    ring rang rung rings ringing
    sing sang sung sings singing
    swear swore sworn swears
    light lit lights lighted
    burn burnt burned burns burning
    child children
    man men
    woman women
"""
_SAME = {form: line.split()[0] for line in _FORMS.strip().splitlines() for form in line.split()}


def words(text: str) -> tuple[str, ...]:
    """The stems of the content words of `text`, in their order, repeats included."""
    marked = _BELONGS.sub(" owns ", text)
    found = (each[0].replace("’", "'").casefold() for each in _WORD.finditer(marked))
    return tuple(stem(each) for each in found if each not in _LITTLE and len(each) > 1)


def numbers(text: str) -> frozenset[str]:
    """The numbers in `text`, as they are written."""
    return frozenset(_NUMBER.findall(text))


def denies(text: str) -> bool:
    """Whether `text` says that something is not so."""
    return _DENIAL.search(text) is not None


def stem(word: str) -> str:
    """A form that the inflections of an English word share."""
    bare = word.removesuffix("'s").removesuffix("'")
    return _SAME.get(bare) or _SAME.get(_stripped(bare)) or _stripped(bare)


def _stripped(word: str) -> str:
    if not word.isascii() or not word.isalpha():
        return word
    for ending, instead, shortest in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= shortest:
            word = _undoubled(word.removesuffix(ending)) + instead
            break
    return word.removesuffix("e") if len(word) > 3 else word


_ENDINGS = (
    ("ies", "y", 2),
    ("ied", "y", 2),
    ("sses", "ss", 2),
    ("ing", "", 3),
    ("ed", "", 3),
    ("ly", "", 3),
    ("ss", "ss", 1),
    ("us", "us", 1),
    ("s", "", 2),
)


def _undoubled(word: str) -> str:
    doubled = len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeioulsz"
    return word[:-1] if doubled else word


def links(found: Sequence[str], reach: int = 2) -> frozenset[tuple[str, str]]:
    """Ordered pairs of words that stand within `reach` of each other."""
    return frozenset(
        (one, other)
        for at, one in enumerate(found)
        for other in found[at + 1 : at + 1 + reach]
        if one != other
    )


def without(found: Iterable[str], name: str) -> tuple[str, ...]:
    """`found` without the words of somebody's name."""
    parts = {stem(each) for each in _names(name)}
    return tuple(each for each in found if each not in parts)


def _names(name: str) -> list[str]:
    return [each.replace("’", "'").casefold() for each in _WORD.findall(name)]


def same_person(one: str, other: str) -> bool:
    """Whether two names share a part: ``Fern`` and ``Fern Ashby`` are the same."""
    return bool(set(_names(one)) & set(_names(other)))
