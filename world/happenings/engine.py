"""The engine: looks from time to time what is due, and lets it happen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from world.boundaries import Event
from world.calendar import Calendar, WorldTime
from world.happenings.happening import Happening
from world.happenings.performing import CannotHappen, find_sights, is_met, make_changes
from world.happenings.record import HappeningRecord, keep_record, read_record
from world.happenings.schedule import Due, find_due, find_minute, is_its_day
from world.model import Thing
from world.names import key_of
from world.realm import Realm
from world.vault.room_words import phase_words

REACH = 60
"""What was due longer ago than so many of the world's minutes is missed for good …"""
REACH_SECONDS = 6.0
"""… or than so many real seconds, where days are so short that these are more."""

SAVED_EVERY = 60
"""How far the world has looked is kept once in so many of its minutes."""


class HappeningEngine:
    """Lets happenings happen in `realm`, by the calendar in force."""

    def __init__(self, realm: Realm, calendar: Callable[[], Calendar]) -> None:
        self._realm = realm
        self._calendar_now = calendar
        self._calendar = Calendar()  # that of the last look
        self._looked: int | None = None
        self._phase = ""
        self._happenings: dict[str, Happening] = {}
        self._news: dict[str, str] = {}
        realm.rules.list_happening_words = self.list_words
        realm.rules.list_news = lambda: self._news

    @property
    def happenings(self) -> Mapping[str, Happening]:
        """The happenings in force by their names."""
        return dict(self._happenings)

    def list_words(self) -> list[str]:
        """Return every wording in which a happening is seen."""
        sights = (sight for each in self._happenings.values() for sight in each.sights)
        return [words for sight in sights for words in sight.wordings]

    def adopt(self, happenings: Sequence[Happening], kept: Callable[[Happening], bool]) -> None:
        """Take these happenings over; others go, unless they are to be `kept`."""
        old = {name: each for name, each in self._happenings.items() if kept(each)}
        new = {each.name: each for each in happenings}
        self._happenings = dict(sorted((old | new).items()))
        self._news = {
            words: each.news
            for each in self._happenings.values()
            for sight in each.sights
            for words in sight.wordings
            if each.news
        }

    # --- time -----------------------------------------------------------------------

    def pass_time(self, admit: Callable[[], bool] = lambda: True) -> list[str]:
        """Let happen whatever is due by now; return the names of what did.

        `admit` is asked before each; what it does not admit waits for the next look.
        """
        time = self._realm.time()
        if time is None:
            return []
        after = self._begin_look(time)
        seen: set[int] = set()
        happened: list[str] = []
        self._looked = time.minutes
        for due in self._find_due(after, time.minutes):
            if not self._is_allowed(due):
                continue
            if not admit():
                self._looked = due.minute - 1
                break
            if self._settle(due, seen):
                happened.append(due.name)
        self._announce_phase(time, seen)
        self._keep_look(time.minutes)
        return happened

    def _begin_look(self, time: WorldTime) -> int:
        """Return the minute after which to look: what was due long ago is missed."""
        now, calendar = time.minutes, self._calendar_now()
        reach = max(REACH, int(REACH_SECONDS * 24 / calendar.day_length))
        if self._looked is None:
            kept = read_record(self._realm).looked
            recent = kept is not None and 0 <= now - kept <= SAVED_EVERY + reach
            self._looked = kept if recent else now
            self._phase = time.phase
        elif calendar.day_length != self._calendar.day_length:
            self._shift(now - self._looked)
            self._looked = now
        self._calendar = calendar
        assert self._looked is not None
        return min(now, max(self._looked, now - reach))

    def _shift(self, minutes: int) -> None:
        """Let what waits come as much later as a changed calendar counts more."""
        record = read_record(self._realm)
        moved = (
            {name: minute + minutes for name, minute in each.items()}
            for each in (record.done, record.pending)
        )
        self._save(HappeningRecord(None, *moved))

    def _find_due(self, after: int, until: int) -> list[Due]:
        pending = read_record(self._realm).pending
        due = find_due(self._happenings.values(), pending, self._calendar, after, until)
        reach = until - max(REACH, until - after)
        return [each for each in due if each.minute >= reach]

    # --- one happening ------------------------------------------------------------------

    def _settle(self, due: Due, seen: set[int]) -> bool:
        """Let one happening that is due happen; return whether it did."""
        try:
            events = self._perform(due)
        except CannotHappen:
            return False
        except Exception as error:
            self._realm.on_error(error, f"the happening {due.name} failed")
            return False
        self._show(events)
        seen.update(event.place for event in events)
        return True

    def _is_allowed(self, due: Due) -> bool:
        last = read_record(self._realm).done.get(due.name)
        needs = (need for need in due.happening.requirements if not need.is_of_time)
        return is_its_day(due, self._calendar, last) and all(
            is_met(self._realm, need) for need in needs
        )

    def _perform(self, due: Due) -> list[Event]:
        """Make the changes and keep that it happened, both or neither; return what is seen."""
        with self._realm.changes() as tx:
            make_changes(self._realm, tx, due.happening)
            record = read_record(self._realm)
            done = {**record.done, due.name: due.trigger}
            keep_record(self._realm, tx, replace(record, done=done))
            return list(find_sights(self._realm, due.happening))

    def _show(self, events: Sequence[Event]) -> None:
        for event in events:
            self._realm.emit(event)

    def make_happen(self, name: str) -> list[Event]:
        """Let the happening of this name happen now, whatever it waits for; return what is seen.

        Raises `KeyError` if there is none, and `CannotHappen`.
        """
        happening = self._happenings[name]
        with self._realm.changes() as tx:
            make_changes(self._realm, tx, happening)
            events = list(find_sights(self._realm, happening))
        self._show(events)
        return events

    # --- deeds --------------------------------------------------------------------------

    def notice(self, deed: str, thing: Thing) -> None:
        """Take in that somebody did something with a thing: what follows it waits from now on."""
        time, names = self._realm.time(), {thing.key, *map(key_of, thing.aliases)}
        follow = [
            name
            for name, each in self._happenings.items()
            if each.deed and each.deed.deed == deed and key_of(each.deed.thing) in names
        ]
        if time and follow:
            record = read_record(self._realm)
            pending = {**record.pending, **dict.fromkeys(follow, time.minutes)}
            self._save(replace(record, pending=pending))

    # --- phases and the record ------------------------------------------------------------

    def _announce_phase(self, time: WorldTime, seen: set[int]) -> None:
        """Show people their room's words for a phase that began, unless they saw a happening."""
        if time.phase == self._phase:
            return
        self._phase = time.phase
        for room in self._realm.rooms():
            words = phase_words(room, time)
            if words and room.id not in seen and self._realm.present_in(room):
                self._realm.emit(Event("ambient", None, room.id, others=words, ambient=True))

    def _keep_look(self, now: int) -> None:
        """Keep how far the world has looked, once in a while, and drop what no longer waits."""
        record = read_record(self._realm)
        looked, kept = now if self._looked is None else self._looked, record.looked
        pending = {
            name: trigger
            for name, trigger in record.pending.items()
            if trigger <= now and self._has_hope(name, trigger, looked)
        }
        if pending != record.pending or kept is None or not 0 <= looked - kept < SAVED_EVERY:
            self._save(replace(record, looked=looked, pending=pending))

    def _has_hope(self, name: str, trigger: int, looked: int) -> bool:
        """Return whether a happening that waits after a deed has its time still before it."""
        each = self._happenings.get(name)
        minute = find_minute(each, trigger, self._calendar) if each and each.deed else None
        return minute is not None and minute > looked

    def _save(self, record: HappeningRecord) -> None:
        with self._realm.changes() as tx:
            keep_record(self._realm, tx, record)
