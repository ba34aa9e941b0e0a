"""What an agent knows of somebody who asks for it: what they have told of themselves aloud."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from agents.memory.language.salience import KIN
from agents.memory.language.stems import stem_words
from agents.mind.fallback.small_talk import extract_speech
from agents.mind.fallback.wordings import choose_wording
from agents.mind.manners.company import Company
from agents.mind.manners.tales import Tale
from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.kinds import found_by
from agents.mind.speech.told.discretion import is_confided
from agents.mind.speech.told.given_names import find_given_name
from agents.mind.speech.told.own_life import make_plain, tells_of_life
from agents.mind.speech.told.telling_back import Told, ToldLine, read_told, tell_back
from agents.mind.speech.told.values import NUMERAL
from agents.mind.speech.told.worries import find_worry
from agents.mind.speech.turning import turn_clause, turn_to_speaker
from agents.prose import capitalise, end_sentence
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.vault.texts import Texts

#: What somebody has told, nobody else's answer tells; it goes before the bare name.
KNOWN_FIT = 1.1

#: So many of the things that were told.
MOST_TOLD = 5

#: Shorter clauses, such as "you will sit", tell nobody anything.
_FEWEST_WORDS = 4

#: What only goes on with other words, a bidding, or a quotation: "Asking for a friend".
_HALF = late_pattern(
    r"[\"“”]|(?:^|\s)['‘]|^(?:and|but|so|or|not|no|because|which|that['’]s|please|sleep|go|take"
    r"|look|let|getting)\b"
    r"|\b(?:from|of|to|a|an|the|with|and|but|is|are)$",
    re.IGNORECASE,
)
_OF_HEARER = late_pattern(r"you\b|your\b", re.IGNORECASE)
#: What may follow "You are": an age, a trade, a home.
_QUALITY = late_pattern(rf"(?:{NUMERAL}|an?|the|from)\b", re.IGNORECASE)
#: "Ring" and "king" are no verbs.
_RING = 5

#: Kinds of tales that say what stands before them, and errands for others.
_SAID_ELSEWHERE = frozenset(("trade", "origin", "kin", "message"))

_WHO = late_pattern(
    r"\bwho(?:['’]s| is| was)? (?P<name>(?-i:[A-Z])[\w'’-]+)(?: is| was)?\W*$", re.I
)
#: Trade and home are asked for in other words than they are told in.
_OF_ONE_KIND = tuple(
    (kind, late_pattern(pattern, re.IGNORECASE))
    for kind, pattern in (
        (
            "origin",
            r"\bwhere (?:do|did) I (?:come|live)\b|\bwhere (?:am I|I(?:['’]m| am| come| came"
            r"|['’]ve come))(?: \w+)? from\b"
            r"|\bwhere I (?:live|come from)\b",
        ),
        (
            "errand",
            r"\bwhy (?:did|have) I (?:come|walked?)\b|\bwhat (?:brought|brings) me\b"
            r"|\bmy (?:reason|errand)\b|\bwhy I (?:am here|came|have come)\b"
            r"|\bwhat I (?:came|am here) for\b",
        ),
        (
            "trade",
            r"\bwhat (?:do I do|is my (?:trade|work|job|craft))\b"
            r"|\bwhat I do(?: for a living)?\W*$|\bwhat my (?:trade|work|job)\b",
        ),
    )
)
_KIN_OF = r"\bmy (?:\w+ )?(?P<kin>{kin}),?(?: is| was)?(?: called| named)? {name}\b"
_OF_KIN = r"\b{name},? (?:is |was )?my (?:\w+ )?(?P<kin2>{kin})\b"


@late_dataclass(frozen=True, slots=True)
class Acquaintance:
    """Answers for one agent, from the company it has had."""

    company: Company
    texts: Texts

    def answer(
        self,
        heard: str,
        asker: str,
        own_life: Sequence[str] | None,
        others: Collection[str] = (),
    ) -> Candidate | None:
        """Return what `asker` has told; None if that is nothing, or not asked for.

        `own_life` is what else they told, as clauses that are said to them, the most telling first;
        None if they do not ask for all.  What `own_life` has may be told before `others`.
        """
        if who := _WHO.search(heard):
            return self._tell_who(who["name"], asker)
        for kind, asked in _OF_ONE_KIND:
            if asked.search(heard):
                return self._tell_kind(kind, asker)
        if own_life is None:
            return None
        line = self._tell_all(asker, own_life, others)
        found = found_by.KNOWN_OF_ASKER
        return Candidate(line, Origin.MEMORY, KNOWN_FIT, found=found) if line else None

    def _tell_all(self, asker: str, own_life: Sequence[str], others: Collection[str]) -> str:
        """Return what they told in plain clauses, or that there is no more; empty: nothing."""
        own = self._find_own_name(asker)
        told = [_drop_name(each, own) for each in self._list_clauses(asker, own_life, others)]
        all_of_it = [capitalise(plain) for each in told if (plain := make_plain(each))]
        new = self._leave_out_listed(all_of_it, asker)
        clauses = _choose_clauses(new)
        if not clauses and not _choose_clauses(all_of_it):
            withheld = others and self._list_tales(asker)
            return self._say("speech.acquainted.discreet", asker, "") if withheld else ""
        key = "speech.acquainted" if len(new) == len(all_of_it) else "speech.acquainted.more"
        words = " ".join(map(end_sentence, clauses)).rstrip(".")
        return self._say(key if clauses else "speech.acquainted.no-more", asker, words)

    def _say(self, key: str, asker: str, words: str) -> str:
        values = {"name": asker, "words": words}
        return choose_wording(self.texts, key, len(words), values)

    def _leave_out_listed(self, clauses: Sequence[str], asker: str) -> list[str]:
        """Return the clauses that no list has had which the asker heard since they met.

        What was asked for by itself may stand in a list.
        """
        meeting = self.company.meetings.get(asker)
        if meeting is None:
            return list(clauses)
        own = (e for e in self.company.said if e.at >= meeting.began and asker in e.hearers)
        least = min(MOST_TOLD, len(clauses))
        lists = [e.words for e in own if sum(each in e.words for each in clauses) >= least]
        return [each for each in clauses if not any(each in words for words in lists)]

    def _tell_kind(self, kind: str, asker: str) -> Candidate | None:
        """Return their trade, or where they come from, as they told it last."""
        tale = next(iter(self._list_tales(asker, kind)), None)
        gist = (tale.gist or turn_to_speaker(tale.words)) if tale else ""
        gist = f"to {gist}" if gist and kind == "errand" else gist
        if not gist:
            return None
        lines = self.texts.say("speech.told.value", name=asker, value=capitalise(gist)).split("\n")
        said = next(each.strip() for each in lines if each.strip())
        return Candidate(said, Origin.MEMORY, KNOWN_FIT, found=found_by.KNOWN_OF_ASKER)

    def _list_clauses(
        self, asker: str, own_life: Sequence[str], others: Collection[str]
    ) -> Iterator[str]:
        """Yield what they told, the most telling first: trade and home, their life, their people,
        the rest. Of the last two nothing is known of who heard them."""
        for kind, begins in (("trade", "I am"), ("origin", "I come from")):
            tales = self._list_tales(asker, kind)
            tale = next((e for e in tales if not others or self._is_open(e)), None)
            if tale and not tale.gist:
                yield turn_to_speaker(tale.words)
            elif tale:
                lives = kind == "origin" and re.search(r"\bI live in\b", tale.words, re.IGNORECASE)
                yield turn_clause(f"{'I live in' if lives else begins} {tale.gist}")
        yield from own_life
        if others:
            return
        told = self._read_told(asker)
        for somebody in told.circle.found:
            about = [each.words for each in told.list_about(somebody)[::-1]]
            about = [*filter(tells_of_life, about)]
            worries = [each for each in about if find_worry(each)]
            if somebody.is_own and about:
                yield tell_back(_drop_and([*worries, *about][0]), somebody)
        tales = [each for each in self._list_tales(asker) if tells_of_life(each.words)]
        tales = [each for each in tales if each.kind not in _SAID_ELSEWHERE]
        # A bare answer to a question tells least.
        for tale in sorted(tales, key=lambda each: each.kind == "answer"):
            yield turn_to_speaker(tale.words)

    def _list_tales(self, asker: str, kind: str = "") -> list[Tale]:
        """Return what they told of a kind, or of all, the latest first."""
        tales = (each for each in reversed(self.company.tales) if each.teller == asker)
        return [each for each in tales if each.kind == (kind or each.kind)]

    def _is_open(self, tale: Tale) -> bool:
        """Return whether it may be said before others: it was not told in confidence."""
        told = self.company.list_told(tale.teller)
        return not any(tale.words in e.words and is_confided(e.words) for e in told)

    def _read_told(self, asker: str) -> Told:
        said = [each for each in self.company.heard if each.speaker == asker]
        lines = [ToldLine(extract_speech(each.text), at) for at, each in enumerate(said)]
        return read_told(lines, (self.company.me, asker, *self.company.meetings))

    def _find_own_name(self, asker: str) -> str:
        """Return how the asker wishes to be called."""
        told = (each.words for each in self.company.list_told(asker))
        return find_given_name(told, asker) or asker

    def _tell_who(self, name: str, asker: str) -> Candidate | None:
        """Return which of the asker's kin is called `name`, if they have said it."""
        patterns = "|".join((_KIN_OF, _OF_KIN)).format(kin=f"(?:{KIN})", name=re.escape(name))
        for each in reversed(self.company.tales):
            found = re.search(patterns, each.words, re.I) if each.teller == asker else None
            if found:
                kin = found["kin"] or found["kin2"]
                said = self.texts.say("speech.acquainted.kin", kin=kin, name=asker)
                return Candidate(said, Origin.MEMORY, KNOWN_FIT, found=found_by.KNOWN_OF_ASKER)
        return None


def _choose_clauses(clauses: Sequence[str]) -> list[str]:
    """Return the first clauses that tell something, each thing once."""
    chosen: dict[str, frozenset[str]] = {}
    for each in clauses:
        about = frozenset(stem_words(each))
        told_already = any(
            2 * len(about & other) > len(about) or each.startswith(f"{clause},")
            for clause, other in chosen.items()
        )
        if len(each.split()) >= _FEWEST_WORDS and _is_whole(each) and not told_already:
            chosen[each] = about
    return list(chosen)[:MOST_TOLD]


def _is_whole(clause: str) -> bool:
    """Return whether a clause says something by itself, and quotes nobody."""
    first = clause.split(maxsplit=1)[0]
    return not (_HALF.search(clause) or (first.endswith("ing") and len(first) > _RING))


def _drop_name(clause: str, name: str) -> str:
    """Return a clause without the name of its hearer, which stands before all that is told:
    ``You are Ottilie, you made glass eyes.``  Empty where it tells nothing else."""
    called = re.match(rf"You are {re.escape(name)}\b[ ,]*(?:and )?", clause)
    if called is None:
        return clause
    rest = clause[called.end() :]
    if _OF_HEARER.match(rest):
        return capitalise(rest)
    return f"You are {rest}" if _QUALITY.match(rest) else ""


def _drop_and(words: str) -> str:
    return re.sub(r"^(?:and|but|so),? ", "", words, flags=re.IGNORECASE)
