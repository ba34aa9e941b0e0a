"""Pages: a day of the world, by its phases, a paragraph for each scene."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from agents.memory.interchange.export_pages import escape_markdown
from late.late_dataclass import late_dataclass
from server.chronicle.entry import ChronicleEntry
from server.chronicle.narrative.scenes import StoryScene, build_scenes
from server.chronicle.narrative.sentences import Paragraph
from world.calendar import WorldTime
from world.vault.texts import Texts
from world.vault.time_words import describe_weather, name_day_of_season


@late_dataclass(frozen=True, slots=True)
class PagePart:
    """A heading of a page, or a paragraph with its room and hour."""

    level: int
    """1: a day, 2: a phase of it, 0: a paragraph."""
    text: str
    room: str = ""
    hour: str = ""


def day_of(entry: ChronicleEntry) -> str:
    """Return which day an entry belongs to: the world's, or of UTC where it has none."""
    return f"{entry.time.day:09}" if entry.time else entry.at.date().isoformat()


@late_dataclass(frozen=True, slots=True)
class PageWriter:
    """Writes pages in the words of `texts`."""

    texts: Texts

    def write(
        self,
        entries: Sequence[ChronicleEntry],
        wanted: Callable[[ChronicleEntry], bool] = lambda entry: True,
    ) -> list[PagePart]:
        """Return what those of `entries`, oldest first, tell that are `wanted`."""
        scenes = build_scenes(entries, wanted)
        return [
            part
            for _, of_day in groupby(scenes, lambda each: day_of(each.first))
            for part in self._write_day(list(of_day))
        ]

    def _write_day(self, scenes: list[StoryScene]) -> Iterator[PagePart]:
        yield PagePart(1, self._name_day(scenes[0].first))
        weather = ""
        for phase, of_phase in groupby(scenes, lambda each: _phase(each.first)):
            listed = list(of_phase)
            if phase:
                yield PagePart(2, self._name_phase(listed[0].first.time, weather))
                weather = self._name_weather(listed[0].first.time)
            for scene in listed:
                told = Paragraph(self.texts).tell(scene.beats)
                yield PagePart(0, told, scene.room, self._name_hour(scene.first))

    def _name_day(self, entry: ChronicleEntry) -> str:
        time = entry.time
        if time is None:
            return f"{entry.at:%Y-%m-%d}"
        if not time.season:
            return self.texts.say("narrative.day", number=time.day)
        day = name_day_of_season(self.texts, time.day_of_season)
        return self.texts.say("narrative.date", day=day, season=time.season)

    def _name_phase(self, time: WorldTime | None, weather_before: str) -> str:
        """Return the phase and its weather, if that has changed."""
        assert time is not None, "only a world with its own time has phases"
        weather = self._name_weather(time)
        phase = f"{time.phase.capitalize()}."
        return phase if weather == weather_before else f"{phase} {weather}".strip()

    def _name_weather(self, time: WorldTime | None) -> str:
        return describe_weather(self.texts, time) if time else ""

    def _name_hour(self, entry: ChronicleEntry) -> str:
        if entry.time is None:
            return f"{entry.at:%H:%M}"
        return name_hour(self.texts, entry.time.hour, entry.time.minute)


def _phase(entry: ChronicleEntry) -> str:
    return entry.time.phase if entry.time else ""


def name_hour(texts: Texts, hour: int, minute: int) -> str:
    """Return an hour in words, to the nearest quarter: ``half past nine``."""
    quarter = round(minute / 15)
    names = [each.strip() for each in texts.say("narrative.hours").split(",")]
    ahead = quarter >= 3
    name = names[(hour + ahead) % 12]
    key = ("full", "quarter", "half", "three-quarters", "full")[quarter]
    return texts.say(f"narrative.{key}", hour=name)


def render_plain(parts: Sequence[PagePart]) -> str:
    """Return parts for a terminal: headings on lines of their own, a blank line between."""
    return "\n\n".join(_render_part(each) for each in parts)


def _render_part(part: PagePart) -> str:
    return part.text if part.level else f"{part.room}, {part.hour}. {part.text}"


def render_markdown(parts: Sequence[PagePart]) -> str:
    """Return parts as markdown; rooms are links to their notes."""
    return "\n\n".join(map(_render_markdown_part, parts)) + "\n"


def _render_markdown_part(part: PagePart) -> str:
    text = escape_markdown(part.text)
    if part.level:
        return f"{'#' * (part.level + 1)} {text}"
    return f"**[[{part.room}]]**, {part.hour}. {text}"
