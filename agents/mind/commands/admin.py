"""Commands over other minds, for administrators; agents use a few of them on themselves."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, replace
from typing import Any

from agents.boundaries import Clock, TokenCounter, WatchEvent
from agents.memory.compactor import CannotCompact, CompactionReport
from agents.memory.core.records import Experience
from agents.memory.inspect.why import Grounds, line_of, traced
from agents.memory.status import render_report, render_table
from agents.mind.agent import Agent
from agents.mind.background_tasks import BackgroundTasks
from agents.mind.commands.own import change_persona
from agents.mind.minds import Minds
from agents.mind.profile import PERSONA_LENGTH, Profile, parse_interval
from agents.mind.watch import WatchHub
from world.commands.command import Command, Permission, Privacy
from world.commands.invocation import Invocation
from world.nature import Nature
from world.text import clean_line
from world.vault.markdown import NoteError

#: What a watcher is shown of one event, in characters.
WATCHED = 2000
#: What is looked for where nobody has noted what a sentence rests on.
WHY_TOKENS, WHY_GUESSES = 600, 5
ADMIN = Permission.ADMINISTRATORS
OWN = Permission.ADMINISTRATORS_AND_AGENTS

Notify = Callable[[int, str, str], None]
"""Tell a character something that comes later: id, text, kind."""


@dataclass(frozen=True, slots=True)
class AdminVerbs:
    """The rows of this file, over the minds of a world."""

    minds: Minds
    watching: WatchHub
    tokens: TokenCounter
    clock: Clock
    notify: Notify
    rewrite: Callable[[Agent, Profile], None]
    """Write an agent's changed profile to its note and let it live by it; raises
    `NoteError`, `OSError`."""
    where: Callable[[Agent], str]
    """The path of an agent's profile, for people."""
    background: BackgroundTasks

    def rows(self) -> tuple[Command, ...]:
        """The commands."""
        silent, category = Privacy.SILENT, "admin"
        return (
            Command(
                "@memory-status", self.memory_status, "@memory-status [<agent>]",
                "How agents remember: a table of all, or one in full", category,
                nature=Nature.REPORT, permission=OWN, privacy=silent,
            ),
            Command(
                "@compact-memories", self.compact, "@compact-memories [<agent>] [force]",
                "Compact memories now", category, nature=Nature.DEED,
                help="Says at once that it began, and reports when it is done. Without a name: "
                "every agent. With force: even below the strategy's thresholds.",
                permission=OWN, privacy=silent,
            ),
            Command(
                "@why", self.why, "@why <agent> <words>",
                "Which memories a sentence of a summary rests on", category, nature=Nature.REPORT,
                help="Finds the sentence that says most of the words, and shows its memories.",
                permission=OWN, privacy=silent,
            ),
            Command(
                "@bootstrap-summaries", self.bootstrap, "@bootstrap-summaries [<agent>]",
                "Build the summaries of agents that have none from their archives", category,
                nature=Nature.DEED, permission=ADMIN, privacy=silent,
            ),
            Command(
                "@watch", self.watch, "@watch <agent>",
                "See a mind at work: prompt sizes, thoughts, commands, compactions", category,
                nature=Nature.REPORT,
                help="The same command ends it.", permission=ADMIN, privacy=silent,
            ),
            Command(
                "@impersonate", self.impersonate, "@impersonate <agent>",
                "Read the exact prompt that an agent has at this moment", category,
                nature=Nature.REPORT, permission=ADMIN, privacy=silent,
            ),
            Command(
                "@pause", self.pause, "@pause [<agent>]",
                "Let an agent, or all of them, take no more turns", category, nature=Nature.DEED,
                permission=ADMIN, privacy=silent,
            ),
            Command(
                "@resume", self.resume, "@resume [<agent>]",
                "Let an agent, or all of them, take turns again", category, nature=Nature.DEED,
                permission=ADMIN, privacy=silent,
            ),
            Command(
                "@show-profile", self.show_profile, "@show-profile <agent>",
                "Read an agent's profile", category,
                nature=Nature.REPORT, permission=ADMIN, privacy=silent,
            ),
            Command(
                "@edit-profile", self.edit_profile, "@edit-profile <agent> -> <text>",
                "Write an agent's persona anew", category,
                nature=Nature.DEED, permission=ADMIN, privacy=silent,
            ),
            Command(
                "@edit-interval", self.edit_interval, "@edit-interval <agent> <seconds>",
                "How often an agent thinks; 0: it only perceives", category, nature=Nature.DEED,
                permission=ADMIN, privacy=silent,
            ),
        )  # fmt: skip

    # --- memory -----------------------------------------------------------------------

    def memory_status(self, inv: Invocation) -> None:
        """A table of every agent, or the full report of one."""
        now = self.clock.now()
        own = self._own(inv)
        if inv.args or own:
            inv.reply(render_report(self._one(inv).memory.status(), now))
        elif not len(self.minds):
            inv.refuse_text("memory.none")
        else:
            inv.reply(render_table([agent.memory.status() for agent in self.minds], now))

    def compact(self, inv: Invocation) -> None:
        """Begin a compaction now; its end is told later."""
        name, force = self._forced(inv.args)
        begun = [self._begin_compaction(inv, each, force) for each in self._chosen(inv, name)]
        if not any(begun):
            inv.refuse(*inv.replies)

    def _forced(self, args: str) -> tuple[str, bool]:
        """The agent's name and whether ``force`` follows it; an agent may have that name."""
        name, _, last = args.rpartition(" ")
        force = last.casefold() == "force" and self.minds.find_exactly(args) is None
        return (name.strip(), True) if force else (args, False)

    def _begin_compaction(self, inv: Invocation, agent: Agent, force: bool) -> bool:
        count = agent.memory.last_seq
        try:
            task = agent.memory.begin_compaction(force=force)
        except CannotCompact as cannot:
            inv.reply_text("compact.cannot", name=agent.name, why=cannot)
            return False
        inv.reply_text("compact.begun", name=agent.name, count=count)
        self._later(inv, self._report_compaction(inv, agent, task))
        return True

    async def _report_compaction(
        self, inv: Invocation, agent: Agent, task: Awaitable[CompactionReport]
    ) -> str:
        started = self.clock.monotonic()
        try:
            report = await task
        except Exception as error:
            return inv.say_text("compact.failed", name=agent.name, why=error)
        seconds = f"{self.clock.monotonic() - started:.1f}"
        what = _in_words(inv, report)
        return inv.say_text("compact.done", name=agent.name, seconds=seconds, what=what)

    def bootstrap(self, inv: Invocation) -> None:
        """Build missing summaries from the archive; the end is told later."""
        for agent in self._chosen(inv):
            inv.reply_text("bootstrap.begun", name=agent.name)
            self._later(inv, self._bootstrapped(inv, agent))

    async def _bootstrapped(self, inv: Invocation, agent: Agent) -> str:
        try:
            what = _in_words(inv, await agent.memory.bootstrap())
        except Exception as error:
            return inv.say_text("bootstrap.failed", name=agent.name, why=error)
        return inv.say_text("bootstrap.done", name=agent.name, what=what)

    # --- provenance -------------------------------------------------------------------

    def why(self, inv: Invocation) -> None:
        """From a sentence of a summary to its memories; they are told a moment later."""
        own = self._own(inv)
        name, _, words = ("", "", inv.args) if own else inv.args.partition(" ")
        if not words.strip():
            inv.refuse_text("agent.which", syntax=inv.command.syntax)
        agent = own or self._named(inv, name)
        match traced(agent.memory.view, words):
            case Grounds() as grounds:
                self._later(inv, self._grounds(inv, agent, grounds))
            case Experience() as memory:
                inv.reply_text("why.verbatim", name=agent.name, memory=line_of(memory))
            case None:
                self._recalled(inv, agent, words)

    def _recalled(self, inv: Invocation, agent: Agent, words: str) -> None:
        """What of the archive has the words, where nothing in the prompt says them."""
        found = agent.recall.search(
            words, token_budget=WHY_TOKENS, tokens=self.tokens, limit=WHY_GUESSES
        )
        if not found:
            inv.refuse_text("why.nothing", name=agent.name, words=words)
        memories = "\n".join(hit.line() for hit in found)
        inv.reply_text("why.recalled", name=agent.name, words=words, memories=memories)

    async def _grounds(self, inv: Invocation, agent: Agent, grounds: Grounds) -> str:
        summary = grounds.summary
        memories = await agent.memory.read(grounds.seqs)
        lines = [line_of(each) for each in memories]
        if not lines:
            found = agent.recall.search(
                grounds.sentence, token_budget=WHY_TOKENS, tokens=self.tokens,
                limit=WHY_GUESSES, within=summary.covers,
            )  # fmt: skip
            lines = [hit.line() for hit in found]
        key = "why.cited" if memories else "why.guessed" if lines else "why.unknown"
        return inv.say_text(
            key, name=agent.name, sentence=grounds.sentence, first=summary.covers[0],
            last=summary.covers[1], method=summary.method, memories="\n".join(lines),
        )  # fmt: skip

    # --- watching ---------------------------------------------------------------------

    def watch(self, inv: Invocation) -> None:
        """Begin or cease to watch a mind."""
        agent, who, texts = self._one(inv), inv.actor.id, inv.texts

        def tell(event: WatchEvent) -> None:
            text = event.text if len(event.text) <= WATCHED else event.text[:WATCHED] + " …"
            line = texts.say("watch.line", name=event.agent, kind=event.kind, text=text)
            self.notify(who, line, "watch")

        begins = self.watching.toggle(agent.name, who, tell)
        inv.reply_text("watch.begins" if begins else "watch.ends", name=agent.name)

    def impersonate(self, inv: Invocation) -> None:
        """Show the exact prompt of this moment."""
        agent = self._one(inv)
        text = agent.prompt().text
        inv.reply_text(
            "agent.prompt", name=agent.name, prompt=text,
            tokens=self.tokens.count(text), room=agent.generation_params().room,
        )  # fmt: skip

    # --- life -------------------------------------------------------------------------

    def pause(self, inv: Invocation) -> None:
        """Stop turns."""
        for agent in self._chosen(inv):
            key = "agent.paused-already" if agent.paused else "agent.paused"
            agent.pause()
            inv.reply_text(key, name=agent.name)

    def resume(self, inv: Invocation) -> None:
        """Let turns go on."""
        for agent in self._chosen(inv):
            if agent.paused:
                agent.resume()
                inv.reply_text("agent.resumed", name=agent.name)
            else:
                inv.reply_text("agent.awake-already", name=agent.name)

    # --- profiles ---------------------------------------------------------------------

    def show_profile(self, inv: Invocation) -> None:
        """Show a profile."""
        agent = self._one(inv)
        profile = agent.profile
        inv.reply_text(
            "agent.profile", name=agent.name, path=self.where(agent), persona=profile.persona,
            home=profile.home or inv.say_text("agent.home-default"),
            model_profile=profile.model_profile or inv.say_text("agent.model-default"),
            pace=_pace(inv, agent.pace.think_interval),
        )  # fmt: skip

    def edit_profile(self, inv: Invocation) -> None:
        """Write a persona anew."""
        name, arrow, text = (part.strip() for part in inv.args.partition("->"))
        if not arrow or not text:
            inv.refuse_text("agent.which", syntax=inv.command.syntax)
        agent = self._named(inv, name)
        change_persona(inv, agent, inv.limited(text, PERSONA_LENGTH), self._set_persona)
        inv.reply_text("agent.profile-set", name=agent.name, profile=text)

    def _set_persona(self, agent: Agent, persona: str) -> None:
        self.rewrite(agent, replace(agent.profile, persona=persona))

    def edit_interval(self, inv: Invocation) -> None:
        """Change how often an agent thinks."""
        name, _, seconds = inv.args.rpartition(" ")
        agent = self._named(inv, name)
        try:
            interval = parse_interval(seconds)
            self.rewrite(agent, replace(agent.profile, think_interval=interval))
        except (ValueError, NoteError, OSError) as error:
            inv.refuse(str(error))
        key = "agent.interval-set" if interval else "agent.interval-off"
        inv.reply_text(key, name=agent.name, seconds=f"{interval:g}")

    # --- who is meant -----------------------------------------------------------------

    def _own(self, inv: Invocation) -> Agent | None:
        return self.minds.of_character(inv.actor.id)

    def _one(self, inv: Invocation) -> Agent:
        own = self._own(inv)
        return own if own and not inv.args else self._named(inv, inv.args)

    def _named(self, inv: Invocation, name: str) -> Agent:
        if not name.strip():
            inv.refuse_text("agent.which", syntax=inv.command.syntax)
        agent, own = self.minds.find(name), self._own(inv)
        if own is not None and agent is not own:
            inv.refuse_text("agent.not-yours")
        if agent is None:
            names = ", ".join(self.minds.names()) or "none"
            inv.refuse_text("agent.unknown", name=clean_line(name, 60), names=names)
        return agent

    def _chosen(self, inv: Invocation, name: str | None = None) -> list[Agent]:
        """The named agent; the actor's own mind; else every agent."""
        name, own = inv.args if name is None else name, self._own(inv)
        if name or own:
            return [own if own and not name else self._named(inv, name)]
        if not len(self.minds):
            inv.refuse_text("memory.none")
        return list(self.minds)

    def _later(self, inv: Invocation, work: Coroutine[Any, Any, str]) -> None:
        async def run() -> None:
            self.notify(inv.actor.id, await work, "notice")

        self.background.run(run())


def _pace(inv: Invocation, interval: float) -> str:
    key = "agent.thinks" if interval else "agent.perceives"
    return inv.say_text(key, seconds=f"{interval:g}")


def _in_words(inv: Invocation, report: CompactionReport) -> str:
    record = report.record
    return inv.say_text(
        "compact.what", first=record.covers[0], last=record.covers[1], method=record.method,
        before=record.tokens_before, after=record.tokens_after,
        entries_before=record.entries_before, entries_after=record.entries_after,
        chars_before=record.chars_before, chars_after=record.chars_after,
        ratio=f"{record.compression_ratio:.0%}",
    )  # fmt: skip
