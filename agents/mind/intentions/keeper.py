"""Keeping one agent to its intentions: chosen, followed step by step, finished or dropped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from agents.mind.fallback.roaming import HELD, Roaming, avoid_laps, stay_near
from agents.mind.fallback.small_talk import extract_speech, lower_article
from agents.mind.intentions.asking.names import join_asked_names, list_asked_names
from agents.mind.intentions.asking.requests import find_heard, find_requested
from agents.mind.intentions.choosing import choose_intention, list_fitting
from agents.mind.intentions.holder import IntentionHolder, IntentionTools
from agents.mind.intentions.intention import Intention
from agents.mind.intentions.leaving import LeaveTaking
from agents.mind.intentions.moment import IntentionMoment, has_spoken_since, remember_since
from agents.mind.intentions.placeholders import fill_line, needs_partner, pick_line
from agents.mind.intentions.planning import StepPlan, WayFinder, is_last_deed, plan_step
from agents.mind.intentions.pursuit import (
    TRIES,
    Pursuit,
    begin_pursuit,
    find_refusals,
    find_step,
    follow_deeds,
    is_expired,
    locate_step,
)
from agents.mind.intentions.state import StateKeeper
from world.boundaries import Perception
from world.calendar import DAY_MINUTES
from world.nature import Nature

#: Rooms are remembered for so many minutes of the world, at most so many.
ROOMS_KEPT_FOR, ROOMS_KEPT = 360, 40

#: Instead of a step the agent lives quietly where it is, with this chance, unless it is urgent.
QUIET_LIFE = 0.2

#: Who is spoken to in its sleep is awake for so long after its own last word.
AWAKE_FOR = timedelta(minutes=3)

NO_PLAN = StepPlan("wait")


class IntentionKeeper(IntentionHolder):
    """Keeps one agent to its intentions."""

    def __init__(self, name: str, tools: IntentionTools, keeper: StateKeeper) -> None:
        super().__init__(name, tools, keeper)
        self._plan = NO_PLAN
        self.leave = LeaveTaking(name, tools)

    # --- what it is about ---------------------------------------------------------------

    @property
    def plan(self) -> StepPlan:
        """What the present step asks for, as of the last turn."""
        return self._plan

    @property
    def is_walking(self) -> bool:
        """Whether the agent is on its way somewhere."""
        return self._state.present is not None and self._plan.kind == "travel"

    @property
    def is_held(self) -> bool:
        """Whether the present intention keeps the agent where it is."""
        return self._state.present is not None and not self.is_walking

    @property
    def is_hurried(self) -> bool:
        """Whether courtesies wait: what is urgent is to be done, or gone to, now."""
        if self._plan.kind == "travel" and self.leave.is_held(self.find_present()):
            return False
        return self.is_urgent and self._plan.kind in ("travel", "do")

    @property
    def is_still(self) -> bool:
        """Whether the agent does nothing at all unless somebody speaks to it."""
        present = self._state.present
        step = find_step(present, self.find_present()) if present else None
        return step is not None and step.still and self._plan.kind == "wait"

    @property
    def is_roused(self) -> bool:
        """Whether the agent lay asleep, and talks."""
        present, pursuit = self.find_present(), self._state.present
        if present is None or pursuit is None or not present.is_sleep or not self.is_still:
            return False
        since = self._tools.clock.now() - AWAKE_FOR
        asleep = [each for each in self._tools.memories() if each.seq > pursuit.step_after]
        return has_spoken_since(asleep, since)

    @property
    def is_with_visitor(self) -> bool:
        """Whether a person is here who spoke to the agent not long ago, and knows of no errand."""
        return self.leave.is_with_visitor

    @property
    def is_in_talk(self) -> bool:
        """Whether a person is here who may go on with what they have said to the agent."""
        return self.leave.is_in_talk

    def list_fitting(self) -> list[Intention]:
        """Return what the agent may take up now of its own accord."""
        return list_fitting(self._intentions, self.find_moment(), self._state.endings)

    def render_next(self) -> str:
        """Return the line of the present step as it would run now; empty if it has none."""
        return self._render_line(self.find_moment())

    def count_visits(self, room: str) -> int:
        """Return how often the agent came to `room` in the last hours."""
        return sum(each == room for _, each in self._state.rooms)

    def find_roaming(self, home: str) -> Roaming:
        """Return where the agent may go of its own accord; its home is the room `home`."""
        situation = self._situation
        if not self._intentions:
            if self.is_in_talk:
                return HELD
            return avoid_laps(situation, self.count_visits)
        if self.find_present() is not None or self.is_with_visitor or self._turns_left > 0:
            return HELD
        way_home = self._finder.find_way(home) if home else None
        return stay_near(situation, way_home)

    # --- turns --------------------------------------------------------------------------

    def settle(self, *, choose: bool) -> None:
        """Bring the intentions in step with the moment, before a turn.

        With `choose` one is chosen if there is none; otherwise only an urgent one is.
        """
        moment = self.find_moment()
        self._note_room(moment)
        self._follow(moment)
        self._take_up_fitting(moment, choose=choose)
        self._make_plan(moment)
        self._show()

    def next_line(self) -> str:
        """Return the line that the present step asks for; empty: the quiet life goes on here."""
        plan, tools = self._plan, self._tools
        if self._state.present is None or plan.kind not in ("travel", "do"):
            return ""
        if plan.kind == "travel":
            return self._travel(plan.exit)
        if not self.is_urgent and tools.rng.random() < QUIET_LIFE:
            return ""
        return self._render_line(self.find_moment())

    def _travel(self, exit_: str) -> str:
        """Return the line that takes an exit, or that first takes leave; empty: not yet."""
        intention = self.find_present()
        if self.leave.is_held(intention):
            return ""
        if line := self.leave.say_leave(intention):
            return line
        return next(iter(self._tools.vocabulary.command_lines(Nature.MOVEMENT, (exit_,))), "")

    def follow(self) -> None:
        """Take notice of what the agent's last line did."""
        self._follow(self.find_moment())
        self._show()

    def _note_room(self, moment: IntentionMoment) -> None:
        rooms = self._state.rooms
        if not rooms or rooms[-1][1] != moment.place:
            oldest = moment.minutes - ROOMS_KEPT_FOR
            kept = [each for each in rooms if oldest <= each[0] <= moment.minutes]
            self._keep(rooms=(*kept, (moment.minutes, moment.place))[-ROOMS_KEPT:])

    def _render_line(self, moment: IntentionMoment) -> str:
        present = self._state.present
        step = find_step(present, self.find_present()) if present else None
        if present is None or step is None or not step.lines:
            return ""
        choice = present.choice if present.choice >= 0 else 0
        line = step.lines[min(choice, len(step.lines) - 1)]
        partner = self._plan.partner or present.partner
        if needs_partner(line) and not partner and not moment.present:
            return ""  # whoever it was for has gone
        return fill_line(line, moment, partner, join_asked_names(present.names.splitlines()))

    # --- the present one ----------------------------------------------------------------

    def _follow(self, moment: IntentionMoment) -> None:
        """Bring the present intention in step with what was done; finish or drop it."""
        pursuit, intention = self._state.present, self.find_present()
        if pursuit is None:
            return
        if intention is None and not pursuit.own:
            self._end(moment, "intention.why-gone")
            return
        memories, vocabulary = self._tools.memories(), self._tools.vocabulary
        followed = follow_deeds(pursuit, intention, memories, vocabulary, moment.minutes)
        if followed != pursuit:
            self._watch_step(followed, intention)
            self._keep(present=followed)
        step = find_step(followed, intention)
        if step is None and not followed.own:
            self._end(moment)
        elif is_expired(followed, intention, moment.minutes):
            self._end(moment, "intention.why-limit")
        elif step is not None:
            refusals = find_refusals(followed, step, memories, vocabulary)
            if len(refusals) >= TRIES:
                self._end(moment, "intention.why-refused", reasons=refusals[-1])

    def _watch_step(self, pursuit: Pursuit, intention: Intention | None) -> None:
        count = len(intention.steps) if intention else 0
        self._tools.watch("intention", f"{pursuit.name}: step {pursuit.step} of {count} is done")

    def _make_plan(self, moment: IntentionMoment) -> None:
        """Find out what the present step asks for; pass over the steps that ask for nothing."""
        self._plan = NO_PLAN
        while (pursuit := self._state.present) is not None and not pursuit.own:
            intention = self.find_present()
            step = find_step(pursuit, intention)
            if step is None or intention is None:
                self._end(moment)
                return
            step = locate_step(pursuit, intention, step)
            since = self._see_since(pursuit, moment)
            plan = plan_step(step, pursuit, moment, since, self._finder)
            if plan.kind != "pass":
                self._set_plan(plan, pursuit, step.lines, moment)
                return
            passed = pursuit.begin_step(pursuit.step + 1, moment.minutes, self._tools.last_seq())
            self._keep(present=replace(passed, partner=plan.partner or pursuit.partner))

    def _see_since(self, pursuit: Pursuit, moment: IntentionMoment) -> IntentionMoment:
        later = [each for each in self._tools.memories() if each.seq > pursuit.after]
        return remember_since(moment, later)

    @property
    def _finder(self) -> WayFinder:
        body, character, seclusion = self._tools.body, self._tools.character, self._tools.seclusion
        return WayFinder(
            lambda room: body.find_way(character, room),
            lambda name: "" if seclusion.hides(name) else body.find_place(name),
        )

    def _set_plan(
        self, plan: StepPlan, pursuit: Pursuit, lines: Sequence[str], moment: IntentionMoment
    ) -> None:
        """Keep a plan; drop the intention if its way or its people were not found too often."""
        self._plan = plan
        changed = replace(pursuit, tries=pursuit.tries + 1 if plan.kind == "lost" else 0)
        if plan.partner:
            changed = replace(changed, partner=plan.partner)
        if plan.kind == "do" and changed.choice < 0:
            changed = self._choose_line(changed, lines)
        if changed != pursuit:
            self._keep(present=changed)
        if changed.tries >= TRIES:
            key = "intention.why-no-way" if plan.place else "intention.why-nobody"
            self._end(moment, key, place=plan.place, name=plan.partner)

    def _choose_line(self, pursuit: Pursuit, lines: Sequence[str]) -> Pursuit:
        key = f"{pursuit.name}/{pursuit.step}"
        intention = self.find_present()
        if intention is not None and intention.together:
            return replace(pursuit, choice=pursuit.since // DAY_MINUTES % len(lines))
        choice = pick_line(lines, self._state.used.get(key, -1), self._tools.rng.random())
        self._state = replace(self._state, used={**self._state.used, key: choice})
        return replace(pursuit, choice=choice)

    # --- choosing -----------------------------------------------------------------------

    def _take_up_fitting(self, moment: IntentionMoment, *, choose: bool) -> None:
        present, free = self.find_present(), self._state.present is None
        if free and self._resume(moment):
            return
        if not free and present is not None and present.is_urgent:
            return
        if is_last_deed(self._plan, self._state.present, present, moment.minutes):
            return  # who has brought the soup says so before she goes to the lamp
        waiting = {each.name for each in self._state.interrupted}
        fitting = [each for each in self.list_fitting() if each.name not in waiting]
        rests = self._turns_left > 0
        self._turns_left -= choose and rests
        urgent = rests or not (free and choose)
        chosen = choose_intention(fitting, self._tools.rng, urgent=urgent)
        if chosen is not None and chosen is not present:
            self._take_up(chosen.name, moment, "chosen")

    # --- by words -----------------------------------------------------------------------

    def perceive(self, perception: Perception) -> None:
        """Take up what words to the agent ask for or are a reason for, if it may be now.

        Talk among agents asks for nothing: "Eat the green end." sends nobody to supper.
        """
        if perception.nature.is_speech:
            words, speaker = extract_speech(perception.text), perception.actor or ""
            if perception.actor_kind != "agent":
                self._hear_person(words, speaker)
            self._overhear(words, speaker)

    def _hear_person(self, words: str, speaker: str) -> None:
        self.leave.hear(words, speaker)
        moment = self.find_moment()
        asked = find_requested(words, self._name, self._intentions)
        if asked is None:
            return
        names = list_asked_names(asked, words, speaker, self._name)
        if self.is_pursued(asked.name):
            self._add_names(asked.name, names)
            return
        if not self.allows(asked, moment, names):
            return
        self.leave.grant(asked.name)
        pursuit = self._make_pursuit(asked.name, moment, speaker, names)
        if self.is_urgent and not asked.is_urgent:
            self._put_off(pursuit, f"{speaker} asked for it")
        else:
            self._begin(pursuit, f"{speaker} asked for it")
        self._show()

    def _overhear(self, words: str, speaker: str) -> None:
        # It comes after what is at hand.
        found, moment = find_heard(words, self._intentions), self.find_moment()
        if found is None or self.is_pursued(found.name) or not self.allows(found, moment):
            return
        pursuit = self._make_pursuit(found.name, moment, speaker)
        if self._state.present is None or (found.is_urgent and not self.is_urgent):
            self._begin(pursuit, f"{speaker} spoke of it")
        else:
            self._put_off(pursuit, f"{speaker} spoke of it")
        self._show()

    def has_reason(self, words: str) -> bool:
        """Return whether `words` are a reason for something that the agent may do."""
        return find_heard(words, self._intentions) is not None

    def intend(self, intention: Intention | None, words: str) -> None:
        """Take up an intention, or one in the agent's own words, in place of the present one."""
        moment = self.find_moment()
        if self._state.present is not None:
            self._end(moment, "intention.why-other")
        if intention is not None:
            self._take_up(intention.name, moment, "intended")
        else:
            seq = self._tools.last_seq()
            self._begin(begin_pursuit(words, moment.minutes, seq, own=True), "intended")
        self._show()

    def finish(self) -> None:
        """End the present intention as done."""
        self._end(self.find_moment())
        self._show()

    def put_down(self) -> None:
        """Drop the present intention and those that were interrupted."""
        self._keep(interrupted=())
        self._end(self.find_moment(), "intention.why-put-down")
        self._show()

    def _begin(self, pursuit: Pursuit, why: str) -> None:
        super()._begin(pursuit, why)
        self._plan = NO_PLAN  # the way of another one

    def describe_doing(self) -> str:
        """Return what the agent is doing, as others are told: where it goes, until it is there.

        Where something secret is done is not told.
        """
        doing, place, present = super().describe_doing(), self._plan.place, self.find_present()
        hides = self._asleep or present is None or present.secret
        if not self._asleep and self.is_roused:
            return self._tools.texts.say("mind.roused")
        on_way = self.is_walking and not self._plan.partner and place != self._situation.place
        if hides or not doing or not on_way:
            return doing
        return self._tools.texts.say("intention.on-the-way", place=lower_article(place))

    def show_rest(self, asleep: bool) -> None:
        """Let everybody see that the agent sleeps; awake again, what it is doing."""
        self._asleep = asleep
        self._show()

    def _show(self) -> None:
        """Let everybody know what the agent is doing; who looks sees what keeps it still."""
        tools = self._tools
        self._mark_seclusion()
        at_rest = self._asleep or (self.is_still and not self.is_roused)
        tools.body.show_doing(tools.character, self.describe_doing(), at_rest=at_rest)
