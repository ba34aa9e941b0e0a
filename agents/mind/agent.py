"""An agent: the mind of one character, which perceives, remembers, and from time to time acts."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass

from agents.boundaries import WatchEvent, WatchKind
from agents.clock import run_within
from agents.memory.memory import AgentMemory
from agents.memory.recall.hits import Hit
from agents.memory.recall.index import RecallIndex
from agents.mind.agent_context import AgentContext, Pace
from agents.mind.fallback.fallback_policy import FallbackPolicy
from agents.mind.model_client import GenerationParams
from agents.mind.notes import NoteBook
from agents.mind.profile import Profile
from agents.mind.prompt.composing import compose_prompt, describe_sizes
from agents.mind.prompt.conversations import ConversationBlocks
from agents.mind.prompt.prompt import Prompt
from agents.mind.prompt.retrieved_memories import RetrievedMemories
from agents.mind.rate_limits import ChainGuard, TurnBudget
from agents.mind.recording import make_memory, turn_record
from agents.mind.reply.grammar import answer_grammar, command_grammar
from agents.mind.sleep.sleeping import Day, Sleeper
from agents.mind.thinking import Decision, Prompts, Thinking
from agents.mind.timer import TurnTimer
from agents.mind.turn import Phase, TurnState
from agents.mind.vocabulary import Vocabulary
from world.boundaries import MindKind, Perception, Situation
from world.nature import Nature

#: The sign that someone thinks is shown at most this often (seconds) when nobody asked.
AMBIENT_SECONDS = 60.0

#: A prompt that grew too long is made this part of the model's room shorter than it must be.
SPARE = 4

#: So long a turn waits at most for a compaction that the prompt does not yet depend on.
EASE_SECONDS = 60.0

#: An agent's latest lines that it is kept from doing again.
RECENT_LINES = 12


@dataclass(slots=True)
class Attention:
    """What an agent was told and did last."""

    heard: Perception | None = None
    """What it was told and has not answered."""
    called: bool = False
    """Whether the next turn is owed to somebody."""
    began: float = 0.0
    """When the present turn began."""
    last_line: str = ""
    ambient_at: float = float("-inf")
    """When bystanders last saw it think."""


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
        context: AgentContext,
        rng: random.Random,
    ) -> None:
        self.character = character
        self.memory = memory
        self.recall = recall
        self.notes = notes
        self.paused = False
        self.last_error = ""
        self._context = context
        self._rng = rng
        self._retrieved = RetrievedMemories(memory, recall, context.tokens)
        self._conversations = ConversationBlocks(memory, recall, context.tokens)
        self._vocabulary = Vocabulary(context.commands)
        self._fallback = FallbackPolicy(context.texts, self._vocabulary, rng)
        self._turn = TurnState()
        self._live_by(profile, pace)
        self._timer = TurnTimer(context.clock, self._due)
        self._task: asyncio.Task[None] | None = None
        self._attention = Attention()
        day = Day(lambda: self.paused, self._busy, self._day_ends, self._day_begins)
        self.sleeper = Sleeper(character, memory, context, rng, day)

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
        remembered = make_memory(perception, self.name)
        if remembered is None:
            return
        experience = self.memory.record(remembered)
        if experience is not None:
            self.recall.feed([experience])
        if not perception.own:
            self.sleeper.happened(perception.nature)
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
            self._attention.heard, self._attention.called = perception, True
            self.sleeper.called()
            self._due_in(self.pace.reply_delay)
        else:
            self._watch("state", f"leaves {perception.actor} unanswered: a chain of agents")

    # --- pace -------------------------------------------------------------------------

    def start(self, within: float) -> None:
        """Begin to live: the first turn is due within so many seconds."""
        self._due_in(self._rng.uniform(0.3, 1.0) * within)
        self.sleeper.happened()
        self.sleeper.consider()

    def pause(self) -> None:
        """Take no more turns; what is in flight is dropped. It goes on perceiving."""
        self.paused = True
        self._turn.invalidate()
        self._timer.cancel()
        self._watch("state", "paused")

    def resume(self) -> None:
        """Take turns again."""
        self.paused = False
        self._watch("state", "resumed")
        self.start(within=min(3.0, self.pace.think_interval or 3.0))

    def configure(self, profile: Profile, pace: Pace) -> None:
        """Go on with another profile or pace; a turn in flight is dropped."""
        self._live_by(profile, pace)
        self._turn.invalidate()
        self._timer.cancel()
        self._due_in(self._interval())
        self.sleeper.consider()

    def _live_by(self, profile: Profile, pace: Pace) -> None:
        self.profile, self.pace = profile, pace
        self._chain = ChainGuard(pace.agent_chain)
        self._budget = TurnBudget(pace.turns_per_minute)

    async def close(self) -> None:
        """Stop living; the memory is left to its owner."""
        self.paused = True
        self._timer.cancel()
        await self.sleeper.close()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _interval(self) -> float:
        return self.pace.think_interval * (1 + self._rng.uniform(-1, 1) * self.pace.jitter)

    def _due_in(self, seconds: float) -> None:
        """Be due in `seconds`, or sooner if that is already so."""
        if self.paused or not self.pace.think_interval or self._turn.phase is not Phase.IDLE:
            return
        if not self.sleeper.awake:
            return
        self._timer.within(seconds)

    def _due(self) -> None:
        wait = self._budget.wait(self._context.clock.monotonic())
        if wait > 0:
            self._due_in(wait)
            return
        self._budget.take(self._context.clock.monotonic())
        if not self._attention.called:
            self._chain.own_turn()
        self._attention.began = self._context.clock.monotonic()
        generation = self._turn.begin()
        self._watch("turn", "answers" if self._attention.called else "thinks")
        self._task = asyncio.ensure_future(self._take_turn(generation))

    # --- sleep ------------------------------------------------------------------------

    def _busy(self) -> bool:
        owed = self._attention.called and self.pace.think_interval > 0
        return owed or self._turn.phase is not Phase.IDLE

    def _day_ends(self) -> None:
        self._turn.invalidate()
        self._timer.cancel()

    def _day_begins(self) -> None:
        self._due_in(self.pace.reply_delay if self._attention.called else self._interval())

    # --- a turn -----------------------------------------------------------------------

    async def _take_turn(self, generation: int) -> None:
        """One turn from waiting to idle, whatever happens on the way."""
        self._attention.called = False
        try:
            decision = await self._thinking().decide(self._attention.last_line)
            if decision is not None:
                self._act(decision, generation)
        except Exception as error:
            # Whatever broke, the agent must not freeze: the turn ends and another will come.
            self._failed(f"{type(error).__name__}: {error}")
        finally:
            self._turn.end()
            self.memory.end_turn()
            self._attention.heard = self._attention.heard if self._attention.called else None
            self._due_in(self.pace.reply_delay if self._attention.called else self._interval())
            self.sleeper.consider()

    def _thinking(self) -> Thinking:
        context = self._context
        return Thinking(
            owner=self.name,
            client=context.model_client(self.profile.model_profile),
            params=self.generation_params(),
            prompts=Prompts(
                build=self.prompt,
                grammar=self._grammar,
                ease=self._ease,
                relieve=self._relieve,
                fallback=self._decide_by_rule,
            ),
            tokens=context.tokens,
            repeat_limit=self.pace.repeat_limit,
            allowed=context.allowed,
            on_send=self._sent,
            on_again=self._again,
        )

    async def _ease(self, tokens: int) -> bool:
        try:
            return await run_within(self._context.clock, EASE_SECONDS, self.memory.ease(tokens))
        except TimeoutError:
            return False  # the compaction goes on, and so does the turn

    async def _relieve(self, excess: int) -> bool:
        return await self.memory.relieve(excess, self.generation_params().room // SPARE)

    def _decide_by_rule(self) -> str:
        return self._fallback.decide(
            self._situation(), self.memory.view.tail, self.name, self.profile.persona
        )

    def _sent(self, prompt: Prompt, count: int) -> None:
        # A retry after a failure of the network sends once more without going back.
        if self._turn.phase is Phase.WAITING:
            self._turn.to(Phase.THINKING)
        # What was heard until now stands in this prompt: it need not be answered once more.
        self._attention.called = False
        self.memory.measure_prompt(count)
        self._watch("prompt", describe_sizes(prompt, count, self._context.tokens))
        now = self._context.clock.monotonic()
        if self._attention.heard or now - self._attention.ambient_at >= AMBIENT_SECONDS:
            self._attention.ambient_at = now
            text = self._context.texts.say("mind.pauses", name=self.name)
            self._context.body.ambient(self.character, text)

    def _again(self, why: str) -> None:
        self._turn.to(Phase.WAITING)
        self._watch("error", f"{why}; asked again")

    def _act(self, decision: Decision, generation: int) -> None:
        if not self._still_current(decision, generation):
            self._watch("state", "drops a stale reply")
            # The person who waits for an answer gets one all the same.
            self._attention.called = self._attention.heard is not None
            return
        if self._turn.phase is Phase.WAITING:
            # The brain decided without a prompt having gone out.
            self._turn.to(Phase.THINKING)
        if decision.why_fallback:
            self._failed(f"the deterministic brain acts: {decision.why_fallback}")
        else:
            self.last_error = ""
        self._turn.to(Phase.ACTING)
        # The reply is on disk before it acts: a restart knows what was said.
        seconds = self._context.clock.monotonic() - self._attention.began
        generation_params, profile = self.generation_params(), self.profile.model_profile
        self.memory.record_turn(turn_record(decision, generation_params.model, profile, seconds))
        self._attention.last_line = decision.line
        self._watch("command", decision.line)
        self._context.body.perform(self.character, decision.line)

    def _still_current(self, decision: Decision, generation: int) -> bool:
        if decision.prompt.place != self._situation().place:
            self._turn.invalidate()
        return self._turn.current(generation)

    def _failed(self, what: str) -> None:
        if what != self.last_error:
            self._context.log(f"[Mind] {self.name}: {what}")
        self.last_error = what
        self._watch("error", what)

    def search(self, words: str, token_budget: int) -> list[Hit]:
        """The memories that fit `words` best, within so many tokens."""
        return self.recall.search(words, token_budget=token_budget, tokens=self._context.tokens)

    # --- the prompt -------------------------------------------------------------------

    def prompt(self) -> Prompt:
        """The exact prompt of this moment."""
        answering = self._to_answer()
        heard = answering.text if answering else ""
        return compose_prompt(
            self._context,
            self.profile,
            self.memory,
            self.notes,
            self._situation(),
            heard=heard,
            notes_limit=self.pace.notes_in_prompt,
            asides=self._asides(heard),
        )

    def _asides(self, heard: str) -> list[str]:
        """What this moment brings to mind, beside the notes."""
        texts, situation = self._context.texts, self._situation()
        return [
            self._conversations.block(texts, situation),
            self._retrieved.block(texts, situation, heard),
        ]

    def generation_params(self) -> GenerationParams:
        """How its model is asked now."""
        return self._context.generation_params(self.profile.model_profile)

    def _situation(self) -> Situation:
        return self._context.body.situation(self.character)

    def _grammar(self) -> str | None:
        heard, last, recent = self._to_answer(), self._attention.last_line, self._recent_lines()
        if heard is not None and heard.actor:
            return answer_grammar(
                heard.nature, heard.actor, self._vocabulary, last_line=last, recent=recent
            )
        return command_grammar(self._situation(), self._vocabulary, last_line=last, recent=recent)

    def _to_answer(self) -> Perception | None:
        """What was said to it, unless the speaker has gone out of hearing meanwhile."""
        heard = self._attention.heard
        if heard is None or not heard.actor:
            return None
        at_any_distance = heard.nature is Nature.DISTANT_SPEECH
        reached = at_any_distance or heard.actor in self._situation().occupants
        return heard if reached else None

    def _recent_lines(self) -> list[str]:
        """What it did lately, oldest first."""
        return [memory.line for memory in self.memory.view.tail if memory.line][-RECENT_LINES:]

    def _watch(self, kind: WatchKind, text: str) -> None:
        self._context.watch(WatchEvent(self.name, self._context.clock.now(), kind, text))
