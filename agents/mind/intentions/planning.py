"""What the present step asks for now: to walk, to do its line, to wait, or to be passed over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from agents.mind.intentions.intention import Intention, IntentionStep
from agents.mind.intentions.moment import IntentionMoment, holds_all
from agents.mind.intentions.pursuit import Pursuit
from late.late_dataclass import late_dataclass
from world.names import key_of

#: What can only be seen where the step is to be done.
_OF_THE_PLACE = ("here", "state")

#: What is urgent waits so many minutes for the last deed of what is at hand.
LAST_DEED_FOR = 60

PlanKind = Literal["travel", "do", "wait", "pass", "lost"]


@late_dataclass(frozen=True, slots=True)
class StepPlan:
    """What the present step asks for."""

    kind: PlanKind
    exit: str = ""
    """For ``travel``: the exit to take."""
    place: str = ""
    """For ``travel``: the room at the end of the way. For ``lost``: that to which there is none."""
    partner: str = ""
    """Who the step is with, as found."""


@late_dataclass(frozen=True, slots=True)
class WayFinder:
    """Finds ways and people for one character."""

    find_way: Callable[[str], Sequence[str] | None]
    """A room → the exits to take to it; None: there is no way."""
    find_place: Callable[[str], str]
    """A name → the room where that character is awake; empty: nowhere."""


def plan_step(
    step: IntentionStep,
    pursuit: Pursuit,
    now: IntentionMoment,
    since: IntentionMoment,
    finder: WayFinder,
) -> StepPlan:
    """Return what `step` asks for.

    `now` is the moment; `since` is the same with what was seen since the pursuit began.
    """
    there = [each for each in step.requirements if each.kind in _OF_THE_PLACE]
    before = [each for each in step.requirements if each not in there]
    if not holds_all(before, since) or _is_over(step, pursuit, now):
        return StepPlan("pass")
    goal = _find_goal(step, pursuit, now, finder)
    if goal.kind != "do":
        return goal
    if not holds_all(there, since):
        return StepPlan("pass", partner=goal.partner)
    if not holds_all(step.until, since):
        return StepPlan("wait", partner=goal.partner)
    return goal if step.lines else StepPlan("pass", partner=goal.partner)


def is_last_deed(
    plan: StepPlan, pursuit: Pursuit | None, intention: Intention | None, minutes: int
) -> bool:
    """Return whether one deed where the agent is ends the intention; `plan` is of the last turn.

    After `LAST_DEED_FOR` minutes it does not count any more: what is urgent cannot wait for ever.
    """
    if pursuit is None or intention is None or plan.kind != "do":
        return False
    is_last = pursuit.step == len(intention.steps) - 1
    return is_last and 0 <= minutes - pursuit.step_since < LAST_DEED_FOR


def _is_over(step: IntentionStep, pursuit: Pursuit, now: IntentionMoment) -> bool:
    return bool(step.minutes) and not 0 <= now.minutes - pursuit.step_since < step.minutes


def _find_goal(
    step: IntentionStep, pursuit: Pursuit, now: IntentionMoment, finder: WayFinder
) -> StepPlan:
    """Return the way to the place and the people of a step; ``do``: the agent is there."""
    if step.at:
        going = _go_to_first(step.at, finder)
        if going.kind != "do" or not step.partners:
            return going
        return _meet_here(step.partners, now)
    if step.partners:
        return _go_to_somebody(_order_partners(step, pursuit), now, finder)
    return StepPlan("do", partner=pursuit.partner)


def _go_to_first(rooms: Sequence[str], finder: WayFinder) -> StepPlan:
    for room in rooms:
        way = finder.find_way(room)
        if way is not None:
            return StepPlan("travel", way[0], room) if way else StepPlan("do")
    return StepPlan("lost", place=rooms[0])


def _meet_here(partners: Sequence[str], now: IntentionMoment) -> StepPlan:
    here = _find_present(partners, now)
    return StepPlan("do", partner=here) if here else StepPlan("wait")


def _order_partners(step: IntentionStep, pursuit: Pursuit) -> Sequence[str]:
    """Return the names of a step, first the one that the agent has sought already."""
    return sorted(step.partners, key=lambda each: key_of(each) != key_of(pursuit.partner))


def _go_to_somebody(partners: Sequence[str], now: IntentionMoment, finder: WayFinder) -> StepPlan:
    for name in partners:
        here = _find_present((name,), now)
        if here:
            return StepPlan("do", partner=here)
        place = finder.find_place(name)
        way = finder.find_way(place) if place else None
        if way:
            return StepPlan("travel", way[0], place, name)
    return StepPlan("lost", partner=partners[0])


def _find_present(partners: Sequence[str], now: IntentionMoment) -> str:
    present = {key_of(each): each for each in now.present}
    return next((present[key_of(each)] for each in partners if key_of(each) in present), "")
