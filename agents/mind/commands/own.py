"""Commands over the actor's own mind, for people and agents: notes, recall, dreams, profile."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from agents.memory.inspect.why import format_memory
from agents.memory.journal.own_entries import LEAST_IMPORTANT, MOST_IMPORTANT, parse_entry
from agents.mind.agent import Agent
from agents.mind.minds import Minds
from agents.mind.notes import NoteBook, NoteRefused, parse_note_args
from agents.mind.profile import PERSONA_LENGTH, Profile
from agents.mind.sleep.dreaming import render_dream
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.commands.command import Command, Privacy
from world.commands.invocation import Invocation
from world.costs.cost import CostKind
from world.nature import Nature
from world.text import clean_text
from world.vault.markdown import NoteError

PROFILE_PROPERTY = "profile"
#: Characters of an entry of a journal, and the note that is a person's journal.
JOURNAL_LENGTH, JOURNAL_NOTE = 1000, "Journal"
#: A recall shows at most this many tokens, because it becomes a memory itself.
RECALL_TOKENS = 400
_NUMBER = late_pattern(r"#?(\d{1,12})")

Rewrite = Callable[[Agent, Profile, str, str], None]
"""Writes an agent's changed profile to its note and applies it: for whom, by which command.
Raises `NoteError`, `OSError`."""

KeepProfile = Callable[[str, str, str], None]
"""Keeps what a person's profile was until now: whose, the text, the command that changes it.
Raises `Refusal`."""


@late_dataclass(frozen=True, slots=True)
class SelfVerbs:
    """The rows of this file, over the minds and the notebooks of a world."""

    minds: Minds
    notebook: Callable[[str], NoteBook]
    """Return the private notes of the person with this name."""
    rewrite: Rewrite
    rng: random.Random
    keep_profile: KeepProfile

    def rows(self) -> tuple[Command, ...]:
        """Return the rows of this file."""
        return (*self._writing_rows(), *self._memory_rows(), *self._profile_rows())

    def _writing_rows(self) -> tuple[Command, ...]:
        return (
            Command(
                "note", self.note, "note <title> -> <text>", "Add to a private note", "memory",
                nature=Nature.NOTE,
                help="Notes are markdown files that stay. Example: note Apple tree -> Two buds.",
                privacy=Privacy.PRIVATE, behaviour="mind.jots", offered=True, keeps_gaps=True,
            ),
            Command(
                "journal", self.journal, "journal <words>", "Write into your journal", "memory",
                nature=Nature.JOURNAL,
                help="What you write down comes to mind again where it matters. Say how important"
                " it is, from 1 to 10, before a colon. Example: journal 8: Ada fears the mill.",
                privacy=Privacy.PRIVATE, behaviour="mind.jots", offered=True, keeps_gaps=True,
            ),
            Command(
                "@overwrite-note", self.overwrite, "@overwrite-note <title> -> <text>",
                "Write a private note anew", "memory", nature=Nature.REVISION,
                privacy=Privacy.PRIVATE, behaviour="mind.jots", keeps_gaps=True,
            ),
        )  # fmt: skip

    def _memory_rows(self) -> tuple[Command, ...]:
        return (
            Command(
                "recall", self.recall, "recall [<words> | #<number>]",
                "Search your memories and notes", "memory", nature=Nature.RECOLLECTION,
                help="Without words it lists your notes. With a number it shows one memory whole.",
                privacy=Privacy.PRIVATE, behaviour="mind.remembers", offered=True,
            ),
            Command(
                "dream", self.dream, "dream", "Let old memories surface", "memory",
                nature=Nature.DREAM, privacy=Privacy.PRIVATE, behaviour="mind.remembers",
            ),
        )  # fmt: skip

    def _profile_rows(self) -> tuple[Command, ...]:
        return (
            Command(
                "@my-profile", self.my_profile, "@my-profile", "Read your own profile", "self",
                nature=Nature.REPORT, privacy=Privacy.SILENT,
            ),
            Command(
                "@set-profile", self.set_profile, "@set-profile -> <text>",
                "Say who you are", "self", nature=Nature.DEED,
                help="What it was before is kept: @profile-history. An agent may do so only if "
                "its profile has: may: [set-profile]",
                privacy=Privacy.SILENT, by_leave=True,
            ),
        )  # fmt: skip

    # --- notes ------------------------------------------------------------------------

    def note(self, inv: Invocation) -> None:
        """Append to a note."""
        note = self._write(inv, self._book(inv).append)
        inv.reply_text("note.added", title=note[0], content=note[1])

    def overwrite(self, inv: Invocation) -> None:
        """Replace a note."""
        note = self._write(inv, self._book(inv).overwrite)
        inv.reply_text("note.overwritten", title=note[0], content=note[1])

    def _write(self, inv: Invocation, write: Callable[[str, str], object]) -> tuple[str, str]:
        try:
            title, content = parse_note_args(inv.args)
            inv.spend({CostKind.KEPT: measure_kept(content)})
            write(title, content)
        except NoteRefused as refused:
            inv.refuse(str(refused))
        return title, content

    # --- the journal ------------------------------------------------------------------

    def journal(self, inv: Invocation) -> None:
        """Write into the journal; a person's is the note of that name."""
        importance, words = parse_entry(inv.clean_argument(inv.args, JOURNAL_LENGTH))
        if not words:
            inv.refuse_text("journal.which")
        if importance not in (None, *range(LEAST_IMPORTANT, MOST_IMPORTANT + 1)):
            inv.refuse_text("journal.importance", read=importance)
        inv.spend({CostKind.KEPT: measure_kept(words)})
        if self._agent(inv) is None:
            try:
                self._book(inv).append(JOURNAL_NOTE, words)
            except NoteRefused as refused:
                inv.refuse(str(refused))
        inv.reply_text("journal.written", words=words)

    # --- recall and dreams ------------------------------------------------------------

    def recall(self, inv: Invocation) -> None:
        """Search memories and notes, or show one memory, or list the notes."""
        agent = self._agent(inv)
        number = _NUMBER.fullmatch(inv.args)
        if agent is not None and number:
            self._show_memory(inv, agent, int(number[1]))
        elif not inv.args:
            self._show_titles(inv)
        else:
            self._search(inv, agent)

    def _show_memory(self, inv: Invocation, agent: Agent, seq: int) -> None:
        memory = agent.memory.read_one(seq)
        if memory is None:
            inv.refuse_text("recall.no-number", seq=seq)
        inv.reply(format_memory(memory))

    def _show_titles(self, inv: Invocation) -> None:
        titles = ", ".join(self._book(inv).titles())
        if not titles:
            inv.refuse_text("recall.no-notes")
        inv.reply_text("recall.titles", titles=titles)

    def _search(self, inv: Invocation, agent: Agent | None) -> None:
        found = [
            inv.say_text("recall.note", title=note.title, content=" ".join(note.content.split()))
            for note in self._book(inv).search(inv.args, limit=3)
        ]
        if agent is not None:
            found += [
                inv.say_text("recall.page", page=each.page, at=f"{each.fact.at:%Y-%m-%d}",
                             words=each.fact.text)
                for each in agent.memory.find_written(inv.args)
            ]  # fmt: skip
            found += [hit.render_line() for hit in agent.search(inv.args, RECALL_TOKENS)]
        if not found:
            inv.refuse_text("recall.nothing", words=inv.args)
        inv.reply("\n".join(found))

    def dream(self, inv: Invocation) -> None:
        """Show random old memories; show a person a random note."""
        agent = self._agent(inv)
        lines = (
            render_dream(inv.texts, agent.memory, self.rng) if agent else self._dream_of_note(inv)
        )
        if not lines:
            inv.refuse_text("dream.nothing")
        inv.reply("\n".join([inv.say_text("dream.begins"), *lines]))

    def _dream_of_note(self, inv: Invocation) -> list[str]:
        note = self._book(inv).random(self.rng)
        if note is None:
            return []
        return [inv.say_text("recall.note", title=note.title, content=note.content)]

    # --- profile ----------------------------------------------------------------------

    def my_profile(self, inv: Invocation) -> None:
        """Show the actor's profile."""
        agent = self._agent(inv)
        text = agent.profile.persona if agent else inv.actor.properties.get(PROFILE_PROPERTY, "")
        if not text:
            inv.refuse_text("profile.none")
        inv.reply_text("profile.yours", profile=text)

    def set_profile(self, inv: Invocation) -> None:
        """Write the actor's profile."""
        text = inv.clean_argument(inv.args.removeprefix("->").strip(), PERSONA_LENGTH)
        if not text:
            inv.refuse_text("profile.which")
        agent = self._agent(inv)
        if agent is None:
            self._set_own(inv, text)
        else:
            change_persona(inv, agent, text, self.rewrite)
        inv.reply_text("profile.set", profile=text)

    def _set_own(self, inv: Invocation, text: str) -> None:
        """Set a person's profile; the version before is kept."""
        before = inv.actor.properties.get(PROFILE_PROPERTY, "")
        if before and before != text:
            inv.spend({CostKind.KEPT: measure_kept(before)})
            self.keep_profile(inv.actor.name, before, inv.command.name)
        inv.tx.set_property(inv.actor, PROFILE_PROPERTY, text)

    # --- who --------------------------------------------------------------------------

    def _agent(self, inv: Invocation) -> Agent | None:
        return self.minds.of_character(inv.actor.id)

    def _book(self, inv: Invocation) -> NoteBook:
        agent = self._agent(inv)
        return agent.notes if agent else self.notebook(inv.actor.name)


def measure_kept(text: str) -> int:
    """Return the bytes that `text` takes on disk."""
    return len(text.encode("utf-8", "replace"))


def change_persona(inv: Invocation, agent: Agent, text: str, rewrite: Rewrite) -> None:
    """Write an agent's persona to its note; refuse with the error if that fails."""
    try:
        changed = replace(agent.profile, persona=clean_text(text, PERSONA_LENGTH))
        rewrite(agent, changed, inv.actor.name, inv.command.name)
    except (NoteError, OSError) as error:
        inv.refuse(str(error))
