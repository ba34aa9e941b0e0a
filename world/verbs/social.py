"""Commands that speak and gesture."""

from __future__ import annotations

import re

from late.late_pattern import late_pattern
from world.boundaries import Event
from world.commands.command import Command, Permission
from world.commands.invocation import SPEECH_LIMIT, Invocation
from world.matching import means_oneself
from world.model import Character
from world.names import key_of
from world.nature import Nature
from world.text import clean_line
from world.vault.prepositions import describe_being_in
from world.verbs.calling import JOINING, list_called
from world.verbs.claims import could_pass_for_report
from world.verbs.speech import find_addressed, list_names, read_speech

SHORTEST_BEGINNING = 3
"""How much of a name private words need, in letters, unless it is the whole name."""

#: What a question begins with; somebody's name comes before it.
_ASKING = late_pattern(
    r"^(?:wh(?:at|o|om|ose|ere|en|y|ich)|how|do|does|did|is|are|was|were|will|would|can|could|may"
    r"|shall|should|have|has)\b",
    re.IGNORECASE,
)
_ABOUT = late_pattern(r"^about\s+", re.IGNORECASE)
_TO = late_pattern(r"\s+to\s+", re.IGNORECASE)


def others_present(call: Invocation) -> list[Character]:
    """Return the other characters who are awake here."""
    return [one for one in call.world.present_in(call.room) if one is not call.actor]


def say(call: Invocation) -> None:
    """Speak to the room."""
    _speak(call, read_speech(call, call.args, "say.what"))


def ask(call: Invocation) -> None:
    """Speak to the room, with somebody's name before the question."""
    name, _, words = call.need(call.args, "ask.what").partition(" ")
    target = call.match_present(_check_length(call, name.rstrip(",:")))
    asked = _ASKING.sub(_lower_first, read_speech(call, words.strip(), "ask.what"))
    topic = _ABOUT.sub("", asked)
    if topic != asked:
        said = call.say_text("ask.about", name=target.name, words=topic.rstrip(" .?!…"))
    else:
        mark = "" if asked.endswith((".", "?", "!", "…")) else "?"
        said = call.say_text("ask.question", name=target.name, words=asked + mark)
    _speak(call, said)


def _lower_first(word: re.Match[str]) -> str:
    return word[0].lower()


def _speak(call: Invocation, words: str) -> None:
    room = call.room
    call.emit(
        Event(
            kind="say",
            actor=call.actor.id,
            place=room.id,
            own=call.say_text("say.own", words=words),
            others=call.say_text("say.others", actor=call.actor.name, words=words),
            addressed=find_addressed(words, call.world.gathering(room), call.actor),
            nature=call.command.nature,
        )
    )
    if call.kind == "person":
        _tell_where(call, words)


def _tell_where(call: Invocation, words: str) -> None:
    """Tell a speaker where somebody is who is spoken to by name and is not here."""
    if JOINING.isdisjoint(words) and not call.world.is_any_name(list_names(words)):
        return  # nobody at all is named, so nobody is called
    called = list(filter(None, map(call.world.find_character, list_called(words))))
    here = [one for one in called if one.room is call.room and call.world.is_present(one)]
    if not called or here:
        return
    one = called[0]
    if call.world.is_present(one):
        where = describe_being_in(one.room)
        call.reply_text("say.elsewhere", name=one.name, where=where)
    else:
        call.reply_text("say.asleep", name=one.name)


def emote(call: Invocation) -> None:
    """Show the room a gesture: the actor's name and the words.

    Words that could pass for the world's report of a deed, of speech or of a happening show their
    author to everybody; any others to agents, and to people who want it.
    """
    call.need(call.args, "emote.what")
    words = clean_line(call.clean_argument(call.args, SPEECH_LIMIT), SPEECH_LIMIT)
    key = "emote.possessive" if words.startswith(("'s ", "’s ")) else "emote.text"
    plain = call.say_text(key, actor=call.actor.name, words=words)
    signed = call.say_text("emote.marked", actor=call.actor.name, text=plain)
    text = signed if could_pass_for_report(call, plain) else plain
    named = list_names(words)
    touched = frozenset(one.id for one in others_present(call) if one.key in named)
    call.emit(
        Event(
            kind="emote",
            actor=call.actor.id,
            place=call.room.id,
            own=text,
            others=text,
            addressed=touched,
            signed=signed,
        )
    )


def whisper(call: Invocation) -> None:
    """Speak to one character here; the others see only that it happens."""
    call.need(call.args, "whisper.what")
    name, words = _read_whisper(call)
    target = call.match_present(name)
    words = read_speech(call, words, "whisper.what")
    actor = call.actor.name
    call.emit(
        Event(
            kind="whisper",
            actor=call.actor.id,
            place=call.room.id,
            own=call.say_text("whisper.own", target=target.name, words=words),
            others=call.say_text("whisper.others", actor=actor, target=target.name),
            told={target.id: call.say_text("whisper.told", actor=actor, words=words)},
            addressed=frozenset({target.id}),
            overseen=call.say_text(
                "whisper.overseen", actor=actor, target=target.name, words=words
            ),
        )
    )


def _read_whisper(call: Invocation) -> tuple[str, str]:
    """Return the target's name and the words, of ``X words``, ``X = words`` or ``words to X``."""
    name, mark, words = call.args.partition(" = ")
    if mark:
        return name.strip(), words.strip()
    first, _, rest = re.sub(r"^to\s+", "", call.args, flags=re.IGNORECASE).partition(" ")
    first = first.rstrip(",:")
    *said, last = _TO.split(call.args)
    if said and not _is_called(call, first) and _is_called(call, last):
        return last, call.args[: len(call.args) - len(last)].rstrip()[:-2].rstrip()
    return _check_length(call, first), rest.strip()


def _is_called(call: Invocation, name: str) -> bool:
    """Return whether somebody else here has exactly this name."""
    return any(one.key == key_of(name) for one in others_present(call))


def _check_length(call: Invocation, name: str) -> str:
    """Return `name`; refuse one too short to be a clear name: ``whisper a secret``.

    Private words must not reach a character because an article begins like its name.
    """
    known = means_oneself(name) or call.world.find_character(name)
    if len(name) < SHORTEST_BEGINNING and not known:
        call.refuse_text("refuse.no-such-character", name=name)
    return name


def tell(call: Invocation) -> None:
    """Speak to one character anywhere; nobody else notices."""
    call.need(call.args, "tell.what")
    name, _, words = call.args.replace(" = ", " ", 1).partition(" ")
    target = call.match_character(_check_length(call, name.rstrip(",:")))
    if target is call.actor:
        call.refuse_text("tell.self")
    words = read_speech(call, words.strip(), "tell.what")
    if call.world.own.refuses_words(target, call.actor):
        call.refuse_text("tell.refused", target=target.name)
    if not call.world.is_present(target):
        _keep(call, target, words)
        return
    actor = call.actor.name
    told = call.say_text("tell.told", actor=actor, words=words)
    call.emit(
        Event(
            kind="tell",
            actor=call.actor.id,
            place=call.room.id,
            own=call.say_text("tell.own", target=target.name, words=words),
            told={target.id: told},
            addressed=frozenset({target.id}),
            only_told=True,
            overseen=call.say_text("tell.overseen", actor=actor, target=target.name, words=words),
        )
    )
    mark = call.world.presence.mark_of(target.id)
    if mark:
        call.reply_text("tell.marked", target=target.name, mark=mark)


def _keep(call: Invocation, target: Character, words: str) -> None:
    """Have words kept for somebody asleep, or refuse."""
    kept = call.world.own.keep_words(call.actor, target, words)
    if not kept:
        call.refuse_text("tell.asleep", target=target.name)
    call.reply(kept)


COMMANDS = (
    Command(
        name="say",
        run=say,
        syntax="say <words>",
        summary="Speak to everyone here",
        category="social",
        nature=Nature.SPEECH,
        shorthands=('"', "“"),
        help='Shorter: "Good morning. A name among the words addresses its bearer.',
        offered=True,
    ),
    Command(
        name="ask",
        run=ask,
        syntax="ask <someone> <a question> | about <something>",
        summary="Ask somebody here, so that everyone hears it",
        category="social",
        nature=Nature.SPEECH,
        help="Examples: ask Moss what grows here; ask Moss about the bees.",
        permission=Permission.PEOPLE,
    ),
    Command(
        name="emote",
        run=emote,
        syntax="emote <what you do>",
        summary="Do something that everyone here sees",
        category="social",
        nature=Nature.GESTURE,
        shorthands=(":",),
        help="Shorter: :waves. The others read your name and then the words.",
        offered=True,
    ),
    Command(
        name="whisper",
        run=whisper,
        syntax="whisper <someone> <words>",
        summary="Speak to one person here; others see only that you whisper",
        category="social",
        nature=Nature.PRIVATE_SPEECH,
        help="Also: whisper Moss = hello, whisper hello to Moss.",
        offered=True,
    ),
    Command(
        name="tell",
        run=tell,
        syntax="tell <someone> <words>",
        summary="Speak to one person wherever they are; nobody else notices",
        category="social",
        nature=Nature.DISTANT_SPEECH,
        help="Example: tell Moss Come to the hall, please.",
    ),
)
