"""News goes from one to the next, with the name of who told it."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from pathlib import Path

import pytest

from agents.mind.agent_context import Pace
from agents.mind.intentions.intention import Intention
from agents.mind.manners.asking.known_kinds import find_known
from agents.mind.manners.moves.telling import asks_news
from agents.mind.manners.tidings import FRESH, KnownNews, NewsDesk, Tidings
from agents.mind.manners.welcome import REVIEW
from tests.agents.mind.manners.test_company import Moments
from tests.agents.mind.manners.test_manners import list_said, shut_hall, stage_with
from tests.agents.mind.manners.test_retelling import begin, go, speech_of, tell
from tests.agents.mind.support import TEXTS
from world.nature import Nature

WHEEL, GRIT = "the wheel stopped", "there is grit on the lead"
SEEN = {"The thump stops.": WHEEL}


class NewsMoments(Moments):
    """What Moss lives through, with happenings and intentions that are done."""

    def happens(self, text: str, *present: str) -> NewsMoments:
        self._add(text, present, nature=Nature.HAPPENING)
        return self

    def has_done(self, name: str, *present: str) -> NewsMoments:
        text = TEXTS.say("intention.finished", name=name, why="", clock="")
        self._add(text, present, nature=Nature.INTENTION)
        return self

    def find(self, hearer: str, trade: Collection[str] = ()) -> KnownNews | None:
        desk = NewsDesk(lambda: SEEN)
        desk.join("Moss", lambda: [Intention("look at the lead", news=(GRIT,))])
        desk.join("Wren", list)
        tidings = Tidings("Moss", desk, TEXTS)
        tidings.note_all(self.memories)
        return tidings.find_news(hearer, self.at, trade)


def test_what_happened_is_news_to_those_who_were_not_there() -> None:
    """For a day, and to nobody who was there or was told."""
    life = NewsMoments().happens("The thump stops.", "Wren")
    found = life.find("Cobb")
    assert found is not None and (found.clause, found.teller, found.found) == (WHEEL, "", False)
    assert life.find("Wren") is None
    life.says("Cobb, the wheel stopped.", "Cobb")
    assert life.find("Cobb") is None
    assert life.find("Hester") is not None
    life.at += FRESH
    assert life.find("Hester") is None


def test_what_was_told_is_known_with_its_teller() -> None:
    """Neither the teller nor anybody whom the teller names is told of it."""
    life = NewsMoments()
    life.hears("Cobb", "Moss, the wheel stopped. I have it from Wren.")
    found = life.find("Hester")
    assert found is not None and found.teller == "Cobb"
    assert life.find("Cobb") is None and life.find("Wren") is None


def test_what_somebody_found_out_is_passed_on_to_whom_it_concerns() -> None:
    """Its finder tells everybody; from others only those hear it whose work it is."""
    own = NewsMoments().has_done("look at the lead").find("Cobb")
    assert own is not None and own.found and own.clause == GRIT
    heard = NewsMoments()
    heard.hears("Hester", "Moss, there is grit on the lead.")
    assert heard.find("Cobb") is None
    assert heard.find("Wren", trade={"lead"}) is not None


def test_daily_work_is_no_news_every_day() -> None:
    """What is seen again is news again; what is found out again soon is not."""
    life = NewsMoments().has_done("look at the lead").happens("The thump stops.")
    life.says("Wren, the wheel stopped, and there is grit on the lead.", "Wren")
    life.after(minutes=61)
    life.has_done("look at the lead").happens("The thump stops.")
    found = life.find("Wren")
    assert found is not None and found.clause == WHEEL


@pytest.mark.parametrize(
    ("words", "asks"),
    [("Is there any news?", True), ("Anything new, Moss?", True), ("Is that a new hat?", False)],
)
def test_who_asks_for_news_is_known_by_the_words(words: str, asks: bool) -> None:
    assert asks_news(words) is asks


async def test_news_is_told_and_taken_in(tmp_path: Path) -> None:
    """Wren was there; Cobb came in later, is told once, and has something to say to it."""
    stage, (cobb, wren) = stage_with(tmp_path, "Cobb", "Wren")
    stage.news.seen = lambda: SEEN
    shut_hall(stage)
    stage.world.move(cobb.character, stage.garden.id)
    stage.world.announce(stage.ada.id, "happening", "The thump stops.", Nature.HAPPENING)
    stage.world.move(cobb.character, stage.hall.id)
    for agent in (cobb, wren):
        agent.start(within=1)
    await stage.clock.advance(120)
    told = [words for speaker, words in list_said(stage) if WHEEL in words.lower()]
    assert len(told) == 1 and "Cobb" in told[0]
    answers = set(TEXTS.say("manners.news.new", name="Wren").split("\n"))
    assert answers & {words for speaker, words in list_said(stage) if speaker == "Cobb"} or any(
        "stops and thinks" in text for text in stage.person.texts
    )
    await stage.close()


async def test_who_calls_with_news_tells_it_in_the_same_words(tmp_path: Path) -> None:
    """Until now it said that it had something to tell, and often told nothing."""
    stage, (cobb, wren) = stage_with(tmp_path, "Cobb", "Wren")
    stage.news.seen = lambda: SEEN
    cobb.configure(cobb.profile, Pace(think_interval=30, jitter=0))
    cobb.start(within=20)
    for agent in (cobb, wren):
        stage.world.move(agent.character, stage.garden.id)
    stage.world.announce(wren.character, "happening", "The thump stops.", Nature.HAPPENING)
    stage.welcome.call_on("Ada", stage.clock, lambda: True)
    await stage.clock.advance(3 * REVIEW + 10)
    texts = TEXTS.say("manners.call.news", name="Ada", news=WHEEL)
    said = [words for _, words in list_said(stage)]
    assert len(said) == 1 and said[0] in texts.split("\n") and WHEEL in said[0]
    await stage.close()


def test_news_is_no_older_after_a_restart() -> None:
    """The same memories give the same news, whenever they are read."""
    life = NewsMoments().happens("The thump stops.")
    life.after(minutes=30)
    first, again = life.find("Cobb"), life.find("Cobb")
    assert first == again and first is not None
    assert life.at - first.at == timedelta(minutes=30)


def test_what_others_told_of_a_visitor_is_not_asked_of_them() -> None:
    told = ["Ada is a sailmaker", "Ada came to see the lamp", "Ada comes from Saltmark"]
    assert find_known((), "Ada", told) == {"trade", "errand", "origin"}
    assert find_known((), "Ada", ["Ada has a daughter"]) == frozenset()


def test_news_that_is_to_be_skipped_is_not_found() -> None:
    """A person has it from another agent already."""
    life = NewsMoments().happens("The thump stops.", "Wren")
    desk = NewsDesk(lambda: SEEN)
    desk.join("Moss", list)
    tidings = Tidings("Moss", desk, TEXTS)
    tidings.note_all(life.memories)
    assert tidings.find_news("Ada", life.at) is not None
    assert tidings.find_news("Ada", life.at, skips=lambda news: news.clause == WHEEL) is None


@pytest.mark.parametrize(
    ("words", "is_told"),
    [("The soup is good today.", True), ("My brother and I have quarrelled.", False)],
)
async def test_who_tells_of_a_sorrow_hears_no_news(
    tmp_path: Path, words: str, is_told: bool
) -> None:
    stage, (wren, cobb) = stage_with(tmp_path, "Wren", "Cobb")
    stage.news.seen = lambda: SEEN
    begin(stage, [wren])
    go(stage, "garden")
    stage.world.announce(cobb.character, "happening", "The thump stops.", Nature.HAPPENING)
    stage.world.move(cobb.character, stage.garden.id)
    go(stage, "hall")
    await tell(stage, "say Wren, hello.")
    await tell(stage, f"say Wren, {words}")
    await stage.clock.advance(120)
    assert any(WHEEL in each.lower() for each in speech_of(wren)) is is_told
    await stage.close()
