"""Commands that list characters, rooms and commands, and give help."""

from __future__ import annotations

from world.commands.command import Command, Privacy
from world.commands.invocation import Invocation
from world.model import Character
from world.nature import Nature
from world.vault.prepositions import describe_being_in
from world.vault.texts import UnknownText
from world.vault.time_words import describe_date

#: The prefix of help pages' names.
_PAGES = "help-"


def who(call: Invocation) -> None:
    """List everyone who is awake, with their place."""
    awake = [one for one in call.world.characters() if call.world.is_present(one)]
    lines = [call.say_text("who.head", count=len(awake))]
    lines += [_who_line(call, one) for one in awake]
    call.reply("\n".join(lines))


def _who_line(call: Invocation, one: Character) -> str:
    kind = call.say_text(f"who.{call.world.kind_of(one.id) or 'person'}")
    line = call.say_text("who.line", name=one.name, kind=kind, place=one.room.name)
    doing = call.world.find_doing(one)
    return call.say_text("who.doing", line=line, doing=doing) if doing else line


def where(call: Invocation) -> None:
    """Say where the actor or another character is; ``is Moss?`` and ``am I`` ask as well."""
    named = call.args.rstrip(" ?")
    if not named or named.casefold() == "am i":
        call.reply_text("where.own", where=describe_being_in(call.room))
        return
    one = call.match_character(named[3:] if named[:3].casefold() == "is " else named)
    if one is call.actor:
        call.reply_text("where.own", where=describe_being_in(call.room))
    elif call.world.is_present(one):
        where = describe_being_in(one.room)
        call.reply_text("where.other", name=one.name, where=where)
    else:
        call.refuse_text("where.asleep", name=one.name)


def rooms(call: Invocation) -> None:
    """List every room."""
    found = [room.name for room in call.world.rooms()]
    call.reply_text("rooms.list", count=len(found), names=", ".join(found))


def time(call: Invocation) -> None:
    """Say the world's time, season and weather."""
    now = call.world.time()
    call.reply(describe_date(call.texts, now) if now else call.say_text("time.none"))


def help_(call: Invocation) -> None:
    """List the commands with their summaries, or explain one."""
    if not call.args:
        table = call.world.table
        call.reply(f"{call.say_text('help.head')}\n{table.summaries(call.kind)}")
        if more := table.more_names(call.kind, call.role):
            call.reply(f"{call.say_text('help.more')}\n{more}")
        call.reply(_topics(call))
        return
    text = call.world.table.help_on(call.args, call.kind, call.role)
    call.reply(_page(call, call.args) if text is None else text)


def _topics(call: Invocation) -> str:
    """Return the topics of the help pages."""
    pages = [page for page in call.texts.pages() if page.startswith(_PAGES)]
    topics = ", ".join(f"help {page.removeprefix(_PAGES).replace('-', ' ')}" for page in pages)
    return call.say_text("help.topics", topics=topics)


def _page(call: Invocation, topic: str) -> str:
    """Return the help page ``help-<topic>``, or refuse."""
    try:
        return call.texts.page(f"{_PAGES}{topic.casefold().replace(' ', '-')}")
    except UnknownText:
        call.refuse_text("help.unknown", topic=topic)


def commands(call: Invocation) -> None:
    """List the names of all commands."""
    listed = call.world.table.names(call.kind, call.role)
    call.reply(f"{call.say_text('commands.head')}\n{listed}")


COMMANDS = (
    Command(
        name="who",
        run=who,
        syntax="who",
        summary="See who is here in the world, and where",
        category="query",
        nature=Nature.LISTING,
        privacy=Privacy.SILENT,
    ),
    Command(
        name="where",
        run=where,
        syntax="where [<someone>]",
        summary="See where you are, or where someone else is",
        category="query",
        nature=Nature.LISTING,
        privacy=Privacy.SILENT,
    ),
    Command(
        name="rooms",
        run=rooms,
        syntax="rooms",
        summary="List all places",
        category="query",
        nature=Nature.LISTING,
        help="Go to any of them: go to The Garden.",
        privacy=Privacy.SILENT,
    ),
    Command(
        name="time",
        run=time,
        syntax="time",
        summary="See what time of the world it is, and the weather",
        category="query",
        nature=Nature.LISTING,
        privacy=Privacy.SILENT,
    ),
    Command(
        name="help",
        run=help_,
        syntax="help [<command>]",
        summary="List the commands, or explain one",
        category="query",
        nature=Nature.LISTING,
        aliases=("?",),
        privacy=Privacy.SILENT,
    ),
    Command(
        name="commands",
        run=commands,
        syntax="commands",
        summary="List the names of all commands",
        category="query",
        nature=Nature.LISTING,
        privacy=Privacy.SILENT,
    ),
)
