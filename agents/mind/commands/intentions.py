"""Commands by which an agent says to itself what it means to do, and that it is done."""

from __future__ import annotations

from agents.memory.language.stems import stem_words
from agents.mind.agent import Agent
from agents.mind.intentions.intention import NAME_LENGTH, Intention
from agents.mind.intentions.keeper import IntentionKeeper
from agents.mind.minds import Minds
from late.late_dataclass import late_dataclass
from world.commands.command import Command, Permission, Privacy
from world.commands.invocation import Invocation
from world.names import key_of
from world.nature import Nature

#: The word by which an agent puts its intention down.
NOTHING = "nothing"


@late_dataclass(frozen=True, slots=True)
class IntentionVerbs:
    """The rows of this file, over the minds of a world."""

    minds: Minds

    def rows(self) -> tuple[Command, ...]:
        """Return the rows of this file."""
        return (
            Command(
                "intend", self.intend, "intend <words>", "Decide what you mean to do", "self",
                nature=Nature.INTENTION,
                help="One of those that your situation lists, or your own words: intend find the "
                "bell. You are reminded of it until you say: done. To put it down: intend nothing",
                permission=Permission.AGENTS, privacy=Privacy.SILENT, offered=True,
            ),
            Command(
                "done", self.done, "done", "Say that you have done what you meant to", "self",
                nature=Nature.INTENTION, permission=Permission.AGENTS, privacy=Privacy.SILENT,
                offered=True, exact=True,
            ),
        )  # fmt: skip

    def intend(self, inv: Invocation) -> None:
        """Take up an intention."""
        keeper = self._choose_own(inv).intentions
        words = inv.clean_argument(inv.need(inv.args, "intention.which"), NAME_LENGTH)
        if key_of(words) == NOTHING:
            self._put_down(inv, keeper)
            return
        known = find_by_words(keeper, words)
        if known is not None and not keeper.allows(known, keeper.find_moment()):
            inv.refuse_text("intention.cannot-now", name=known.name)
        keeper.intend(known, words)
        inv.reply_text("intention.taken-up", name=known.name if known else words)

    def done(self, inv: Invocation) -> None:
        """End the present intention."""
        keeper = self._choose_own(inv).intentions
        pursuit = keeper.state.present
        if pursuit is None:
            inv.refuse_text("intention.none")
        keeper.finish()
        inv.reply_text("intention.ended", name=pursuit.name)

    def _put_down(self, inv: Invocation, keeper: IntentionKeeper) -> None:
        pursuit = keeper.state.present
        if pursuit is None:
            inv.refuse_text("intention.none")
        keeper.put_down()
        inv.reply_text("intention.put-down", name=pursuit.name)

    def _choose_own(self, inv: Invocation) -> Agent:
        agent = self.minds.of_character(inv.actor.id)
        if agent is None:
            inv.refuse_text("refuse.agents-only", command=inv.command.name)
        return agent


def find_by_words(keeper: IntentionKeeper, words: str) -> Intention | None:
    """Return the intention that `words` name, whole or by all of its own words; None: a new one."""
    for each in keeper.intentions:
        if key_of(each.name) == key_of(words):
            return each
    given = frozenset(stem_words(words))
    return next(
        (each for each in keeper.intentions if given and given == frozenset(stem_words(each.name))),
        None,
    )
