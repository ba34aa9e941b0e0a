"""Taking a turn: an agent thinks, and its line goes through the one door."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from agents.boundaries import WatchKind
from agents.clock import run_within
from agents.memory.core.gauge import Gauge
from agents.memory.core.records import Experience
from agents.memory.memory import AgentMemory
from agents.memory.status import OwnPrompts
from agents.mind.agent_context import AgentContext
from agents.mind.agent_state import AgentState
from agents.mind.fallback.fallback_policy import NO_INDEX, FallbackPolicy
from agents.mind.fallback.restraint import Restraint
from agents.mind.intentions.keeper import IntentionKeeper
from agents.mind.model_client import GenerationParams
from agents.mind.prompt.composing import PromptComposer, describe_sizes
from agents.mind.prompt.prompt import Prompt
from agents.mind.scene.composing import SceneComposer
from agents.mind.scene.material import SceneMaterial
from agents.mind.speech.candidates import Candidate, Origin, RuleLine
from agents.mind.speech.judgement import Judgement, rank_candidates
from agents.mind.speech.parties.address import write_answer_line
from agents.mind.turn.chat_reading import make_chat_reader
from agents.mind.turn.in_company import InCompany
from agents.mind.turn.lying_asleep import overhears
from agents.mind.turn.phases import Phase, TurnState
from agents.mind.turn.read_through import complete_and_read
from agents.mind.turn.recall_ahead import RecallAhead
from agents.mind.turn.record import describe_choices, describe_decision, make_turn_record
from agents.mind.turn.scene_thinking import SceneThinking, SceneTools
from agents.mind.turn.taking_in import cut_behind
from agents.mind.turn.thinking import Decision, Prompts, Thinking
from agents.mind.turn.welcoming import Welcoming
from agents.mind.vocabulary import Vocabulary
from agents.mind.voice.retrieval import VoiceIndex
from agents.models.profiles import SCENE
from world.boundaries import Perception
from world.nature import Nature

#: Bystanders see at most this often (in seconds) that an agent thinks, if nobody asked it.
AMBIENT_SECONDS = 60.0

#: A prompt that is too long is shortened by the excess and this fraction (1/4) of the room.
SPARE = 4

#: A turn waits at most this long for a compaction that its prompt does not need yet.
EASE_SECONDS = 60.0

#: A whole prompt that is not sent is composed to be measured at every so many turns; in between
#: what it has beside the memories counts as the last time.
MEASURED_EVERY = 8


class TurnTaker:
    """Takes the turns of one agent, one at a time."""

    def __init__(
        self,
        state: AgentState,
        memory: AgentMemory,
        ahead: RecallAhead,
        composer: PromptComposer,
        context: AgentContext,
        scenes: SceneComposer,
        fallback: FallbackPolicy,
        company: InCompany,
        intentions: IntentionKeeper,
        welcoming: Welcoming,
    ) -> None:
        self.turn = TurnState()
        self._state = state
        self._memory = memory
        self._ahead = ahead
        self._composer = composer
        self._context = context
        self._scenes = scenes
        self._fallback = fallback
        self._company = company
        self._intentions = intentions
        self._welcoming = welcoming
        self._began = 0.0
        self._choices: tuple[str, ...] = ()
        self._ambient_at = float("-inf")
        self._overhead = self._turns_unmeasured = 0

    @property
    def generation_params(self) -> GenerationParams:
        """The agent's model and its sampling parameters, as they are now."""
        return self._context.generation_params(self._state.profile.model_profile)

    def begin(self) -> int:
        """Begin a turn and return its generation."""
        self._began = self._context.clock.monotonic()
        self._choices = ()
        generation = self.turn.begin()
        self._watch("turn", "answers" if self._state.called else "thinks")
        return generation

    async def run(self, generation: int) -> None:
        """Think, act and end the turn, even if something fails."""
        state = self._state
        state.called = False
        try:
            decision = self._company.call_visitors(await self._decide())
            if decision is not None:
                await self._ahead.prepare_line(decision.line)
                await asyncio.sleep(0)
                self._act(decision, generation)
        except Exception as error:
            # Any error ends this turn only: the agent takes another one later.
            self._log_failure(f"{type(error).__name__}: {error}")
        finally:
            self.turn.end()
            self._memory.end_turn()
            state.end_answer()
            if not state.called:
                self._context.floor.settle(state.profile.name)

    def find_wait(self) -> float:
        """Return the seconds for which an answer waits, so that another can finish."""
        return self._company.find_wait()

    @property
    def own_prompts(self) -> OwnPrompts:
        """The form of the prompts that the turns have, and how large the last one was."""
        return OwnPrompts(self.generation_params.prompting, self._state.prompt_tokens)

    def show_prompt(self) -> Prompt:
        """Return the exact prompt that the model would be given now."""
        if self.generation_params.prompting == SCENE:
            return self._scenes.render(self._scenes.gather())
        return self._composer.compose_prompt()

    async def _decide(self) -> Decision | None:
        if self.generation_params.prompting == SCENE:
            return await self._make_scene_thinking().decide()
        await self._ahead.prepare_prompt()
        # A model that is shown everything chooses itself among what fits.
        self._intentions.settle(choose=False)
        thinking = self._make_thinking()
        if self._welcoming.is_expected and self._state.heard is None:
            thinking.params = replace(thinking.params, by_rule=True)
            thinking.prompts = replace(thinking.prompts, fallback=self._meet_by_rule)
        return await thinking.decide(self._state.last_line)

    def _make_scene_thinking(self) -> SceneThinking:
        context, profile = self._context, self._state.profile
        return SceneThinking(
            owner=profile.name,
            client=context.model_client(profile.model_profile),
            params=self.generation_params,
            tools=SceneTools(
                gather=self._gather,
                render=self._scenes.render,
                address=self._address,
                give_back=self._company.give_back,
                ease=self._ease_unshown,
                act=self._decide_by_rule,
                nod=self._nod,
            ),
            tokens=context.tokens,
            clock=context.clock,
            on_send=self._on_send,
            on_judged=self._on_judged,
        )

    def _make_thinking(self) -> Thinking:
        context = self._context
        return Thinking(
            owner=self._state.profile.name,
            client=context.model_client(self._state.profile.model_profile),
            params=self.generation_params,
            prompts=Prompts(
                build=self._composer.compose_prompt,
                grammar=self._composer.write_grammar,
                ease=self._ease,
                relieve=self._relieve,
                measure=self._composer.measure_whole,
                leave_out=self._leave_out,
                show_all=self._composer.show_all,
                fallback=self._fall_back,
            ),
            tokens=context.tokens,
            repeat_limit=self._state.pace.repeat_limit,
            allowed=context.allowed,
            on_send=self._on_send,
            on_refused=self._record,
            on_again=self._on_again,
            read_chat=make_chat_reader(self._state, self._composer, self._memory, context),
        )

    async def _ease(self, tokens: int) -> bool:
        try:
            eased = await run_within(
                self._context.clock, EASE_SECONDS, self._memory.relieve_urgently(tokens)
            )
        except TimeoutError:
            return False  # the compaction goes on, and so does the turn
        room = self.generation_params.room
        return eased or self._memory.mask_early(tokens, room, room // SPARE)

    async def _ease_unshown(self) -> None:
        """Keep the memories in order, which a scene does not show, as a whole prompt would."""
        self._composer.show_all()
        view, tokens = self._memory.shown, self._context.tokens
        if self._turns_unmeasured == 0:
            whole = await self._composer.measure_in_slices()
            self._overhead = max(0, whole - Gauge(tokens).memories(view))
            self._memory.measure_prompt(whole)
        self._turns_unmeasured = (self._turns_unmeasured + 1) % MEASURED_EVERY
        await self._ease(Gauge(tokens, self._overhead).prompt(view))

    async def _relieve(self, excess: int) -> bool:
        # A turn that can do without the oldest memories does not wait long for their compaction.
        seconds = EASE_SECONDS if self._memory.left_out else 0
        try:
            relief = self._memory.relieve(excess, self.generation_params.room // SPARE)
            return await run_within(self._context.clock, seconds, relief)
        except TimeoutError:
            return False

    def _leave_out(self) -> bool:
        room = self.generation_params.room
        return self._composer.leave_out(room, room // SPARE)

    def _address(self, said: Candidate, to: Perception) -> str:
        self._company.show_waking(self._intentions)
        roused = self._company.rouse(said, to.actor or "", self._intentions)
        return write_answer_line(roused, to, Vocabulary(self._context.commands))

    def _nod(self, to: Perception) -> RuleLine:
        tail = self._memory.view.tail
        # Nobody far away sees a nod, and a person who only ever gets nods stops talking.
        if to.nature is Nature.DISTANT_SPEECH or to.actor_kind == "person":
            # The voice's own exchanges were among the candidates, and none was good enough.
            return self._choose_by_policy(cut_behind(tail, to), Restraint(), NO_INDEX)
        nod = self._fallback.nod(self._composer.situation, tail, to.actor or "")
        return RuleLine(nod, Origin.FALLBACK)

    async def _gather(self) -> SceneMaterial | None:
        # Each part is a turn of the loop of its own, so that nobody waits for a whole one.
        await self._ahead.prepare_scene()
        await self._scenes.recall()
        self._state.begin_answer()
        if (material := self._scenes.gather()) is None:
            return None
        await asyncio.sleep(0)
        return await complete_and_read(material, self._company, self._context)

    async def _fall_back(self) -> RuleLine:
        return self._decide_by_rule(await self._gather())

    def _decide_by_rule(self, material: SceneMaterial | None) -> RuleLine:
        if material is None:
            return self._act_unasked()
        question = material.question
        if line := self._company.give_back(question):
            return RuleLine(line, Origin.MANNERS)
        judged = rank_candidates(material.retrieved, material.moment)
        self._choices = describe_choices(judged)
        about = bool(judged) and judged[0].candidate.origin is Origin.INTENTION
        if question.actor_kind == "agent" and not about:
            asleep = overhears(question, self._state.profile.name, self._intentions)
            line = "" if asleep else self._company.answer_agent(question)
            return RuleLine(line, Origin.MANNERS)
        if judged and judged[0].is_good:
            best = judged[0].candidate
            return RuleLine(self._address(best, question), best.origin)
        return self._choose_by_policy(cut_behind(self._memory.view.tail, question), Restraint())

    async def _meet_by_rule(self) -> RuleLine:
        """Return what meets the expected; words that came meanwhile have a turn with the model."""
        return RuleLine("", Origin.MANNERS) if self._state.called else self._act_unasked()

    def _act_unasked(self) -> RuleLine:
        recent = self._memory.view.tail
        heard = self._state.find_question(self._composer.situation.occupants)
        if heard and (thanks := self._company.thank(heard)):
            return RuleLine(thanks, Origin.MANNERS)
        if heard:
            return self._choose_by_policy(recent, Restraint())  # a gesture, to be answered
        self._intentions.settle(choose=True)
        if line := self._welcoming.next_line():
            return RuleLine(line, Origin.MANNERS)
        if self._intentions.is_still or self._welcoming.waits:
            return RuleLine(self._company.remind(self._intentions), Origin.MANNERS)
        return self._act_awake(recent)

    def _act_awake(self, recent: Sequence[Experience]) -> RuleLine:
        about = self._intentions
        if not about.is_hurried and (line := self._company.begin(stays=about.is_held)):
            return RuleLine(line, Origin.MANNERS)
        if line := about.next_line():
            return RuleLine(line, Origin.INTENTION)
        used = self._scenes.count_own_words()
        return self._choose_by_policy(recent, replace(self._company.find_restraint(), used=used))

    def _choose_by_policy(
        self,
        recent: Sequence[Experience],
        restraint: Restraint,
        voice: VoiceIndex | None = None,
    ) -> RuleLine:
        profile = self._state.profile
        line = self._fallback.decide(
            self._composer.situation,
            recent,
            profile.name,
            profile.persona,
            voice or self._state.voice,
            self._context.hour(),
            restraint,
            self._intentions.find_roaming(self._state.profile.home),
        )
        return RuleLine(line, Origin.FALLBACK)

    def _on_send(self, prompt: Prompt, count: int) -> None:
        # A retry after a network failure sends the prompt again, still in this phase.
        if self.turn.phase is Phase.WAITING:
            self.turn.to(Phase.THINKING)
        if self.generation_params.prompting != SCENE:
            # This prompt holds all words heard so far, so they need no further turn.
            self._state.begin_answer()
            self._state.lined_up.clear()
        self._measure_prompt(count - prompt.recalled_tokens)
        self._watch("prompt", describe_sizes(prompt, count, self._context.tokens))
        now = self._context.clock.monotonic()
        if self._state.heard or now - self._ambient_at >= AMBIENT_SECONDS:
            self._ambient_at = now
            text = self._context.texts.say("mind.pauses", name=self._state.profile.name)
            self._context.body.ambient(self._state.character, text)

    def _measure_prompt(self, tokens: int) -> None:
        # A scene says nothing of how full the memories are; `_ease_unshown` has measured those.
        if self.generation_params.prompting != SCENE:
            self._memory.measure_prompt(tokens)

    def _on_judged(self, judged: Sequence[Judgement]) -> None:
        self._choices = describe_choices(judged)
        for each in judged:
            self._watch("choice", each.describe())

    def _on_again(self, why: str) -> None:
        self.turn.to(Phase.WAITING)
        self._watch("error", f"{why}; asked again")

    def _act(self, decision: Decision, generation: int) -> None:
        state = self._state
        if not self._is_current(decision, generation):
            self._watch("state", "drops a stale reply")
            # Somebody still waits for an answer: the next turn gives it.
            state.called, state.answering = state.heard is not None, None
            return
        nature = Vocabulary(self._context.commands).find_nature(decision.line)
        if why := self._company.find_hindrance(decision.line, nature):
            self._watch("state", why)
            return
        if self.turn.phase is Phase.WAITING:
            # The fallback decided before any prompt was sent.
            self.turn.to(Phase.THINKING)
            self._measure_prompt(decision.prompt_tokens - decision.prompt.recalled_tokens)
        if decision.why_fallback:
            self._log_failure(f"acts by its rules: {decision.why_fallback}")
        else:
            state.last_error = ""
        self.turn.to(Phase.ACTING)
        # The reply is on disk before it acts: after a crash the archive still has it.
        self._record(decision)
        self._watch("choice", describe_decision(decision))
        state.last_line = decision.line
        self._watch("command", decision.line)
        self._context.body.perform(state.character, decision.line)
        self._intentions.follow()

    def _record(self, decision: Decision) -> None:
        seconds = self._context.clock.monotonic() - self._began
        model, profile = self.generation_params.model, self._state.profile.model_profile
        record = make_turn_record(decision, model, profile, seconds, self._choices)
        self._memory.record_turn(record)
        self._state.prompt_tokens = record.prompt_tokens
        self._state.decisions.note(decision.by, decision.unused, record)

    def _is_current(self, decision: Decision, generation: int) -> bool:
        if decision.prompt.place != self._composer.situation.place:
            self.turn.invalidate()
        return self.turn.is_current(generation)

    def _log_failure(self, what: str) -> None:
        if what != self._state.last_error:
            self._context.log_event("turn", self._state.profile.name, what, error=what)
        self._state.last_error = what
        self._watch("error", what)

    def _watch(self, kind: WatchKind, text: str) -> None:
        self._context.tell_watchers(self._state.profile.name, kind, text)
