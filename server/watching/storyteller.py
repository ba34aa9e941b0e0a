"""Tells one watcher what happens in and around the agents that they watch."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import field

from agents.boundaries import WatchEvent
from agents.mind.fallback.small_talk import lower_article
from agents.prose import cut_text, end_sentence
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from server.chronicle.narrative.pages import name_hour
from server.chronicle.narrative.walks import ARRIVE
from server.watching.deeds import DeedTeller
from world.calendar import WorldTime
from world.vault.texts import Texts

#: A watcher sees at most this many characters of a thought.
WATCHED = 2000

#: The hour is told again after so many minutes of the world.
HOUR_AGAIN = 30

#: What is of the machinery: sizes of prompts, candidates for an answer, steps.
_BACKSTAGE = frozenset({"turn", "prompt", "choice"})
_STEP = late_pattern(
    r": step \d+ of \d+ is done$"
    r"|^(?:stays quiet$|drops a stale|does not say it|leaves .* unanswered)"
)

#: What becomes of an intention → the text that tells it.
_INTENTIONS = tuple(
    (late_pattern(rf"^(?P<what>.*): {how}$"), f"watch.{key}")
    for how, key in (
        ("(?:chosen|intended)", "means"),
        ("(?P<why>.+ (?:asked for|spoke of) it)", "means-because"),
        ("(?P<why>.+ (?:asked for|spoke of) it); later", "means-later"),
        ("interrupted", "interrupts"),
        ("taken up again", "resumes"),
        ("done", "has-done"),
        ("dropped, (?P<why>.*)", "drops"),
    )
)
_DONE = "watch.has-done"
#: Of somebody's going: from which room, and to which.
_WAY = ("from", "to")
_QUOTED = late_pattern(r'^[^"“]*["“](.*)["”]$', re.DOTALL)


@late_dataclass(slots=True)
class Storyteller:
    """A watcher. It keeps what it told last, so that place and hour are told when they change."""

    texts: Texts
    tell: Callable[[str], None]
    time: Callable[[], WorldTime | None]
    wants_prompts: Callable[[], bool]
    where: Callable[[], str]
    """Returns the watcher's own room, where they see for themselves."""
    find_place: Callable[[str], str]
    """Returns the room of the agent of this name."""
    many: bool = False
    """Whether several agents are watched: then each line has its place."""
    _deeds: DeedTeller = field(init=False)
    _place: str = ""
    _hour: int = -HOUR_AGAIN
    _moment: object = None
    _held: str = ""
    """A line of the agent that nobody has seen the effect of."""

    def __post_init__(self) -> None:
        self._deeds = DeedTeller(self.texts)

    def __call__(self, event: WatchEvent) -> None:
        """Tell what is worth telling of `event`."""
        match event.kind:
            case "scene":
                self._tell_scene(event)
            case "command":
                self._held = event.text
                self._tell_machinery(event)
            case "result":
                self._tell_result(event)
            case "memory":
                pass
            case "hears":
                self._tell_words(event, "watch.hears")
            case "thought":
                self._held = ""
                self._tell_words(event, "watch.thinks")
            case "intention":
                self._tell_intention(event)
            case "compaction":
                self._tell_compaction(event)
            case _:
                self._tell_aside(event)

    # --- what anybody sees --------------------------------------------------------------

    def _tell_scene(self, event: WatchEvent) -> None:
        about = event.about
        own = about.get("actor") == event.agent
        self._held = "" if own else self._held
        place, ways = str(about["place"]), [str(about[key]) for key in _WAY if key in about]
        if own and about.get("event") == ARRIVE and not self.many:
            self._tell_place(place)
            return
        if self._moment == about.get("moment"):
            return  # another watched agent has seen it, too, or the other end of a move
        self._moment = about.get("moment")
        if self.where() in (place, *ways):
            return
        if self.many and ways:
            start, goal = map(lower_article, ways)
            actor = str(about["actor"])
            self.tell(self.texts.say("watch.goes", name=actor, place=start, to=goal))
        else:
            self._tell_there(place, event.text)

    def _tell_there(self, place: str, text: str) -> None:
        """Tell what happens in the room `place`, with place and hour where they are news."""
        if self.many and place:
            self.tell(self.texts.say("watch.there", place=place, text=text))
        else:
            self._tell_place(place)
            self.tell(text)

    def _tell_place(self, place: str) -> None:
        """Tell where it is and what hour, if either is news."""
        time = self.time()
        if place in ("", self.where()):
            self._place = ""
            return
        if place == self._place and (time is None or time.minutes - self._hour < HOUR_AGAIN):
            return
        self._place, self._hour = place, time.minutes if time else 0
        if time is None:
            self.tell(self.texts.say("watch.place", place=place))
        else:
            hour = name_hour(self.texts, time.hour, time.minute)
            self.tell(self.texts.say("watch.place-hour", place=place, hour=hour))

    # --- what nobody sees ---------------------------------------------------------------

    def _tell_unseen(self, event: WatchEvent, text: str) -> None:
        self._tell_there(self.find_place(event.agent), text)

    def _tell_result(self, event: WatchEvent) -> None:
        """Tell of a deed that nobody could see: a look, a search, a refusal."""
        held, self._held = self._held, ""
        if held:
            self._tell_unseen(event, self._deeds.tell(event, held))

    def _tell_words(self, event: WatchEvent, key: str) -> None:
        quoted = _QUOTED.match(event.text) if event.kind == "thought" else None
        text = cut_text(quoted[1] if quoted else event.text, WATCHED)
        self._tell_unseen(event, self.texts.say(key, name=event.agent, text=text))

    def _tell_intention(self, event: WatchEvent) -> None:
        for pattern, key in _INTENTIONS:
            if found := pattern.match(event.text):
                if key == _DONE and not self.wants_prompts():
                    return  # its deeds were seen
                known = {"name": event.agent, **found.groupdict()}
                known["why"] = end_sentence(known.get("why", ""))
                told = {each: known[each] for each in self.texts.names(key)}
                self._tell_unseen(event, self.texts.say(key, **told))
                return
        self._tell_aside(event)

    def _tell_compaction(self, event: WatchEvent) -> None:
        step = event.about.get("step")
        if step == "complete":
            self._tell_unseen(event, self.texts.say("watch.sums-up", name=event.agent))
        if step:
            self._tell_machinery(event)
        else:
            self._tell_aside(event)

    def _tell_aside(self, event: WatchEvent) -> None:
        if event.kind in _BACKSTAGE or _STEP.search(event.text):
            self._tell_machinery(event)
        else:
            text = cut_text(event.text, WATCHED)
            self._tell_unseen(event, self.texts.say("watch.aside", name=event.agent, text=text))

    def _tell_machinery(self, event: WatchEvent) -> None:
        if self.wants_prompts():
            known = {"name": event.agent, "kind": event.kind}
            text = cut_text(event.text, WATCHED)
            self._tell_unseen(event, self.texts.say("watch.line", text=text, **known))
