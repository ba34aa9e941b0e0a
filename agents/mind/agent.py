"""An agent: the mind of one character, which perceives, remembers, and from time to time acts."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from agents.boundaries import Body, Clock, Timer, TokenCounter, Watcher, WatchEvent, WatchKind
from agents.memory.memory import AgentMemory
from agents.memory.recall import Hit, RecallIndex
from agents.memory.records import Experience
from agents.memory.records import Turn as TurnRecord
from agents.mind.brain import Brain
from agents.mind.grammar import answer_grammar, command_grammar
from agents.mind.notes import NoteBook
from agents.mind.profile import Profile
from agents.mind.prompt import (
    Prompt,
    render_head,
    render_memories,
    render_notes,
    render_situation,
)
from agents.mind.recording import recordable
from agents.mind.social import ChainGuard, TurnBudget
from agents.mind.thinking import Asker, Asking, Decision, Prompts, PromptTooLong, Thinking
from agents.mind.turn import Phase, Turn
from world.boundaries import MindKind, Perception, Situation
from world.commands import Command
from world.texts import Texts

#: The sign that someone thinks is shown at most this often (seconds) when nobody asked.
AMBIENT_SECONDS = 60.0


#: What these commands show are memories already: found again they would drown the rest.
UNSEARCHED = frozenset({"recall", "dream"})


def is_searchable(experience: Experience) -> bool:
    """Whether a memory belongs into the recall index."""
    return experience.command not in UNSEARCHED


@dataclass(frozen=True, slots=True)
class Pace:
    """When an agent takes turns. Intervals are in seconds."""

    think_interval: float = 12.0
    """Between its own turns; 0: it only perceives."""
    jitter: float = 0.2
    """Each interval is longer or shorter by up to this share."""
    reply_delay: float = 1.5
    """From being spoken to until it begins to think."""
    turns_per_minute: int = 12
    agent_chain: int = 6
    """How many turns agents may answer one another before something else must happen."""
    repeat_limit: int = 2
    """How often an exact repeat of the last command is asked for again."""
    notes_in_prompt: int = 3


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What every agent of a world shares."""

    body: Body
    texts: Texts
    commands: Sequence[Command]
    """The commands that are offered in a prompt."""
    allowed: Collection[str]
    """Names of the commands beginning with ``@`` that agents may use."""
    tokens: TokenCounter
    clock: Clock
    watch: Watcher
    log: Callable[[str], None]
    asker: Callable[[str], Asker]
    """A model profile's name → its dispatcher."""
    asking: Callable[[str], Asking]
    """A model profile's name → how it is asked now."""


class Agent:
    """A mind on its own clock. At most one turn is in flight, and every path ends in idle."""

    def __init__(
        self,
        character: int,
        profile: Profile,
        pace: Pace,
        memory: AgentMemory,
        recall: RecallIndex,
        notes: NoteBook,
        surroundings: Surroundings,
        rng: random.Random,
    ) -> None:
        self.character = character
        self.profile = profile
        self.pace = pace
        self.memory = memory
        self.recall = recall
        self.notes = notes
        self.paused = False
        self.last_error = ""
        self._around = surroundings
        self._rng = rng
        self._brain = Brain(surroundings.texts, rng)
        self._turn = Turn()
        self._chain = ChainGuard(pace.agent_chain)
        self._budget = TurnBudget(pace.turns_per_minute)
        self._timer_due = float("inf")
        self._timer: Timer | None = None
        self._task: asyncio.Task[None] | None = None
        self._last_line = ""
        self._ambient_at = float("-inf")
        self._heard: Perception | None = None
        self._called = False
        self._began = 0.0

    # --- the mind ---------------------------------------------------------------------

    @property
    def kind(self) -> MindKind:
        """An agent is an agent."""
        return "agent"

    @property
    def name(self) -> str:
        """The character's name."""
        return self.profile.name

    @property
    def phase(self) -> Phase:
        """Where the present turn stands."""
        return self._turn.phase

    def perceive(self, perception: Perception) -> None:
        """Remember what happened, and think sooner when spoken to."""
        remembered = recordable(perception, self.name)
        if remembered is None:
            return
        experience = self.memory.record(
            remembered.text,
            source=remembered.source,
            event=remembered.event,
            place=remembered.place,
            occupants=remembered.occupants,
            speaker=remembered.speaker,
            command=remembered.command,
            line=remembered.line,
            reason=remembered.reason,
            ok=remembered.ok,
        )
        if experience is not None and is_searchable(experience):
            self.recall.feed([experience])
        if perception.own:
            thought = remembered.source == "thought"
            self._watch("thought" if thought else "result", perception.text)
            if perception.reason:
                self._watch("thought", perception.reason)
        elif perception.addressed:
            self._spoken_to(perception)

    def _spoken_to(self, perception: Perception) -> None:
        by_agent = perception.actor_kind == "agent"
        if self._chain.heard(by_agent=by_agent):
            self._heard, self._called = perception, True
            self._due_in(self.pace.reply_delay)
        else:
            self._watch("state", f"leaves {perception.actor} unanswered: a chain of agents")

    # --- pace -------------------------------------------------------------------------

    def start(self, within: float) -> None:
        """Begin to live: the first turn is due within so many seconds."""
        self._due_in(self._rng.uniform(0.3, 1.0) * within)

    def pause(self) -> None:
        """Take no more turns; what is in flight is dropped. It goes on perceiving."""
        self.paused = True
        self._turn.invalidate()
        self._cancel_timer()
        self._watch("state", "paused")

    def resume(self) -> None:
        """Take turns again."""
        self.paused = False
        self._watch("state", "resumed")
        self.start(within=min(3.0, self.pace.think_interval or 3.0))

    def configure(self, profile: Profile, pace: Pace) -> None:
        """Go on with another profile or pace; a turn in flight is dropped."""
        self.profile, self.pace = profile, pace
        self._chain = ChainGuard(pace.agent_chain)
        self._budget = TurnBudget(pace.turns_per_minute)
        self._turn.invalidate()
        self._cancel_timer()
        self._due_in(self._interval())

    async def close(self) -> None:
        """Stop living; the memory is left to its owner."""
        self.paused = True
        self._cancel_timer()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _interval(self) -> float:
        return self.pace.think_interval * (1 + self._rng.uniform(-1, 1) * self.pace.jitter)

    def _due_in(self, seconds: float) -> None:
        """Be due in `seconds`, or sooner if that is already so."""
        if self.paused or not self.pace.think_interval or self._turn.phase is not Phase.IDLE:
            return
        due = self._around.clock.monotonic() + seconds
        if due < self._timer_due:
            self._cancel_timer()
            self._timer_due = due
            self._timer = self._around.clock.call_later(seconds, self._due)

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer, self._timer_due = None, float("inf")

    def _due(self) -> None:
        self._timer, self._timer_due = None, float("inf")
        wait = self._budget.wait(self._around.clock.monotonic())
        if wait > 0:
            self._due_in(wait)
            return
        self._budget.take(self._around.clock.monotonic())
        if not self._called:
            self._chain.own_turn()
        self._began = self._around.clock.monotonic()
        generation = self._turn.begin()
        self._watch("turn", "answers" if self._called else "thinks")
        self._task = asyncio.ensure_future(self._take_turn(generation))

    # --- a turn -----------------------------------------------------------------------

    async def _take_turn(self, generation: int) -> None:
        """One turn from waiting to idle, whatever happens on the way."""
        self._called = False
        try:
            decision = await self._thinking().decide(self._last_line)
            if decision is not None:
                self._act(decision, generation)
        except PromptTooLong as error:
            self._failed(str(error))
        except Exception as error:
            # Whatever broke, the agent must not freeze: the turn ends and another will come.
            self._failed(f"{type(error).__name__}: {error}")
        finally:
            self._turn.end()
            self._heard = self._heard if self._called else None
            self._due_in(self.pace.reply_delay if self._called else self._interval())

    def _thinking(self) -> Thinking:
        around = self._around
        return Thinking(
            owner=self.name,
            asker=around.asker(self.profile.model_profile),
            asking=self.asking(),
            prompts=Prompts(
                build=self.prompt,
                grammar=self._grammar,
                relieve=self.memory.relieve,
                brain=self._decide_by_rule,
            ),
            tokens=around.tokens,
            repeat_limit=self.pace.repeat_limit,
            allowed=around.allowed,
            on_send=self._sent,
            on_again=self._again,
        )

    def _decide_by_rule(self) -> str:
        return self._brain.decide(
            self._situation(), self.memory.view.tail, self.name, self.profile.persona
        )

    def _sent(self, prompt: Prompt, count: int) -> None:
        # A retry after a failure of the network sends once more without going back.
        if self._turn.phase is Phase.WAITING:
            self._turn.to(Phase.THINKING)
        self._watch("prompt", self._sizes(prompt, count))
        now = self._around.clock.monotonic()
        if self._heard or now - self._ambient_at >= AMBIENT_SECONDS:
            self._ambient_at = now
            text = self._around.texts.say("mind.pauses", name=self.name)
            self._around.body.ambient(self.character, text)

    def _again(self, why: str) -> None:
        self._turn.to(Phase.WAITING)
        self._watch("error", f"{why}; asked again")

    def _act(self, decision: Decision, generation: int) -> None:
        if not self._still_current(decision, generation):
            self._watch("state", "drops a stale reply")
            return
        if self._turn.phase is Phase.WAITING:
            # The brain decided without a prompt having gone out.
            self._turn.to(Phase.THINKING)
        if decision.why_brain:
            self._failed(f"the deterministic brain acts: {decision.why_brain}")
        else:
            self.last_error = ""
        self._turn.to(Phase.ACTING)
        # The reply is on disk before it acts: a restart knows what was said to whom.
        self.memory.record_turn(self._record_of(decision))
        self._last_line = decision.line
        self._watch("command", decision.line)
        self._around.body.perform(self.character, decision.line)

    def _still_current(self, decision: Decision, generation: int) -> bool:
        if decision.prompt.place != self._situation().place:
            self._turn.invalidate()
        return self._turn.current(generation)

    def _record_of(self, decision: Decision) -> TurnRecord:
        completion, prompt = decision.completion, decision.prompt
        asking = self.asking()
        return TurnRecord(
            head=prompt.head,
            notes=prompt.notes,
            situation=prompt.situation,
            reply=decision.reply,
            command=decision.line,
            model="" if decision.why_brain else asking.model,
            profile=self.profile.model_profile,
            prompt_tokens=completion.prompt_tokens if completion else decision.prompt_tokens,
            completion_tokens=completion.completion_tokens if completion else 0,
            cached_tokens=completion.cached_tokens if completion else 0,
            seconds=round(self._around.clock.monotonic() - self._began, 3),
            after=prompt.after,
            revision=prompt.revision,
            outcome=decision.why_brain and f"brain: {decision.why_brain}",
        )

    def _failed(self, what: str) -> None:
        if what != self.last_error:
            self._around.log(f"[Mind] {self.name}: {what}")
        self.last_error = what
        self._watch("error", what)

    def search(self, words: str, token_budget: int) -> list[Hit]:
        """The memories that fit `words` best, within so many tokens."""
        return self.recall.search(words, token_budget=token_budget, tokens=self._around.tokens)

    # --- the prompt -------------------------------------------------------------------

    def prompt(self) -> Prompt:
        """The exact prompt of this moment."""
        situation = self._situation()
        texts = self._around.texts
        longterm, recent = self.memory.summary_texts()
        commands = [row.syntax for row in self._around.commands]
        notes = self.notes.relevant(
            situation.place, situation.occupants, limit=self.pace.notes_in_prompt
        )
        return Prompt(
            head=render_head(texts, self.name, self.profile.persona, commands),
            memories=render_memories(texts, longterm, recent, self.memory.transcript()),
            notes=render_notes(texts, [(note.title, note.content) for note in notes]),
            situation=render_situation(texts, situation, self._heard.text if self._heard else ""),
            place=situation.place,
            after=self.memory.view.last_seq,
            revision=self.memory.view.revision,
        )

    def _situation(self) -> Situation:
        return self._around.body.situation(self.character)

    def asking(self) -> Asking:
        """How its model is asked now."""
        return self._around.asking(self.profile.model_profile)

    def _sizes(self, prompt: Prompt, count: int) -> str:
        tokens = self._around.tokens
        parts = (
            ("profile", prompt.head),
            ("memories", prompt.memories),
            ("notes", prompt.notes),
            ("situation", prompt.situation),
        )
        listed = ", ".join(f"{name} {tokens.count(text)}" for name, text in parts)
        return f"{count} tokens: {listed}"

    def _grammar(self) -> str | None:
        heard = self._heard
        if heard is not None and heard.actor:
            return answer_grammar(heard.kind, heard.actor, last_line=self._last_line)
        return command_grammar(self._situation(), last_line=self._last_line)

    def _watch(self, kind: WatchKind, text: str) -> None:
        self._around.watch(WatchEvent(self.name, self._around.clock.now(), kind, text))
