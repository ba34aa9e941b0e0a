"""Tells one watcher what happens in and around the agents that they watch."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from agents.boundaries import WatchEvent
from agents.prose import cut_text, split_sentences
from server.chronicle.narrative.pages import name_hour
from server.chronicle.narrative.walks import ARRIVE
from world.calendar import WorldTime
from world.vault.texts import Texts

#: A watcher sees at most this many characters of a thought, and of what came of a deed.
WATCHED, RESULT = 2000, 200

#: The hour is told again after so many minutes of the world.
HOUR_AGAIN = 30

#: What is of the machinery: sizes of prompts, candidates for an answer, steps.
_BACKSTAGE = frozenset({"turn", "prompt", "choice"})
_STEP = re.compile(
    r": step \d+ of \d+ is done$"
    r"|^(?:stays quiet$|drops a stale|does not say it|leaves .* unanswered)"
)
_MEANS = re.compile(r"^(.*): (?:chosen|intended)$")
_QUOTED = re.compile(r'^[^"“]*["“](.*)["”]$', re.DOTALL)


@dataclass(slots=True)
class Storyteller:
    """A watcher. It keeps what it told last, so that place and hour are told when they change."""

    texts: Texts
    tell: Callable[[str], None]
    time: Callable[[], WorldTime | None]
    wants_prompts: Callable[[], bool]
    where: Callable[[], str]
    """Returns the watcher's own room, where they see for themselves."""
    many: bool = False
    """Whether several agents are watched: then each line has its place."""
    _place: str = ""
    _hour: int = -HOUR_AGAIN
    _moment: object = None
    _held: str = ""
    """A line of the agent that nobody has seen the effect of."""

    def __call__(self, event: WatchEvent) -> None:
        """Tell what is worth telling of `event`."""
        match event.kind:
            case "scene":
                self._tell_scene(event)
            case "command":
                self._held = event.text
            case "result":
                self._tell_result(event)
            case "memory":
                pass
            case "hears":
                self._tell_of(event, "watch.hears")
            case "thought":
                self._held = ""
                self._tell_of(event, "watch.thinks")
            case _:
                self._tell_aside(event)

    def _tell_scene(self, event: WatchEvent) -> None:
        own = event.about.get("actor") == event.agent
        self._held = "" if own else self._held
        if self._moment == event.about.get("moment"):
            return  # another watched agent has seen it, too
        self._moment = event.about.get("moment")
        place = str(event.about.get("place", ""))
        if place == self.where():
            return
        if self.many:
            self.tell(self.texts.say("watch.there", place=place, text=event.text))
        else:
            self._tell_place(place)
            if not (own and event.about.get("event") == ARRIVE):
                self.tell(event.text)

    def _tell_place(self, place: str) -> None:
        """Tell where it is and what hour, if either is news."""
        time = self.time()
        if place == self._place and (time is None or time.minutes - self._hour < HOUR_AGAIN):
            return
        self._place, self._hour = place, time.minutes if time else 0
        if time is None:
            self.tell(self.texts.say("watch.place", place=place))
        else:
            hour = name_hour(self.texts, time.hour, time.minute)
            self.tell(self.texts.say("watch.place-hour", place=place, hour=hour))

    def _tell_result(self, event: WatchEvent) -> None:
        """Tell of a deed that nobody could see: a look, a search, a refusal."""
        held, self._held = self._held, ""
        if held:
            # What is looked at begins with its name, and the line has that already.
            lines = event.text.split("\n")
            first = cut_text(next(iter(split_sentences(lines[min(1, len(lines) - 1)])), ""), RESULT)
            self.tell(self.texts.say("watch.does", name=event.agent, line=held, result=first))

    def _tell_of(self, event: WatchEvent, key: str) -> None:
        quoted = _QUOTED.match(event.text) if event.kind == "thought" else None
        text = cut_text(quoted[1] if quoted else event.text, WATCHED)
        self.tell(self.texts.say(key, name=event.agent, text=text))

    def _tell_aside(self, event: WatchEvent) -> None:
        meant = _MEANS.match(event.text) if event.kind == "intention" else None
        if meant is not None:
            self.tell(self.texts.say("watch.means", name=event.agent, what=meant[1]))
            return
        backstage = event.kind in _BACKSTAGE or _STEP.search(event.text)
        if not backstage or self.wants_prompts():
            text = cut_text(event.text, WATCHED)
            if backstage:
                line = self.texts.say("watch.line", name=event.agent, kind=event.kind, text=text)
            else:
                line = self.texts.say("watch.aside", name=event.agent, text=text)
            self.tell(line)
