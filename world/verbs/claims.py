"""Free words beside the world's own reports: what could pass for one is marked or refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from late.late_pattern import late_pattern
from world import scene
from world.commands.invocation import DESCRIPTION_LIMIT, Invocation
from world.realm import Realm
from world.trust.reports import list_report_sentences, reads_as_report
from world.use.deeds import usage_of
from world.vault.texts import Texts

GESTURES = "emote."
"""Keys of the sentences that show gestures themselves."""

HEADINGS = ("look.things", "look.fixtures", "look.others", "look.exits", "look.carries")
"""Sentences under which a look lists what is there; a description cannot have their beginnings."""

_LABEL = late_pattern(r"[^.!?,;]{1,40}:")
"""What a description cannot begin with: ``System:``, ``Ada:``."""


def could_pass_for_report(call: Invocation, text: str) -> bool:
    """Return whether what a gesture reads like could pass for the world's report."""
    return reads_as_report(text, *_list_reports(call))


def clean_description(call: Invocation, text: str) -> str:
    """Return a description cleaned; refuse one that reads as something that somebody does."""
    text = call.clean_argument(text, DESCRIPTION_LIMIT)
    if reads_as_event(call.world, text, _list_deeds_at_hand(call)):
        call.refuse_text("refuse.description-reports")
    return text


def reads_as_event(world: Realm, text: str, deeds: Iterable[tuple[str, ...]] = ()) -> bool:
    """Return whether a description could pass for something that happens, or for a list of a look.

    `deeds` are the reports of things that it may stand beside.
    """
    people = [each.name for each in world.characters()]
    plain = text.casefold()
    if any(_find_heading(world.texts, key) in plain for key in HEADINGS):
        return True
    return reads_as_report(text, *list_known_reports(world), *deeds, names=people)


def clean_self_description(call: Invocation, text: str) -> str:
    """Return what the actor says it looks like; refuse also what begins like a note or a heading.

    It begins a line for people, and in the prompt of an agent that looks.
    """
    text = clean_description(call, text)
    if not text[:1].isalpha() or _LABEL.match(text):
        call.refuse_text("refuse.description-begins")
    return text


def _list_reports(call: Invocation) -> Iterator[tuple[str, ...]]:
    """Yield the sentences of the world, of its happenings, and of each thing at hand."""
    yield from list_known_reports(call.world)
    yield from _list_deeds_at_hand(call)


def list_known_reports(world: Realm) -> Iterator[tuple[str, ...]]:
    """Yield the sentences of the world and of its happenings, for `reads_as_report`."""
    yield _list_sentences(world.texts, world.texts.edition)
    yield tuple(world.rules.list_happening_words())


def _list_deeds_at_hand(call: Invocation) -> Iterator[tuple[str, ...]]:
    for place in (call.room, *call.world.present_in(call.room)):
        for thing in scene.things_in(place):
            deeds = usage_of(thing).deeds.values()
            if told := tuple(deed.others for deed in deeds if deed.others):
                yield told


@lru_cache(maxsize=2)
def _list_sentences(texts: Texts, edition: int) -> tuple[str, ...]:
    """Return the reports among the texts of one edition."""
    named = ((key, raw) for key, raw in texts.list_raw().items() if not key.startswith(GESTURES))
    return tuple(list_report_sentences(named))


def _find_heading(texts: Texts, key: str) -> str:
    """Return what stands before the list in a sentence such as ``Also here: {names}.``"""
    return texts.raw(key).rpartition("{names}")[0].rpartition("}")[2].strip().casefold()
