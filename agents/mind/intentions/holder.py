"""The intentions of one agent as they stand: the present one, its beginning and its end."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import field, replace

from agents.boundaries import Body, Clock, WatchKind
from agents.memory.core.records import Experience, NewMemory
from agents.mind.intentions.asking.names import add_named
from agents.mind.intentions.choosing import Ending, is_possible, is_time
from agents.mind.intentions.intention import Intention, find_intention
from agents.mind.intentions.moment import IntentionMoment, make_moment
from agents.mind.intentions.pursuit import Pursuit, begin_pursuit, find_step, is_expired
from agents.mind.intentions.seclusion import Seclusion
from agents.mind.intentions.state import IntentionState, StateKeeper
from agents.mind.vocabulary import Vocabulary
from late.late_dataclass import late_dataclass
from world.boundaries import Situation
from world.nature import Nature
from world.vault.texts import Texts

#: So many interrupted intentions wait for their turn.
MOST_INTERRUPTED = 3

#: The event of memories of intentions.
INTENTION_EVENT = "intention"


@late_dataclass(frozen=True, slots=True)
class IntentionTools:
    """What an agent gives its intentions to work with."""

    character: int
    body: Body
    texts: Texts
    clock: Clock
    vocabulary: Vocabulary
    phase: Callable[[], str]
    """Return the part of the day, for a world without a time of its own."""
    memories: Callable[[], Sequence[Experience]]
    """Return the latest memories, oldest first."""
    last_seq: Callable[[], int]
    """Return the number of the last memory; 0 before the first."""
    remember: Callable[[NewMemory], None]
    watch: Callable[[WatchKind, str], None]
    rng: random.Random
    seclusion: Seclusion = field(default_factory=Seclusion)
    """Who of all agents is to be left alone now."""
    tells_sorrow: Callable[[str], bool] = lambda words: False
    """Return whether words tell of something sad."""


#: After something is done the agent lives quietly where it is for so many turns before it takes up
#: the next, unless that is urgent: who is always on the way somewhere is met by nobody.
TURNS_AFTER = (1, 3)


class IntentionHolder:
    """Holds one agent's intentions, keeps their state, and tells of every change."""

    def __init__(self, name: str, tools: IntentionTools, keeper: StateKeeper) -> None:
        self._name = name
        self._tools = tools
        self._keeper = keeper
        self._intentions: tuple[Intention, ...] = ()
        self._state = self._restore(keeper.load())
        self._asleep = False
        self._turns_left = 0
        """So many turns the agent stays, after it has done something."""

    def _restore(self, state: IntentionState) -> IntentionState:
        """Return `state` without what follows memories that are not there."""
        last = self._tools.last_seq()
        fits = state.present is None or state.present.step_after <= last
        waiting = tuple(each for each in state.interrupted if each.step_after <= last)
        return replace(state, present=state.present if fits else None, interrupted=waiting)

    @property
    def intentions(self) -> tuple[Intention, ...]:
        """The intentions of the profile; a change holds from the next turn on."""
        return self._intentions

    @intentions.setter
    def intentions(self, intentions: tuple[Intention, ...]) -> None:
        self._intentions = intentions

    @property
    def state(self) -> IntentionState:
        """The present intention, the interrupted ones, and the last endings."""
        return self._state

    @property
    def is_urgent(self) -> bool:
        """Whether the present intention comes before all others."""
        present = self.find_present()
        return present is not None and present.is_urgent

    def find_present(self) -> Intention | None:
        """Return the present intention; None: there is none, or only in the agent's own words."""
        present = self._state.present
        return find_intention(self._intentions, present.name) if present else None

    def find_moment(self) -> IntentionMoment:
        """Return the present moment."""
        tools, now = self._tools, self._tools.clock.now()
        return make_moment(
            self._situation,
            tools.phase(),
            int(now.timestamp() // 60),
            f"{now.astimezone():%H:%M}",
            tools.memories(),
        )

    @property
    def _situation(self) -> Situation:
        return self._tools.body.situation(self._tools.character)

    # --- beginnings ---------------------------------------------------------------------

    def _begin(self, pursuit: Pursuit, why: str) -> None:
        present, waiting = self._state.present, self._state.interrupted
        if present is not None:
            self._tools.watch("intention", f"{present.name}: interrupted")
            waiting = (*waiting, present)[-MOST_INTERRUPTED:]
        self._keep(present=pursuit, interrupted=waiting)
        self._tools.watch("intention", f"{pursuit.name}: {why}")

    def _put_off(self, pursuit: Pursuit, why: str) -> None:
        """Take up a pursuit after what is at hand."""
        self._keep(interrupted=(*self._state.interrupted, pursuit)[-MOST_INTERRUPTED:])
        self._tools.watch("intention", f"{pursuit.name}: {why}; later")

    def _make_pursuit(
        self, name: str, moment: IntentionMoment, partner: str = "", names: Sequence[str] = ()
    ) -> Pursuit:
        seq, listed = self._tools.last_seq(), "\n".join(names)
        return begin_pursuit(name, moment.minutes, seq, partner=partner, names=listed)

    def _resume(self, moment: IntentionMoment) -> bool:
        """Take up the last interrupted intention that still fits; drop those that do not."""
        while self._state.present is None and self._state.interrupted:
            *waiting, last = self._state.interrupted
            self._keep(interrupted=tuple(waiting), present=last)
            intention = self.find_present()
            fits = last.own or (intention is not None and is_possible(intention, moment))
            if fits and not is_expired(last, intention, moment.minutes):
                self._tools.watch("intention", f"{last.name}: taken up again")
            else:
                self._end(moment, "intention.why-too-late")
        return self._state.present is not None

    def _take_up(self, name: str, moment: IntentionMoment, why: str) -> None:
        self._begin(self._make_pursuit(name, moment), why)

    def is_pursued(self, name: str) -> bool:
        """Return whether an intention is the present one, or was interrupted."""
        return any(each.name == name for each in self._list_pursuits())

    def list_pursued_names(self, name: str) -> list[str]:
        """Return for whom an intention is pursued, as it was asked for."""
        pursued = (each for each in self._list_pursuits() if each.name == name)
        return [one for each in pursued for one in each.names.splitlines()]

    def allows(
        self, intention: Intention, moment: IntentionMoment, names: Sequence[str] = ()
    ) -> bool:
        """Return whether an intention that is asked for may be taken up now, for `names` if any.

        For whom it was not done yet it may be done before its time has come again.
        """
        last = self._state.endings.get(intention.name)
        is_new = last is not None and not last.named.keys() >= set(names)
        return is_possible(intention, moment) and (
            is_new or is_time(intention, moment, self._state.endings)
        )

    def _add_names(self, name: str, names: Sequence[str]) -> None:
        """Let what is pursued already be for `names` as well."""

        def add(pursuit: Pursuit) -> Pursuit:
            listed = dict.fromkeys((*pursuit.names.splitlines(), *names))
            return replace(pursuit, names="\n".join(listed)) if pursuit.name == name else pursuit

        present, waiting = self._state.present, self._state.interrupted
        changed = add(present) if present else None, tuple(map(add, waiting))
        if changed != (present, waiting):
            self._keep(present=changed[0], interrupted=changed[1])

    def _list_pursuits(self) -> tuple[Pursuit, ...]:
        present = (self._state.present,) if self._state.present else ()
        return *present, *self._state.interrupted

    # --- endings ------------------------------------------------------------------------

    def _end(self, moment: IntentionMoment, why: str = "", **values: str) -> None:
        """End the present intention: done, or dropped for the reason in the text `why`."""
        pursuit, texts = self._state.present, self._tools.texts
        if pursuit is None:
            return
        reason = " ".join(texts.say(why, **values).split()) if why else ""
        before = self._state.endings.get(pursuit.name)
        names = () if why else pursuit.names.splitlines()
        named = add_named(before.named if before else {}, names, moment.minutes)
        endings = {**self._state.endings, pursuit.name: Ending(moment.minutes, reason, named)}
        self._keep(present=None, endings=self._keep_known(endings))
        self._turns_left = 0 if why else self._tools.rng.randint(*TURNS_AFTER)
        self._tools.watch(
            "intention", f"{pursuit.name}: dropped, {reason}" if reason else f"{pursuit.name}: done"
        )
        self._remember(pursuit.name, reason, moment)

    def _keep_known(self, endings: dict[str, Ending]) -> dict[str, Ending]:
        """Return the endings of known intentions, and the latest of the agent's own words."""
        own = [each for each in endings if find_intention(self._intentions, each) is None]
        for each in own[:-MOST_INTERRUPTED]:
            del endings[each]
        return endings

    def _remember(self, name: str, reason: str, moment: IntentionMoment) -> None:
        intention = find_intention(self._intentions, name)
        key = "intention.dropped" if reason else "intention.finished"
        if intention is not None and intention.secret:
            key = "intention.kept"  # within quotation marks, which no answer gives away
        situation = self._situation
        self._tools.remember(
            NewMemory(
                text=self._tools.texts.say(key, name=name, why=reason, clock=moment.clock),
                source="thought",
                event=INTENTION_EVENT,
                place=situation.place,
                occupants=situation.occupants,
                nature=Nature.INTENTION,
            )
        )

    # --- keeping and showing ------------------------------------------------------------

    def _keep(self, **changes: object) -> None:
        self._state = replace(self._state, **changes)  # type: ignore[arg-type]
        self._keeper.save(self._state)

    def _mark_seclusion(self) -> None:
        present, pursuit = self.find_present(), self._state.present
        hidden = present is not None and present.secret
        place = ""
        if pursuit is not None and pursuit.step > 0 and present is not None and present.together:
            step = find_step(pursuit, present)
            place = self._situation.place if step is not None and step.lines else ""
        self._tools.seclusion.mark(self._name, hidden=hidden, telling=place)

    def describe_doing(self) -> str:
        """Return what the agent is doing, as others are told; empty: nothing in particular."""
        if self._asleep:
            return self._tools.texts.say("mind.asleep")
        pursuit, intention = self._state.present, self.find_present()
        if pursuit is None or intention is None:
            return pursuit.name if pursuit else ""
        return intention.doing or ("" if intention.secret else intention.name)
