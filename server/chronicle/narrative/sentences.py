"""Sentences: the beats of a scene as a paragraph of prose.

The sentences come from what was seen; only words between them are added.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import field
from datetime import datetime, timedelta

from agents.memory.language.normalize import mentions_name
from agents.mind.fallback.small_talk import lower_article
from agents.prose import end_sentence, split_sentences
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from server.chronicle.entry import ChronicleEntry
from server.chronicle.narrative.scenes import Beat, BeatKind
from world.nature import Nature
from world.vault.texts import Texts

#: Two deeds become one sentence if it has no more characters than this.
LONGEST_SENTENCE = 190

#: Deeds with more time than this between them belong into sentences of their own.
TOGETHER = timedelta(seconds=30)

#: The first sentence of a speech comes before the speaker's name if it is no longer than this.
LONGEST_OPENING = 90

_ENDS = (".", "?", "!")
_SAID = late_pattern(r'^(?P<before>[^"“]*)["“](?P<words>.*)["”]$', re.DOTALL)
#: A sentence has two parts already.
_JOINED = late_pattern(r",| and ")

#: To come into the world, to leave it and to be away is joined to no deed: "is gone and comes in".
_ALONE = (Nature.MOVEMENT, Nature.REST)

#: What somebody says so long after their last words is not added to them.
ADDED = timedelta(seconds=10)


@late_dataclass(frozen=True, slots=True)
class _Told:
    """A sentence, and whose deed it tells; without an actor it joins no other."""

    actor: str
    text: str
    kind: BeatKind
    at: datetime

    @property
    def begins_with_actor(self) -> bool:
        """Whether the actor's name is its subject."""
        return bool(self.actor) and self.text.startswith(f"{self.actor} ")

    @property
    def is_simple(self) -> bool:
        """Whether it is a single sentence, to which more can be added."""
        ends = self.text.endswith(".") and not re.search(r"[.?!…]", self.text[:-1])
        return self.begins_with_actor and ends


@late_dataclass(slots=True)
class Paragraph:
    """Tells the beats of one scene."""

    texts: Texts
    _spoken: set[str] = field(default_factory=set)
    """Who has said something so far."""

    def tell(self, beats: Sequence[Beat]) -> str:
        """Return the beats as prose."""
        return " ".join(self._join(list(self._tell_each(beats))))

    # --- one after the other ------------------------------------------------------------

    def _tell_each(self, beats: Sequence[Beat]) -> Iterator[_Told]:
        """Yield a sentence for each."""
        before: Beat | None = None
        for beat in beats:
            actor = beat.entry.actor
            if beat.kind == "speech":
                yield _Told("", self._tell_speech(beat, before), beat.kind, beat.entry.at)
            elif beat.kind == "deed":
                told_of = "" if beat.entry.kind in _ALONE else actor
                yield _Told(told_of, self._tell_deed(beat), beat.kind, beat.entry.at)
            elif beat.kind == "lost":
                told = self.texts.say("narrative.lost", actor=actor)
                yield _Told("", told, beat.kind, beat.entry.at)
            elif beat.kind == "present":
                yield _Told("", self._tell_present(beat.names), beat.kind, beat.entry.at)
            else:
                yield _Told(actor, self._tell_way(beat), beat.kind, beat.entry.at)
            before = beat

    def _tell_deed(self, beat: Beat) -> str:
        entry = beat.entry
        text = end_sentence(" ".join(entry.text.split()))
        if entry.actor_kind == "agent":
            # The name before a gesture keeps people's from passing for the world's report.
            text = text.removeprefix(f"[{entry.actor}] ")
        return text

    def _tell_present(self, names: Sequence[str]) -> str:
        key = "narrative.is-there" if len(names) == 1 else "narrative.are-there"
        return self.texts.say(key, names=self._list(names))

    def _tell_way(self, beat: Beat) -> str:
        room, *via = map(lower_article, beat.rooms)
        key, actor = f"narrative.{beat.kind}", beat.entry.actor
        if beat.kind == "returns":
            return self.texts.say(key, actor=actor, rooms=self._list([room, *via]))
        if via:
            return self.texts.say(f"{key}-by", actor=actor, room=room, rooms=self._list(via))
        return self.texts.say(key, actor=actor, room=room)

    def _list(self, names: Sequence[str]) -> str:
        if len(names) == 1:
            return names[0]
        return self.texts.say("narrative.and", first=", ".join(names[:-1]), last=names[-1])

    # --- joining ------------------------------------------------------------------------

    def _join(self, told: Sequence[_Told]) -> Iterator[str]:
        """Yield the sentences, two of one actor as one where that reads well."""
        at = 0
        while at < len(told):
            joined = self._join_two(told[at], told[at + 1]) if at + 1 < len(told) else ""
            yield joined or told[at].text
            at += 2 if joined else 1

    def _join_two(self, one: _Told, two: _Told) -> str:
        """Return one sentence for both; empty if they do not go together."""
        fits = (
            one.actor == two.actor
            and one.kind in ("deed", "comes")
            and two.kind in ("deed", "goes")
        )
        if two.at - one.at > TOGETHER or not (fits and one.is_simple and two.begins_with_actor):
            return ""
        if len(one.text) + len(two.text) > LONGEST_SENTENCE:
            return ""
        plain = not _JOINED.search(two.text) and (
            one.kind != "deed" or not _JOINED.search(one.text)
        )
        key = "narrative.joined" if plain else "narrative.then"
        return self.texts.say(key, first=one.text[:-1], then=two.text.removeprefix(f"{two.actor} "))

    # --- speech -------------------------------------------------------------------------

    def _tell_speech(self, beat: Beat, before: Beat | None) -> str:
        entry = beat.entry
        found = _SAID.match(entry.text)
        if found is None or not entry.actor:
            return end_sentence(entry.text)
        words = " ".join(found["words"].split())
        return self._quote(entry.actor, words, before, entry)

    def _quote(self, actor: str, words: str, before: Beat | None, entry: ChronicleEntry) -> str:
        """Return words with who says them: before them, behind them, or within."""
        to = "" if actor in self._spoken else _find_only_hearer(entry, words, before)
        self._spoken.add(actor)
        first, *rest = split_sentences(words) or [words]
        splits = len(first) <= LONGEST_OPENING and first[-1:] in _ENDS and first[-2:] != ".."
        if rest and splits:
            verb = self._name_verb(entry, first, before)
            if to and not first.endswith("?"):
                actor = self.texts.say("narrative.speaker-to", actor=actor, other=to)
            said = {"first": _open(first), "rest": " ".join(rest)}
            return self.texts.say("narrative.said-within", actor=actor, verb=verb, **said)
        verb = self._name_verb(entry, words, before)
        if to:
            key = "narrative.asks-whom" if words.endswith("?") else "narrative.says-to"
            return self.texts.say(key, actor=actor, other=to, words=words)
        if splits and before is not None and before.kind == "speech":
            words = _open(first)
            return self.texts.say("narrative.said-after", actor=actor, verb=verb, words=words)
        return self.texts.say("narrative.said", actor=actor, verb=verb, words=words)

    def _name_verb(self, entry: ChronicleEntry, words: str, before: Beat | None) -> str:
        return self.texts.say(f"narrative.{_choose_verb(entry, words, before)}")


def _open(sentence: str) -> str:
    """Return a quoted sentence as it stands before its speaker: a comma for its full stop."""
    return sentence[:-1] + "," if sentence.endswith(".") else sentence


def _find_only_hearer(entry: ChronicleEntry, words: str, before: Beat | None) -> str:
    """Return to whom somebody's first words are said; empty: that is not clear, or they say it."""
    others = {*entry.people, *entry.agents} - {entry.actor}
    goes_on = before is not None and before.kind == "speech"
    hearer = others.pop() if len(others) == 1 and not goes_on else ""
    return "" if hearer and mentions_name(words, hearer) else hearer


def _choose_verb(entry: ChronicleEntry, words: str, before: Beat | None) -> str:
    """Return ``says``, ``asks``, ``answers`` or ``adds``."""
    if words.endswith("?"):
        return "asks"
    if before is None or before.kind != "speech":
        return "says"
    if before.entry.actor == entry.actor:
        return "adds" if entry.at - before.entry.at <= ADDED else "says"
    return "answers" if _is_asked(entry.actor, before.entry) else "says"


def _is_asked(name: str, before: ChronicleEntry) -> bool:
    """Return whether `before` is a question that may be meant for `name`, and for nobody else."""
    others = {*before.people, *before.agents} - {before.actor}
    named = {each for each in others if mentions_name(before.text, each)}
    return before.text.rstrip("\"”'’").endswith("?") and (not named or name in named)
