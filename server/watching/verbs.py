"""The commands with which administrators watch and follow."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from agents.mind.agent import Agent
from agents.mind.commands.admin import describe_intention
from agents.mind.commands.admin_row import LateReply, admin_row
from agents.mind.commands.choosing import AgentChooser
from agents.mind.fallback.small_talk import lower_article
from agents.mind.minds import Minds
from agents.mind.watch import ALL
from late.late_dataclass import late_dataclass
from server.chronicle.verbs import NarrativeVerbs
from server.training.verbs import TrainingVerbs
from server.watching.story import Story
from world.commands.command import Command, Permission, Privacy
from world.commands.invocation import Invocation
from world.nature import Nature
from world.vault.prepositions import describe_being_in

OFF, PROMPTS = "off", "prompts"


@late_dataclass(frozen=True, slots=True)
class WatchVerbs:
    """Makes the commands. `story` is made after them."""

    minds: Minds
    story: Callable[[], Story]

    def rows(self) -> tuple[Command, ...]:
        """Return the commands."""
        return (
            admin_row(
                "@watch", self.watch, f"<agent> [{PROMPTS}] | {ALL} [{PROMPTS}] | {OFF}",
                "Read along what an agent sees, hears, thinks and does", Nature.REPORT,
                help="The same command ends it; @watch off ends all. With prompts, or after 'set "
                "promptview on', also the sizes of prompts and how answers are chosen; a watch "
                "that is on gets them added. "
                "@watch all is about every agent.",
            ),
            self._row("@follow", self.follow, "@follow <someone>",
                      "Go along with somebody, wherever they go",
                      "You walk through the same exits, and others see you. To see without "
                      "being seen, @watch."),
            self._row("@unfollow", self.unfollow, "@unfollow", "Go along with nobody any more"),
        )  # fmt: skip

    def _row(
        self,
        name: str,
        run: Callable[[Invocation], None],
        syntax: str,
        summary: str,
        help: str = "",
    ) -> Command:
        return Command(
            name, run, syntax, summary, "admin", nature=Nature.DEED, help=help,
            permission=Permission.ADMINISTRATORS, privacy=Privacy.SILENT,
        )  # fmt: skip

    # --- watching ---------------------------------------------------------------------

    def watch(self, inv: Invocation) -> None:
        """Start or stop watching."""
        words, watchers = inv.args.strip(), self.story().watchers
        if words.casefold() == OFF and self.minds.find_exactly(words) is None:
            ended = watchers.end_all(inv.actor.id)
            inv.reply_text("watch.off" if ended else "watch.none")
            return
        name, _, last = words.rpartition(" ")
        prompts = last.casefold() == PROMPTS and self.minds.find_exactly(words) is None
        whom = name.strip() if prompts else words
        if whom.casefold() == ALL and self.minds.find_exactly(whom) is None:
            self._watch_all(inv, prompts=prompts)
        else:
            agent = AgentChooser(self.minds).find_named(inv, whom)
            self._watch_one(inv, agent, prompts=prompts)

    def _watch_all(self, inv: Invocation, *, prompts: bool) -> None:
        if self.story().watchers.toggle(inv.actor.id, ALL, prompts=prompts):
            inv.reply_text("watch.all-begins", place=lower_article(inv.room.name))
        else:
            inv.reply_text("watch.all-ends")

    def _watch_one(self, inv: Invocation, agent: Agent, *, prompts: bool) -> None:
        begins = self.story().watchers.toggle(inv.actor.id, agent.name, prompts=prompts)
        inv.reply_text("watch.begins" if begins else "watch.ends", name=agent.name)
        if begins:
            others = ", ".join(inv.world.situation(agent.character).occupants)
            key = "watch.where-with" if others else "watch.where"
            room = inv.world.character(agent.character).room
            where = describe_being_in(room)
            known = {"name": agent.name, "where": where, "others": others}
            inv.reply_text(key, **{each: known[each] for each in inv.texts.names(key)})
            if agent.intentions.intentions:
                inv.reply(describe_intention(inv, agent))

    # --- following --------------------------------------------------------------------

    def follow(self, inv: Invocation) -> None:
        """Go along with somebody from now on."""
        inv.need(inv.args, "follow.whom")
        leader = inv.match_character(inv.args)
        if leader is inv.actor:
            inv.refuse_text("follow.self")
        if not inv.world.is_present(leader):
            inv.refuse_text("follow.asleep", name=leader.name)
        if leader.room is not inv.room and inv.world.shortest_path(inv.room, leader.room) is None:
            inv.refuse_text("follow.no-way", name=leader.name)
        self.story().followers.follow(inv.actor.id, leader.id)
        inv.reply_text("follow.begins", name=leader.name)

    def unfollow(self, inv: Invocation) -> None:
        """Go along with nobody."""
        leader = self.story().followers.find_leader(inv.actor.id)
        if leader is None:
            inv.refuse_text("follow.none")
        self.story().followers.stop(inv.actor.id)
        inv.reply_text("follow.ends", name=leader.name)


def make_story_rows(
    minds: Minds,
    story: Callable[[], Story],
    late: LateReply,
) -> Sequence[Command]:
    """Return the commands that tell what happens and what has happened."""
    return (
        *WatchVerbs(minds, story).rows(),
        *NarrativeVerbs(minds, lambda: story().chronicle, late).rows(),
        *TrainingVerbs(minds, lambda: story().training, late).rows(),
    )
