"""The world and its one door: every line of every mind comes in through `perform`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from late.late_dataclass import late_dataclass
from world.boundaries import Event, MindKind, Outcome, Perception
from world.commands.command import Command, Permission, Privacy
from world.commands.invocation import Invocation, Refusal
from world.commands.parser import Action, Unrecognised, find_exit_name, parse
from world.commands.table import CommandTable, permits
from world.costs.cost import count_costs
from world.model import Character
from world.nature import Nature
from world.presence import Shown
from world.realm import Realm
from world.text import clean_line
from world.transaction import Transaction
from world.undo.history import BuildingAct

LINE_LIMIT = 8000
"""The longest line that is read, in characters; what is beyond it is cut off."""


#: The sentences for those who may not use a command.
_REFUSALS = {
    Permission.PEOPLE: "refuse.people-only",
    Permission.AGENTS: "refuse.agents-only",
    Permission.BUILDERS: "refuse.builders-only",
}


@late_dataclass(frozen=True, slots=True)
class _Attempt:
    """The line that the actor tried, for the perception that answers it."""

    line: str
    command: str = ""
    reason: str = ""
    nature: Nature = Nature.DEED


class World(Realm):
    """The realm with its door, `perform`."""

    table: CommandTable

    def perform(self, character_id: int, line: str) -> Outcome:
        """Run `line` for a character and deliver the results to the minds.

        The actor's mind perceives exactly one ``result``, ``room`` or ``refusal`` (an empty
        line: nothing), the others what they can.  A command that fails changes nothing.
        Raises `LookupError` for an unknown character, and `RuntimeError` when called while
        a command runs.
        """
        actor = self.character(character_id)
        if self._open is not None:
            raise RuntimeError("perform was called while another command runs")
        text = clean_line(line, LINE_LIMIT, keeps_gaps=True)
        if not text:
            return Outcome(ok=True, command="", text="")
        parsed = self._parse(actor, text)
        if isinstance(parsed, Unrecognised):
            attempt = _Attempt(parsed.line, "", parsed.reason)
            return self._refuse(actor, attempt, self._why(parsed, actor))
        return self._act(actor, parsed)

    def may(self, character_id: int, command: Command) -> bool:
        """Return whether the mind in the character may use `command`."""
        if command.permission is Permission.EVERYONE:
            return True
        kind = self.kind_of(character_id)
        return permits(command, kind, self.role_of(self.character(character_id)))

    def _parse(self, actor: Character, text: str) -> Action | Unrecognised:
        parsed = parse(
            text,
            self.table,
            may=lambda command: self.may(actor.id, command),
            exits=(exit.name for exit in actor.room.exits.values()),
            is_way=self._is_way,
        )
        return parsed.close_gaps()

    def _is_way(self, text: str) -> bool:
        """Return whether `text` is the name of a room, or of an exit anywhere."""
        known = (exit.name for room in self.rooms() for exit in room.exits.values())
        rooms = (room.name for room in self.rooms())
        return find_exit_name(text, rooms) is not None or find_exit_name(text, known) is not None

    def _why(self, unrecognised: Unrecognised, actor: Character) -> Sequence[str]:
        say, names = self.texts.say, ", ".join(unrecognised.candidates)
        verb = clean_line(unrecognised.verb, 40)
        if unrecognised.ambiguous:
            return (say("unknown.ambiguous", verb=verb, names=names),)
        named = self.table.get(verb)  # of a line that reads as talk all the same
        if named is not None:
            reasons = [say("unknown.as-command", verb=verb, syntax=named.syntax)]
        else:
            reasons = [say("unknown.command", verb=verb)]
            if names:
                reasons.append(say("unknown.suggestions", names=names))
            reasons.append(say("unknown.help"))
        if self.kind_of(actor.id) == "person" and self._is_said(unrecognised, actor):
            reasons.append(say("unknown.say", line=clean_line(unrecognised.line, 60)))
        return reasons

    def _is_said(self, unrecognised: Unrecognised, actor: Character) -> bool:
        """Return whether a line reads as talk, or begins with the name of somebody here."""
        called = unrecognised.verb.strip(",.:!?").casefold()
        here = self.presence.around(actor)[1]
        return unrecognised.is_talk or called in map(str.casefold, here)

    def _act(self, actor: Character, action: Action) -> Outcome:
        row = action.command
        attempt = _Attempt(action.line, row.name, action.reason, row.nature)
        if row.permission is not Permission.EVERYONE and not self.may(actor.id, row):
            key = _REFUSALS.get(row.permission, "refuse.administrators-only")
            why = self.texts.say(key, command=row.name)
            return self._refuse(actor, attempt, (why,))
        barred = self._find_bar(actor, action)
        if barred:
            return self._refuse(actor, attempt, (barred,))
        if self.kind_of(actor.id) == "person":
            for remark in self._list_remarks(action):
                self.notify(actor.id, remark)
        return self._run(actor, action, attempt)

    def _list_remarks(self, action: Action) -> Iterator[str]:
        """Yield what was made of a line before it runs: a correction, and words left out."""
        if action.correction:
            typed, meant = action.correction
            yield self.texts.say("unknown.corrected", typed=clean_line(typed, 40), meant=meant)
        surplus = action.command.find_surplus(action.args)
        if surplus:
            rest, syntax = clean_line(surplus, 40), action.command.syntax
            yield self.texts.say("unknown.left-out", rest=rest, syntax=syntax)

    def _find_bar(self, actor: Character, action: Action) -> str:
        """Return why this actor may not do this, or not with these words; empty: it may."""
        row = action.command
        surplus = row.find_surplus(action.args)
        if surplus and row.is_strict:
            rest = clean_line(surplus, 60)
            return self.texts.say("refuse.words-behind", rest=rest, syntax=row.syntax)
        needs_leave = row.by_leave and self.kind_of(actor.id) == "agent"
        if needs_leave and not self.rules.find_leave(actor.id, row.name):
            return self.texts.say("refuse.by-leave", command=row.name)
        if action.args.casefold() in row.wordless:
            return ""
        return self.rules.gag(actor.id, row.nature)

    def _run(self, actor: Character, action: Action, attempt: _Attempt) -> Outcome:
        """Run the command; its changes and views take effect together, or none does."""
        tx = self._open = Transaction(self.registry)
        invocation = Invocation(self, actor, action, tx)
        self.presence.hold()
        why: Sequence[str] | None = None
        kind = "refusal"
        views: list[Shown] = []
        try:
            self._perform_command(action.command, invocation)
            views = self._prepare(action.command, invocation, attempt)
            invocation.spend(count_costs(actor, tx, views))
            self.commit(tx)
        except Refusal as refusal:
            tx.undo()
            why = refusal.reasons
        except Exception as error:
            tx.undo()
            self.on_error(error, f"{action.command.name} by {actor.name} failed")
            why, kind = (self.texts.say("refuse.failed", command=action.command.name),), "fault"
        except BaseException:
            tx.undo()
            raise
        finally:
            self._open = None
            held = self.presence.release()
        if why is not None:
            return self._refuse(actor, attempt, why, kind)
        self._report_done(invocation)
        self.presence.send([*views, *held])
        return _describe_outcome(invocation)

    def _perform_command(self, command: Command, invocation: Invocation) -> None:
        """Run the command; refuse what must be kept and cannot be (one may walk and talk)."""
        command.run(invocation)
        if invocation.tx.must_be_kept() and self.unkept:
            raise Refusal(self.texts.say("refuse.not-kept"))

    def _report_done(self, invocation: Invocation) -> None:
        """Tell whoever wants to know what happened, and what was done with which things."""
        self.report([*invocation.events, *self.presence.aside])
        changes = invocation.tx.changes() if invocation.command.undoable else ()
        if changes:
            self.building.keep(invocation.actor.key, BuildingAct(invocation.line, changes))
        for call in invocation.afterwards:
            call()
        for event in invocation.events:
            thing = invocation.tx.find(event.thing)
            if thing is not None:
                try:
                    self.on_deed(event.kind, thing)
                except Exception as error:
                    self.on_error(error, f"what follows {event.kind} {thing.name} failed")

    def _prepare(self, row: Command, invocation: Invocation, attempt: _Attempt) -> list[Shown]:
        """Return everyone's views of the world as it is now, the actor's first."""
        actor = invocation.actor
        events = [*invocation.events, *self._behaviour(row, actor)]
        views = self.presence.views(events, performer=actor.id)
        mind = self.presence.mind_of(actor.id)
        if mind is None or actor not in self.registry:
            return views
        kind = "room" if invocation.seen_room else invocation.reply_kind
        own = self._own(actor, mind.kind, kind, "\n".join(invocation.replies), attempt)
        return [(actor, mind, own), *views]

    def _behaviour(self, command: Command, actor: Character) -> Sequence[Event]:
        """Return what bystanders see of a private command."""
        if command.privacy is not Privacy.PRIVATE or not command.behaviour:
            return ()
        text = self.texts.say(command.behaviour, actor=actor.name)
        return (Event("behaviour", actor.id, actor.room.id, others=text, ambient=True),)

    def _own(
        self, actor: Character, mind_kind: MindKind, kind: str, text: str, attempt: _Attempt
    ) -> Perception:
        # Only an agent remembers who was there; in a crowd the list is long.
        remembers = mind_kind == "agent"
        return Perception(
            kind=kind,
            text=text,
            place=actor.room.name,
            occupants=self.presence.around(actor)[1] if remembers else (),
            actor=actor.name,
            actor_kind=mind_kind,
            own=True,
            line=attempt.line,
            command=attempt.command,
            reason=attempt.reason,
            nature=attempt.nature,
        )

    def _refuse(
        self, actor: Character, attempt: _Attempt, why: Sequence[str], kind: str = "refusal"
    ) -> Outcome:
        """Tell only the actor why the line failed."""
        plain = "\n".join(why)
        mind = self.mind_of(actor.id)
        if mind is not None:
            text = plain
            if mind.kind == "agent":
                say = self.texts.say
                text = say("refuse.agent", line=attempt.line, reasons=" ".join(why))
            self.presence.send([(actor, mind, self._own(actor, mind.kind, kind, text, attempt))])
        return Outcome(ok=False, command=attempt.command, text=plain)


def _describe_outcome(done: Invocation) -> Outcome:
    return Outcome(True, done.command.name, "\n".join(done.replies), done.answers_later)
