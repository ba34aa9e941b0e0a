"""The slow story of the starter world: what happens in it by itself, played on the world's clock.

Nobody but the rooms, things and happenings of the vault takes part, and the people of the test.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from server.command_rows import list_commands
from tests.paths import VAULT
from tests.vault.test_starter_deeds import NOTES, THINGS, furnished
from tests.vault.test_starter_world import AGENTS, ROOMS, read
from world.almanac.weather import WEATHERS
from world.boundaries import Perception
from world.calendar import DAY_MINUTES, Calendar, WorldTime
from world.commands.table import CommandTable
from world.happenings.engine import HappeningEngine
from world.happenings.happening import Happening, Making, StateChange
from world.happenings.lore import gather_lore
from world.happenings.reading import HappeningsReading, read_happenings
from world.names import key_of
from world.use.deeds import DEED_NAMES, state_of

CALENDAR = Calendar()
WATCHERS = {"Lia": "The Lamp House", "Lou": "The Landing", "Sam": "The Saddle"}


def day_of(weather: str, after: int = 0) -> int:
    """The first day with this weather that comes after another."""
    days = range(after + 1, after + 500)
    noons = {day: day * DAY_MINUTES + 720 for day in days}
    return next(d for d, noon in noons.items() if CALENDAR.find_time(noon).weather == weather)


class Story:
    """The starter world with people in it, on a clock that the test turns."""

    def __init__(self, day: int, hour: int = 17) -> None:
        self.minutes = day * DAY_MINUTES + hour * 60
        self.play = furnished()
        self.play.world.time = self.now
        self.engine = HappeningEngine(self.play.world, lambda: CALENDAR)
        self.play.world.on_deed = self.engine.notice
        reading = story_of(self)
        self.engine.adopt(reading.happenings, lambda _: False)
        self.engine.pass_time()
        for name, room in WATCHERS.items():
            self.play.character(name, place=self.play.world.find_room(room))

    def now(self) -> WorldTime:
        return CALENDAR.find_time(self.minutes)

    def wait(self, minutes: int, step: int = 1) -> list[str]:
        happened = []
        for _ in range(0, minutes, step):
            self.minutes += step
            happened += self.engine.pass_time()
        assert not self.play.errors
        return happened

    def put(self, name: str, room: str) -> None:
        there = self.play.world.find_room(room)
        assert there is not None
        self.play.world.move(self.play.who(name).id, there.id)

    def does(self, room: str, line: str) -> str:
        """Ada goes there, unseen, and does it."""
        self.put("Ada", room)
        outcome = self.play.perform("Ada", line)
        assert outcome.ok, outcome.text
        return outcome.text

    def state(self, name: str) -> str:
        return next(state_of(one) for one in self.play.world.registry if one.name == name)

    def seen(self, name: str) -> list[str]:
        """What happened before this one's eyes since last time."""
        return [each.text for each in self.play.heard(name) if is_remembered(each)]


def is_remembered(seen: Perception) -> bool:
    return seen.kind == "happening" and not seen.ambient


def story_of(story: Story) -> HappeningsReading:
    lore = gather_lore(story.play.world, DEED_NAMES)
    return read_happenings(VAULT / "world" / "happenings", lore)


READING = story_of(Story(0))
HAPPENINGS = {each.name: each for each in READING.happenings}


# --- as it is written --------------------------------------------------------------------


def test_the_happenings_are_read_without_a_complaint() -> None:
    """Ten and more, each seen in rooms that there are."""
    assert [str(error) for error in READING.errors] == []
    assert len(HAPPENINGS) >= 20
    keys = {key_of(room) for room in ROOMS}
    assert {key_of(room) for each in HAPPENINGS.values() for room in each.rooms} <= keys


@pytest.mark.parametrize("happening", HAPPENINGS.values(), ids=lambda each: each.name)
def test_what_is_seen_is_short_plain_and_said_once(happening: Happening) -> None:
    """One to three sentences; no wording stands in another happening as well."""
    wordings = [text for sight in happening.sights for text in sight.wordings]
    others = {
        text
        for each in HAPPENINGS.values()
        if each is not happening
        for sight in each.sights
        for text in sight.wordings
    }
    assert len(set(wordings)) == len(wordings) and not others.intersection(wordings)
    for text in wordings:
        assert text.isascii() and text.endswith(".") and 4 <= len(text.split()) <= 40


def test_every_room_sees_something() -> None:
    seen = Counter(key_of(room) for each in HAPPENINGS.values() for room in each.rooms)
    assert set(seen) == {key_of(room) for room in ROOMS}
    assert seen["the hall"] >= 5 and seen["the landing"] >= 8


def test_states_that_nobody_brings_about_are_brought_about_by_happenings() -> None:
    """The far window, the oil and the dry beds change by themselves, and things that are made
    can be told apart from those of the rooms."""
    changes = [change for each in HAPPENINGS.values() for change in each.changes]
    brought = {(c.thing, c.state) for c in changes if isinstance(c, StateChange)}
    assert {("far window", "shining"), ("oil can", "full"), ("leek bed", "dry")} <= brought
    made = {c.thing.name for c in changes if isinstance(c, Making)}
    assert made & set(THINGS) == {"barley loaf"}


#: Things that happenings bring into the world.
MADE = [
    change.thing
    for each in HAPPENINGS.values()
    for change in each.changes
    if isinstance(change, Making)
]


def lines_of_intentions() -> Iterator[str]:
    for name in AGENTS:
        intentions = read(VAULT / "agents" / name / "profile.md").front.get("intentions") or {}
        for each in intentions.values():
            for step in each.get("steps", ()):
                given = step.get("do", ()) if isinstance(step, dict) else step
                yield from [given] if isinstance(given, str) else given


def test_what_agents_mean_to_do_can_be_done() -> None:
    """Each line of an intention begins with a command; a deed is one that the thing allows."""
    table = CommandTable(list_commands())
    for line in lines_of_intentions():
        verb, _, name = line.partition(" ")
        assert table.get(verb) is not None, line
        if verb in DEED_NAMES:
            known = [each for each in (*THINGS.values(), *MADE) if each.name == name]
            assert any(verb in thing.usage.deeds for thing in known), line
        if verb == "write":
            thing = re.split(r" (?:in|on) ", line)[-1]
            assert THINGS[thing.removeprefix("the ")].usage.writable, line


# --- as it is played ----------------------------------------------------------------------


@pytest.mark.parametrize(("weather", "minutes"), [("wet", 19), ("dry", 30), ("wind", 19)])
def test_a_visitors_hour(weather: str, minutes: int) -> None:
    """The lamp is lit by a person, the dish is bare: the light is seen from three places, in other
    words in each; after a dry day it comes eleven minutes later."""
    story = Story(day_of(weather))
    story.does("The Bothy", "uncover copper dish")
    story.wait(75)
    story.does("The Lamp House", "light great lamp")
    story.wait(minutes - 1)
    assert not any("copper" in text for name in WATCHERS for text in story.seen(name))
    assert "the light that answers" in story.wait(1)
    [at_lamp] = story.seen("Lia")
    [at_water] = story.seen("Lou")
    [on_pass] = story.seen("Sam")
    assert len({at_lamp, at_water, on_pass}) == 3
    assert "copper-coloured point is burning" in story.does("The Lamp House", "look")
    story.does("The Lamp House", "write Lit, and answered once. in lamp ledger")
    story.does("The Lamp House", "douse great lamp")
    assert story.wait(1) == ["both lights go"]
    assert "same instant" in " ".join(story.seen("Lia") + story.seen("Sam"))
    assert story.state("far window") == "dark"


def test_no_light_comes_while_the_dish_is_covered() -> None:
    """An hour after the match it is seen that nothing is to be seen; the hood is worth a clue."""
    story = Story(day_of("wet"), 18)
    story.does("The Lamp House", "light great lamp")
    happened = story.wait(61)
    assert {"the hour of the answer passes", "a night without an answer"} <= set(happened)
    assert "the light that answers" not in happened
    story.put("Sam", "The Bothy")
    story.seen("Sam")
    story.does("The Bothy", "uncover dish")
    assert "the lamp in the dish" in story.wait(1)
    assert story.seen("Sam")
    assert "the light that answers late" in story.wait(2)
    story.does("The Bothy", "cover dish")
    assert story.wait(1) == ["the hood comes down"]
    assert "copper" not in story.does("The Lamp House", "look")


def test_the_old_sign_is_given_by_covering_and_uncovering() -> None:
    """Answered twice: once in the nineteenth minute, and once more for whoever knows how."""
    story = Story(day_of("wet"), 18)
    story.does("The Bothy", "uncover dish")
    story.does("The Lamp House", "light great lamp")
    story.wait(25)
    story.does("The Bothy", "cover dish")
    story.wait(3)
    story.seen("Lia")
    story.does("The Bothy", "uncover dish")
    assert "the light answers twice" in story.wait(3)
    assert any("Twice" in text for text in story.seen("Lia"))
    story.does("The Lamp House", "douse great lamp")
    story.wait(1)
    assert story.state("far window") == "dark"


def test_an_answer_that_was_too_early_waits_for_its_minute() -> None:
    """A dish that was uncovered before the lamp was lit, or soon after, answers in time."""
    story = Story(day_of("wet"), 18)
    story.does("The Bothy", "uncover dish")
    story.wait(10)
    story.does("The Lamp House", "light great lamp")
    story.wait(5)
    story.does("The Bothy", "cover dish")
    story.does("The Bothy", "uncover dish")
    assert not any(name.startswith("the light") for name in story.wait(13))
    assert "the light that answers" in story.wait(1)


def test_in_fog_nothing_answers() -> None:
    story = Story(day_of("fog"), 18)
    story.does("The Bothy", "uncover dish")
    story.does("The Lamp House", "light great lamp")
    happened = story.wait(90)
    assert "fog hides the far shore" in happened
    assert not {"the light that answers", "a night without an answer"} & set(happened)


def test_the_lamp_burns_until_six_and_can_be_lit_again() -> None:
    """So every dusk begins like the one before, whatever people did in the night."""
    story = Story(day_of("wet"), 18)
    story.does("The Bothy", "uncover dish")
    story.does("The Lamp House", "light great lamp")
    story.wait(12 * 60 + 1)
    assert (story.state("great lamp"), story.state("far window")) == ("dark", "dark")
    story.wait(12 * 60)
    story.does("The Lamp House", "light great lamp")


def test_the_bell_is_heard_outside_and_not_far() -> None:
    story = Story(day_of("wet"), 10)
    story.put("Sam", "The Head Fall")
    story.does("The Hollow", "ring bell")
    story.wait(1)
    assert story.seen("Sam") and not story.seen("Lou")


def test_what_is_eaten_comes_again() -> None:
    """The loaf is eaten up, and there is another the next noon; never two."""
    story = Story(day_of("dry"), 13)
    for _ in range(2):
        story.does("The Hall", "eat barley loaf")
        assert "barley loaf" not in [one.name for one in story.play.world.registry]
        story.wait(DAY_MINUTES, 5)
        assert [one.name for one in story.play.world.registry].count("barley loaf") == 1


def test_a_year_in_which_everything_happens() -> None:
    """With the lamp lit at dusk and the dish uncovered on most days, each happening comes at least
    once in a year, none fails, and no day has a dull or a crowded hour of it all."""
    story = Story(day_of("dry"), 12)
    happened: Counter[str] = Counter()
    days = []
    for day in range(28):
        today = Counter(story.wait(6 * 60 + 5, 5))
        if story.state("copper dish") == "covered" and day % 4 != 1:
            story.does("The Bothy", "uncover dish")
        story.does("The Lamp House", "light great lamp")
        if story.state("hearth fire") == "low":
            story.does("The Hall", "tend hearth fire")
        for light, room in (("candle end", "The Reading Room"), ("iron stove", "The Boathouse")):
            if story.state(light) in ("out", "cold"):
                story.does(room, f"light {light}")
        if story.state("leek bed") == "dry" and day % 2:
            story.does("The Garden", "tend leek bed")
        today.update(story.wait(2 * 60, 5))
        if day % 4 == 2 or day % 8 == 5:
            story.does("The Lamp House", "douse great lamp")
        if day % 4 == 3 and story.state("far window") == "shining":
            story.does("The Bothy", "cover dish")
            story.does("The Bothy", "uncover dish")
        if day % 4 == 1 and story.state("copper dish") == "covered":
            story.does("The Bothy", "uncover dish")
        today.update(story.wait(60, 5))
        if day % 4 == 0 and story.state("copper dish") == "uncovered":
            story.does("The Bothy", "cover dish")
        story.does("The Hollow", "ring bronze bell")
        for thing in ("barley loaf", "brown egg"):
            if day % 2 and thing in [one.name for one in story.play.world.registry]:
                one = next(one for one in story.play.world.registry if one.name == thing)
                assert one.place is not None
                story.does(one.place.name, f"eat {thing}")
        today.update(story.wait(DAY_MINUTES - 9 * 60 - 5, 5))
        happened.update(today)
        days.append(today.total())
    assert set(HAPPENINGS) - set(happened) == set()
    assert min(days) >= 6 and max(days) <= 30


def test_rooms_have_words_for_every_weather() -> None:
    assert {place for note in NOTES for place in note.words} >= {f"weather.{w}" for w in WEATHERS}
