"""Whether a statement tells otherwise what an earlier one told of the same thing."""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import product

from agents.memory.journal.changing.replacing import can_be_same, is_voice, name_others
from agents.memory.journal.changing.statements import Clause, needs_topic, read_clauses
from agents.memory.journal.changing.things import is_other_of_kind
from agents.memory.language.numerals import find_numerals
from agents.memory.language.stems import stem_words
from agents.memory.language.text_cache import cache_short_texts
from agents.memory.language.words import BEING, WEEKDAYS, any_of
from agents.prose import split_sentences
from late.first_letters import at_word
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from late.late_property import late_property

#: What has so much of the words of an earlier statement only tells it again.
AGAIN = 0.7
#: How somebody says that a thing is otherwise; "again" and "new" are said of much else.
NEWS = late_pattern(
    r"(?<!-)"  # "break-down" is no news
    + at_word(
        r"now|no longer|not? any ?more|instead|these days|nowadays|as of|renamed|changed"
        rf"|from (?:today|tonight|tomorrow|now|next|this|{any_of(WEEKDAYS)})|moved|switched"
        r"|turned into|gave (?:it |them |that |notice|\w+ )?(?:up|away)?|given up|used to"
        r"|this (?:year|season|time)"
        r"|any ?more|any longer|no,? wait|wait,? no"
        r"|I was (?:wrong|mistaken)|scratch that|I misspoke"
        r"|(?:put|called|cut|gone|went|goes|run|ran) (?:it |them |that |the \w+ |him |her )?"
        r"(?:up|off|down|back|through|north|south|away)"
        r"|(?:they|we|the \w+) (?:made|elected|appointed|chose) \w+|(?:has|have|got) an? new"
        r"|quit|resigned|sacked|retired|died|divorced|made it up|done (?:for|with)|down to|handed"
        r"|took over|(?:has|have|(?:they|we|you|I)['’]ve)"
        r" (?:taken|left|got|become|gone|put|sold|moved|changed)"
        r"|(?:was|were|been|got) (?:sent|recalled|called|moved|put|taken|sold|given|let go)"
        r"|where (?:the|my|our|his|her) (?:old )?\w+ (?:was|stood|hung|used to)"
        r"|no \w+ for me|paid|pawned|sold|lost|broke|snapped|cracked|that makes|not \w+, but"
    )
    + r"\b",
    re.IGNORECASE,
)
#: How something is.
_BEING = late_pattern(
    rf"\b(?:{any_of(BEING)}|(?:has|have)(?! \w+e[dn]\b)|stays?|remains?)\b|['’]s\b", re.IGNORECASE
)
#: A story, and what somebody means to do or would have done, tells no state.
_MEANT = late_pattern(
    r"\b(?:may|might|shall|should|will|would|let)\b|['’](?:ll|d)\b", re.IGNORECASE
)
#: What was so long ago, and what somebody is about to do, is no news of how a thing is.
_STORY = late_pattern(
    r"\b(?:once|years ago|long ago|in (?:my|those) (?:day|days|youth|time)|there (?:was|were)"
    r"|says?:|said:|as a (?:boy|girl|child)|when (?:I|we|he|she|they) (?:was|were)"
    r"|before you were born)\b",
    re.IGNORECASE,
)
_INTENDED = late_pattern(
    r"\b(?:I|we)(?: (?:may|might|shall|will|would)|['’](?:ll|d)) ", re.IGNORECASE
)
#: How somebody says that what was so is over.
_OVER = late_pattern(
    r"\bno longer\b|\bused to\b"
    r"|(?:\b(?:not|never|no|nobody|nothing)\b|n['’]t\b).*\bany ?(?:more|longer)\b",
    re.IGNORECASE,
)
_OF_WHAT = late_pattern(
    r"\W*(?:(?:for|of|about) )?(?:the|my|our|your|his|her|their)(?: [\w'’-]+){1,3}\W*$",
    re.IGNORECASE,
)
_PAST = late_pattern(r"\b(?:was|were)\b", re.IGNORECASE)
#: Sides of a thing on which its end is told.
_ENDING = frozenset(("state", "health", "whereabouts", "access", "owner", "work", "home"))
#: Sides whose values exclude each other.
_VALUED = frozenset(("price", "day", "hour"))


@late_dataclass(frozen=True, slots=True)
class Shared:
    """What two statements both name."""

    both: Collection[str]
    """Things of both."""
    words: Collection[str]
    """Things that one names whole, and the other by at least a word."""
    seldom: bool
    """Whether hardly anything else tells of these things."""
    meant: bool
    """Whether the later statement says that it is about them."""
    exact: bool
    """Whether both call them by a name of two words, or a proper one."""


@late_dataclass(frozen=True)
class Comparison:
    """Two statements of the same thing."""

    later: str
    earlier: str
    own: bool
    """Whether the same speaker told both."""
    shared: Shared

    @classmethod
    def of(cls, later: tuple[str, str], earlier: tuple[str, str], shared: Shared) -> Comparison:
        """Return the comparison of two statements, each with its speaker before it."""
        return cls(later[1], earlier[1], is_voice(later[0], earlier[0]), shared)

    def is_newer(self) -> bool:
        """Return whether the later one tells otherwise, and neither the same again nor something
        else of the kind."""
        if not self._old or self._tells_again or is_other_of_kind(*self._texts, self.shared.both):
            return False
        if not self._tells_present:
            return False
        if self._covered or self._says_it_is_over:
            return True
        if self._are_amounts_of_others:
            return False
        if self._names_the_very_thing:
            return True
        return self._is_own_news if self.own else self._is_news_of_others

    @property
    def _tells_present(self) -> bool:
        """Whether what it tells of the thing is neither a story of the past nor only meant."""
        words = frozenset(self.shared.words)
        naming = [each for each in self._new if not each.stems.isdisjoint(words)] or self._new
        return any(not _is_story_or_plan(each) for each in naming)

    @property
    def _names_the_very_thing(self) -> bool:
        """Whether both tell of a thing by two words that hardly anything else has together.

        Whatever is told of it then, who reads the one is to see the other.
        """
        words = frozenset(self.shared.words)
        # What is asked first may name what is told then: "The tower? Barnaby looks after it."
        told = any(len(words & each.stems) > 1 for each in self._old)
        return self.shared.seldom and self.shared.exact and told and bool(self._new)

    @property
    def _is_own_news(self) -> bool:
        told = self._topical and self._was_state
        return self._news or told or self.shared.meant or (self._differ and bool(self._same))

    @property
    def _is_news_of_others(self) -> bool:
        # Others speak of the same things all day: it takes more to tell that one is otherwise.
        if len(self.shared.words) > 1 and self.shared.exact and (self._news or self._differ):
            return True
        return any(map(self._tells_end, self._new))

    def _tells_end(self, clause: Clause) -> bool:
        """Return whether one clause says of the thing, and of nothing else, that it has ended."""
        ends = not _ENDING.isdisjoint(clause.sides) and NEWS.search(clause.text) is not None
        return ends and _is_topic(clause, self.shared.both)

    @property
    def _texts(self) -> tuple[str, str]:
        return self.later, self.earlier

    @late_property
    def _new(self) -> tuple[Clause, ...]:
        return read_clauses(self.later)

    @late_property
    def _old(self) -> tuple[Clause, ...]:
        return read_clauses(self.earlier)

    @late_property
    def _news(self) -> bool:
        """Whether it is said to be otherwise where the thing is named, or a word stands for it."""
        things = frozenset((*self.shared.both, *self.shared.words))
        told = (each for each in split_sentences(self.later) if NEWS.search(each))
        return any(needs_topic(each) or not things.isdisjoint(stem_words(each)) for each in told)

    @late_property
    def _values(self) -> tuple[frozenset[str], frozenset[str]]:
        return _read_values(self.later), _read_values(self.earlier)

    @property
    def _tells_again(self) -> bool:
        """Whether the values or nearly all words of a clause are the same.

        What differs in nearly the same words, `find_otherwise` has found.
        """
        now, before = self._values
        same = bool(now) and now <= before
        # "… from tonight, for the cellar door" says last what it is about, and nothing again.
        told = [each for each in self._new if each.sides or not _OF_WHAT.match(each.text)]
        telling = told or self._new
        pairs = product(telling, self._old)
        return same or any(is_again(a, b) and _is_over(a) is _is_over(b) for a, b in pairs)

    @property
    def _says_it_is_over(self) -> bool:
        """Whether it tells the same in nearly the same words, but that it is so no more."""
        pairs = product(self._new, self._old)
        return any(is_again(a, b) and _is_over(a) and not _is_over(b) for a, b in pairs)

    @property
    def _exclude(self) -> bool:
        now, before = self._values
        return bool(now and before and now.isdisjoint(before))

    @property
    def _differ(self) -> bool:
        valued = ([e for e in told if e.values] or told for told in (self._new, self._old))
        return self._exclude and any(can_be_same(a, b) for a, b in product(*valued))

    @property
    def _same(self) -> frozenset[str]:
        """The sides on which both tell something."""
        now, before = ({s for each in told for s in each.sides} for told in (self._new, self._old))
        return frozenset(now & before)

    @property
    def _covered(self) -> bool:
        """Whether a day or a price of something rare is told otherwise, in whatever words."""
        stems = frozenset(stem_words(self.later))
        named = any(each.values and each.topic and each.topic <= stems for each in self._old)
        return named and self._exclude and self.shared.seldom and not _VALUED.isdisjoint(self._same)

    @property
    def _are_amounts_of_others(self) -> bool:
        """Whether both tell amounts, each of something that the other does not name."""
        if self._news or self.shared.meant or not all(self._values):
            return False
        return name_others(*self._texts)

    @property
    def _was_state(self) -> bool:
        teller = any(each.of_teller for each in self._new)
        # That somebody is a surveyor is no state of surveyors.
        old = (each for each in self._old if teller or not each.of_teller)
        told = any(_tells_state(each, self.shared.both) for each in old)
        return self.shared.seldom and told

    @property
    def _topical(self) -> bool:
        return any(_is_topic(each, self.shared.both) for each in self._new)


def _is_story_or_plan(clause: Clause) -> bool:
    planned = not clause.values and _INTENDED.search(clause.text) is not None
    return planned or _STORY.search(clause.text) is not None


def _is_over(clause: Clause) -> bool:
    return _OVER.search(clause.text) is not None


def is_again(one: Clause, other: Clause) -> bool:
    """Return whether nearly all words of the shorter of two clauses are the same."""
    first, second = _list_stems(one.text), _list_stems(other.text)
    least = min(len(first), len(second))
    return least > 1 and len(first & second) >= AGAIN * least


#: A clause is compared with many others.
@cache_short_texts(2048)
def _list_stems(text: str) -> frozenset[str]:
    return frozenset(stem_words(text))


@cache_short_texts(2048)
def _read_values(words: str) -> frozenset[str]:
    days = {day for day in WEEKDAYS if day in words.casefold()}
    return find_numerals(words) | days


def _tells_state(clause: Clause, thing: Collection[str]) -> bool:
    """Return whether a clause tells how or where a thing is, and not what happens with it."""
    named = not clause.stems.isdisjoint(thing) and not _MEANT.search(clause.text)
    named = named and not _PAST.search(clause.text)
    return named and bool(clause.sides - {"number"} or _BEING.search(clause.text))


def _is_topic(clause: Clause, things: Collection[str]) -> bool:
    """Return whether a clause begins with what it tells of one of `things`."""
    words = tuple(stem_words(clause.text))
    return not frozenset(words[: (len(words) + 1) // 2]).isdisjoint(things)
