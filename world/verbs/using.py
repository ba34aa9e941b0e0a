"""Commands that use things: one row for each deed, and those that read and write."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from late.late_pattern import late_pattern
from world import scene
from world.boundaries import Event
from world.commands.command import Command
from world.commands.invocation import Invocation
from world.model import Character, Room, Thing
from world.nature import Nature
from world.use.deeds import DEED_WORDS, STATE, Deed, DeedWord, state_of, usage_of
from world.use.writing import LINE_LENGTH, LINES_KEPT, WRITTEN, Inscription, add_line, clean_words
from world.vault.texts import make_sentence
from world.verbs.speech import strip_quotes

_INTO = late_pattern(r"\s+(?:in|into|on|onto)\s+", re.IGNORECASE)


# --- deeds ------------------------------------------------------------------------------


def _make_deed(word: DeedWord) -> Callable[[Invocation], None]:
    """Return the function that runs the deed `word`."""

    def run(call: Invocation) -> None:
        name = _drop_particle(call.args, word.particle)
        if name == call.args and call.verb.casefold() == word.phrasal:
            call.refuse_text(f"{word.name}.phrase")
        if not name:
            call.refuse_text("deed.what", deed=word.name, example=word.example)
        _do(call, word.name, _find_usable(call, name, lambda one: word.name in usage_of(one).deeds))

    return run


def _drop_particle(text: str, particle: str) -> str:
    """Return `text` without the word that may stand before or after the thing."""
    if not particle:
        return text
    pattern = rf"^{particle}\b\s*|\s+{particle}$"
    return re.sub(pattern, "", text, flags=re.IGNORECASE)


def _find_usable(call: Invocation, name: str, is_usable: Callable[[Thing], bool]) -> Thing:
    """Return what `name` means among the things nearby that can be used so, else among all."""
    usable = [one for one in call.nearby() if is_usable(one)]
    found = call.matches(name, usable)
    return call.only(name, found) if found else call.match(name)


def _do(call: Invocation, name: str, thing: Thing) -> None:
    deed = usage_of(thing).deeds.get(name)
    if deed is None:
        call.refuse_text("deed.cannot", deed=name, thing=_name_of(call, thing))
    _check_state(call, name, deed, thing)
    own = _say(call, f"{name}.own", deed.own, thing)
    others = _say(call, f"{name}.others", deed.others, thing)
    event = Event(name, call.actor.id, call.room.id, own=own, others=others, thing=thing.id)
    if deed.end:
        call.tx.set_property(thing, STATE, deed.end)
    if deed.uses_up:
        call.tx.remove(thing)
    call.emit(event)


def _check_state(call: Invocation, name: str, deed: Deed, thing: Thing) -> None:
    """Refuse a deed that does not fit the thing's present state."""
    state = state_of(thing)
    if not deed.start or state in deed.start:
        return
    key = "deed.already" if state == deed.end else "deed.not-now"
    call.refuse_text(key, deed=name, thing=thing.name, state=state)


def _say(call: Invocation, key: str, sentence: str, thing: Thing) -> str:
    """Return the thing's own sentence, or the general one, for this actor and thing."""
    values = {"actor": call.actor.name, "thing": thing.name}
    if not sentence:
        return call.say_text(key, **values)
    return make_sentence(key, sentence, Path(), 0).fill(values)


def _name_of(call: Invocation, thing: Thing) -> str:
    """Return how a refusal names the thing: people and places have no article."""
    if isinstance(thing, Character | Room):
        return thing.name
    return call.say_text("deed.thing", thing=thing.name)


# --- reading and writing ----------------------------------------------------------------


def read_thing(call: Invocation) -> None:
    """Read a thing: its description, and what people have written in it."""
    name = call.need(call.args, "read.what")
    thing = _find_usable(call, name, _is_readable)
    if isinstance(thing, Character | Room):
        call.refuse_text("deed.cannot", deed=call.command.name, thing=_name_of(call, thing))
    others = call.say_text("read.others", actor=call.actor.name, thing=thing.name)
    call.reply(scene.thing_text(thing, call.texts, call.world.time(), LINES_KEPT))
    event = Event(call.command.name, call.actor.id, call.room.id, others=others, thing=thing.id)
    call.emit(replace(event, nature=Nature.DEED))


def write_in_thing(call: Invocation) -> None:
    """Write a line in a thing; whoever reads it sees the words and their author."""
    call.need(call.args, "write.what")
    words, thing = _read_writing(call)
    if not usage_of(thing).writable:
        call.refuse_text("write.cannot", thing=_name_of(call, thing))
    words = call.need(clean_words(strip_quotes(words)), "write.what")
    if len(words) > LINE_LENGTH:
        call.refuse_text("refuse.too-long", length=len(words), limit=LINE_LENGTH)
    time = call.world.time()
    line = Inscription(call.actor.name, words, time.minutes if time else None)
    call.tx.set_property(thing, WRITTEN, add_line(thing, line))
    own = call.say_text("write.own", thing=thing.name, words=words)
    others = call.say_text("write.others", actor=call.actor.name, thing=thing.name)
    kind, here = call.command.name, call.room.id
    call.emit(Event(kind, call.actor.id, here, own=own, others=others, thing=thing.id))


def _read_writing(call: Invocation) -> tuple[str, Thing]:
    """Return the words and the thing of ``words in thing``; the words may contain "in" too."""
    readings = list(_split_writing(call.args))
    if not readings:
        call.refuse_text("write.what")
    for words, name in readings:
        usable = [one for one in call.nearby() if usage_of(one).writable]
        found = call.matches(name, usable)
        if found:
            return words, call.only(name, found)
    words, name = readings[0]
    return words, call.match(name)


def _split_writing(text: str) -> Iterator[tuple[str, str]]:
    """Yield each way to split a line into words and a thing, the shortest name first."""
    for mark in reversed(list(_INTO.finditer(text))):
        yield text[: mark.start()].strip(), text[mark.end() :].strip()


def _is_readable(thing: Thing) -> bool:
    return not isinstance(thing, Character | Room)


def _deed_row(word: DeedWord) -> Command:
    return Command(
        name=word.name,
        run=_make_deed(word),
        syntax=f"{word.name} <thing>",
        summary=word.summary,
        category="things",
        nature=Nature.DEED,
        aliases=word.aliases,
        help=f"Example: {word.example}",
    )


COMMANDS = (
    *map(_deed_row, DEED_WORDS),
    Command(
        name="read",
        run=read_thing,
        syntax="read <thing>",
        summary="Read something, and what people have written in it",
        category="things",
        nature=Nature.STUDY,
        help="Example: read guest book",
    ),
    Command(
        name="write",
        run=write_in_thing,
        syntax="write <words> in <thing>",
        summary="Write a line in something; whoever reads it sees your name",
        category="things",
        nature=Nature.INSCRIPTION,
        help="Example: write Came for a night in guest book",
    ),
)
