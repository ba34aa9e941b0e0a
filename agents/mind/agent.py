"""An agent: the mind of one character, which perceives, remembers and takes turns."""

from __future__ import annotations

import asyncio
import random

from agents.boundaries import WatchEvent, WatchKind
from agents.memory.core.records import NewMemory
from agents.memory.core.tokens import count_in_slices
from agents.memory.language.stems import stem_words
from agents.memory.memory import AgentMemory
from agents.memory.recall.hits import Hit
from agents.memory.recall.index import RecallIndex
from agents.memory.status import MemoryStatus, add_warnings
from agents.mind.agent_context import AgentContext, Pace
from agents.mind.agent_state import AgentState
from agents.mind.fallback.fallback_policy import FallbackPolicy
from agents.mind.intake import Intake
from agents.mind.intentions.holder import IntentionTools
from agents.mind.intentions.keeper import IntentionKeeper
from agents.mind.intentions.state import Forgetful, StateKeeper
from agents.mind.manners.company import Company
from agents.mind.manners.manners import Manners
from agents.mind.manners.moves.seeing_off import tells_sorrow
from agents.mind.manners.social_lines import SocialLines
from agents.mind.manners.welcome import WelcomingAgent
from agents.mind.model_client import GenerationParams
from agents.mind.notes import NoteBook
from agents.mind.profile import Profile
from agents.mind.prompt.composing import PromptComposer
from agents.mind.prompt.prompt import Prompt
from agents.mind.rate_limits import ChainGuard, TurnBudget
from agents.mind.recording import describe_result, make_memory
from agents.mind.scene.composing import SceneComposer
from agents.mind.sleep.sleeping import Sleeper, WakingLife
from agents.mind.speech.parties.concern import TradeWords, list_spoken
from agents.mind.speech.told.acts import SpokenActs
from agents.mind.timer import TurnTimer
from agents.mind.turn.answering.absent import speaks_to_absent
from agents.mind.turn.in_company import InCompany
from agents.mind.turn.phases import Hindrance, Phase
from agents.mind.turn.recall_ahead import RecallAhead
from agents.mind.turn.rhythm import Rhythm
from agents.mind.turn.turn_taker import TurnTaker
from agents.mind.turn.welcoming import Welcoming
from agents.mind.vocabulary import Vocabulary
from agents.mind.voice.retrieval import VoiceIndex
from world.boundaries import MindKind, Perception

#: A resumed agent takes its first turn within this many seconds.
RESUME_SECONDS = 3.0


class Agent:
    """Perceives, remembers, and decides when to take a turn; at most one is in flight."""

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
        company: Company,
        kept: StateKeeper | None = None,
    ) -> None:
        """`company`: with whom it was of late; see `recollect`."""
        self.character = character
        self.memory = memory
        self.recall = recall
        self.notes = notes
        self.paused = False
        self.state = AgentState(character, profile, pace)
        self._context = context
        self._rng = rng
        self._company = company
        vocabulary = Vocabulary(context.commands)
        self.intentions = self._make_intentions(vocabulary, kept or Forgetful())
        self._make_turns(vocabulary)
        self._apply(profile, pace)
        self._timer = TurnTimer(context.clock, self._on_due)
        self._rhythm = Rhythm(self.state, context, rng)
        self._task: asyncio.Task[None] | None = None
        self.sleeper = Sleeper(character, memory, context, rng, self._describe_waking_life())

    def _make_turns(self, vocabulary: Vocabulary) -> None:
        state, memory, context, about = self.state, self.memory, self._context, self.intentions
        self._intake = Intake(context.clock, context.texts, self._remember_gap)
        self._composer = PromptComposer(
            state, memory, self.recall, self.notes, context, vocabulary, about
        )
        moulds, told = context.floor.moulds, self._company.list_told_lately
        acts = SpokenActs(context.texts, context.sentences)
        lines = SocialLines(self._company, context.texts, vocabulary, self._rng, moulds, acts)
        self._manners = Manners(lines, context.floor, self._rng, about.has_reason)
        scenes = SceneComposer(state, memory, self.recall, context, about, told)
        fallback = FallbackPolicy(context.texts, vocabulary, self._rng)
        company = InCompany(self._manners, state, context)
        self._welcoming = Welcoming(state, context, company, about)
        self._ahead = RecallAhead(self.recall, self._composer, scenes, context, company.listen)
        self._turns = TurnTaker(
            state, memory, self._ahead, self._composer, context, scenes, fallback, company, about,
            self._welcoming,
        )  # fmt: skip

    def _make_intentions(self, vocabulary: Vocabulary, kept: StateKeeper) -> IntentionKeeper:
        context, memory = self._context, self.memory
        tools = IntentionTools(
            self.character, context.body, context.texts, context.clock, vocabulary, context.hour,
            memories=lambda: memory.view.tail,
            last_seq=lambda: memory.view.last_seq,
            remember=self._remember,
            watch=self._watch,
            rng=self._rng,
            seclusion=context.seclusion,
            tells_sorrow=tells_sorrow,
        )  # fmt: skip
        return IntentionKeeper(self.name, tools, kept)

    def _describe_waking_life(self) -> WakingLife:
        turn, show = self._schedule_next_turn, self.intentions.show_rest
        return WakingLife(lambda: self.paused, self._is_busy, self._drop_turn, turn, show)

    @property
    def kind(self) -> MindKind:
        """The kind of mind that perceptions name: an agent."""
        return "agent"

    @property
    def name(self) -> str:
        """The character's name."""
        return self.profile.name

    @property
    def profile(self) -> Profile:
        """Who the agent is."""
        return self.state.profile

    @property
    def pace(self) -> Pace:
        """How often the agent takes turns."""
        return self.state.pace

    @property
    def voice(self) -> VoiceIndex:
        """The lines that a person wrote for the agent; a change holds from the next turn on."""
        return self.state.voice

    @voice.setter
    def voice(self, voice: VoiceIndex) -> None:
        self.state.voice = voice

    @property
    def phase(self) -> Phase:
        """The phase of the present turn."""
        return self._turns.turn.phase

    @property
    def last_error(self) -> str:
        """What failed in the last turn; empty if nothing did."""
        return self.state.last_error

    @property
    def generation_params(self) -> GenerationParams:
        """The agent's model and its sampling parameters, as they are now."""
        return self._turns.generation_params

    def compose_prompt(self) -> Prompt:
        """Return the exact prompt of this moment that shows all the agent carries."""
        return self._composer.compose_prompt()

    def show_prompt(self) -> Prompt:
        """Return the exact prompt that the agent's model would be given now: whole or a scene."""
        return self._turns.show_prompt()

    async def prepare_prompt(self) -> None:
        """Have at hand, within a moment, what `show_prompt` searches for, as before a turn."""
        await self._ahead.prepare_prompt()

    def report_memory(self) -> MemoryStatus:
        """Return the status of the memory; before the first turn, measure the prompt for it."""
        if not self.memory.prompt_measured:
            self.memory.estimate_prompt(self._context.tokens.count(self.compose_prompt().text))
        return self._describe_memory()

    async def assess_memory(self) -> MemoryStatus:
        """Return what `report_memory` does, without holding up the loop for long."""
        if not self.memory.prompt_measured:
            await self.prepare_prompt()
            prompt = self.compose_prompt().text
            self.memory.estimate_prompt(await count_in_slices(self._context.tokens, prompt))
        return self._describe_memory()

    def _describe_memory(self) -> MemoryStatus:
        status = self.memory.status(self._turns.own_prompts)
        return add_warnings(status, self.recall.describe_problems())

    def search(self, words: str, token_budget: int) -> list[Hit]:
        """Return the memories that match `words` best, within `token_budget` tokens."""
        return self.recall.search(words, token_budget=token_budget, tokens=self._context.tokens)

    # --- perceiving -------------------------------------------------------------------

    def perceive(self, perception: Perception) -> None:
        """Remember what happened; take the next turn sooner if it was addressed to the agent."""
        remembered = make_memory(perception, self.name)
        if remembered is None or not (perception.own or self._intake.admit(remembered)):
            return
        self._remember(remembered)
        self.intentions.leave.see(perception)
        if not perception.own:
            self.sleeper.on_event(perception.nature)
        if perception.own:
            if remembered.source == "thought":
                self._watch("thought", perception.text)
            else:
                about = describe_result(perception)
                self._context.tell_watchers(self.name, "result", perception.text, about)
            if perception.reason:
                self._watch("thought", perception.reason)
        now = self._context.clock.monotonic()
        elsewhere = speaks_to_absent(perception, self._context.body)
        if self._manners.hear(perception, now, elsewhere=elsewhere):
            self._hear(self._manners.handing_over.resolve(perception))

    def _remember(self, memory: NewMemory) -> None:
        experience = self.memory.record(memory)
        if experience is not None:
            self.recall.feed([experience])
            self._company.note(experience)
            self._welcoming.note(memory)
            context = self._context
            context.watch(WatchEvent(self.name, experience.at, "memory", memory.text, {
                "seq": experience.seq, "nature": str(memory.nature), "place": memory.place,
            }))  # fmt: skip

    def _remember_gap(self, memory: NewMemory) -> None:
        self._remember(memory)
        self._watch("state", memory.text)
        self._context.log_event("gap", self.name, memory.text, "info")

    def _hear(self, perception: Perception) -> None:
        if self._manners.lets_pass(perception, self._context.clock.now()):
            why = "they have talked enough"
        elif not self._chain.admit(by_agent=perception.actor_kind == "agent"):
            why = "a chain of agents"
        elif perception.actor_kind == "person" and not self._may_be_woken(perception):
            why = "a person has had too many answers"
        else:
            self._be_called(perception)
            return
        self._context.floor.settle(self.name)
        self._watch("state", f"leaves {perception.actor} unanswered: {why}")

    def _may_be_woken(self, perception: Perception) -> bool:
        # Words that come while an answer is owed cost no further answer.
        person = perception.actor or ""
        return self.state.is_owed(person) or self._context.may_wake(person)

    def _be_called(self, perception: Perception) -> None:
        self.state.be_called(perception)
        self.intentions.perceive(perception)
        self._be_summoned()

    # --- living -----------------------------------------------------------------------

    def start(self, within: float) -> None:
        """Begin to live; the first turn comes within `within` seconds."""
        trade = frozenset(stem_words(f"{self.profile.persona} {self.profile.home}"))
        work = TradeWords(lambda: list_spoken(self.state.voice))
        self._context.floor.join(self.name, self._can_answer, trade, self._is_at_rest, work)
        self._context.news.join(self.name, lambda: self.intentions.intentions)
        self._context.welcome.join(self.name, WelcomingAgent(self._find_cost, self._be_summoned))
        self._schedule_turn(self._rng.uniform(0.3, 1.0) * within)
        self.sleeper.on_event()
        self.sleeper.consider()

    def _find_cost(self, newcomer: str) -> float | None:
        """Return what it costs to go and meet a newcomer; None: the agent cannot."""
        able = not self.paused and self.pace.think_interval > 0
        return self._welcoming.find_cost(newcomer, awake=self.sleeper.awake) if able else None

    def _be_summoned(self) -> None:
        self.sleeper.on_called()
        self._schedule_turn(self._rhythm.slow_down(self.pace.reply_delay))

    def _can_answer(self) -> bool:
        return not self.paused and self.pace.think_interval > 0 and self.sleeper.awake

    def _is_at_rest(self) -> bool:
        return self.intentions.is_still

    def pause(self) -> None:
        """Drop the present turn and take no more; the agent still perceives and remembers."""
        self.paused = True
        self._drop_turn()
        self._context.floor.settle(self.name)
        self._watch("state", "paused")

    def resume(self) -> None:
        """Take turns again."""
        self.paused = False
        self._watch("state", "resumed")
        self.start(within=min(RESUME_SECONDS, self.pace.think_interval or RESUME_SECONDS))

    @property
    def hindrance(self) -> Hindrance:
        """Why the agent cannot take a turn at this moment, whether it is paused or not."""
        if self.phase is not Phase.IDLE:
            return "busy"
        return "" if self.sleeper.awake else "asleep"

    def think_now(self) -> None:
        """Take one turn at once, even if paused, and go on as before.

        Call it only without a `hindrance`.
        """
        self._timer.cancel()
        self._begin_turn()

    def quicken(self, *, near: bool) -> None:
        """Go back to full pace, if it was slowed: a person has come, perhaps `near` by."""
        if self._rhythm.is_slowed:
            waits = near or self.state.called
            seconds = self.pace.reply_delay if waits else self._rhythm.draw_interval()
            self._schedule_turn(self._rhythm.slow_down(seconds))

    def configure(self, profile: Profile, pace: Pace) -> None:
        """Use another profile or pace; drop the present turn."""
        self._apply(profile, pace)
        self._drop_turn()
        self._schedule_turn(self._rhythm.slow_down(self._rhythm.draw_interval()))
        self.sleeper.consider()

    def _apply(self, profile: Profile, pace: Pace) -> None:
        self.state.profile, self.state.pace = profile, pace
        self._chain = ChainGuard(pace.agent_chain)
        self._budget = TurnBudget(pace.turns_per_minute)
        self._intake.configure(pace.memory_megabytes_per_hour)

    async def close(self) -> None:
        """Stop the turns and the sleep; the caller closes the memory."""
        self.paused = True
        self._context.floor.leave(self.name)
        self._context.welcome.leave(self.name)
        self._timer.cancel()
        await self.sleeper.close()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    # --- turns ------------------------------------------------------------------------

    def _schedule_next_turn(self) -> None:
        walking = self.intentions.is_walking
        self._schedule_turn(self._rhythm.draw_next(self._welcoming, walking=walking))

    def _schedule_turn(self, seconds: float) -> None:
        """Take a turn in `seconds`, or sooner if one is already scheduled sooner."""
        if self.paused or not self.pace.think_interval or self.phase is not Phase.IDLE:
            return
        if self.sleeper.awake:
            self._timer.bring_forward(seconds)

    def _drop_turn(self) -> None:
        self._turns.turn.invalidate()
        self._timer.cancel()

    def _is_busy(self) -> bool:
        owes_turn = self.state.called and self.pace.think_interval > 0
        return owes_turn or self.phase is not Phase.IDLE

    def _on_due(self) -> None:
        now = self._context.clock.monotonic()
        wait = max(self._budget.wait(now, asked=self.state.called), self._turns.find_wait())
        if wait > 0:
            self._schedule_turn(wait)
            return
        self._begin_turn()

    def _begin_turn(self) -> None:
        self._budget.take(self._context.clock.monotonic())
        if not self.state.called:
            self._chain.restart()
        self._task = asyncio.ensure_future(self._take_turn(self._turns.begin()))

    async def _take_turn(self, generation: int) -> None:
        try:
            await self._turns.run(generation)
        finally:
            self._schedule_next_turn()
            self.sleeper.consider()

    def _watch(self, kind: WatchKind, text: str) -> None:
        self._context.tell_watchers(self.name, kind, text)
