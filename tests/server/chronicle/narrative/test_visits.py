"""Links break and people look in: a story tells of it once, or not at all."""

from __future__ import annotations

from server.chronicle.entry import ChronicleEntry
from server.chronicle.narrative.pages import PageWriter
from tests.server.chronicle.narrative.test_pages import do, say, walk
from tests.server.chronicle.support import happened
from tests.texts import shipped_texts
from world.nature import Nature

HALL = ("The Hall", "The Garden")


def mark(event: str, seconds: float, name: str = "Ada") -> ChronicleEntry:
    texts, nature = shipped_texts(), Nature.REST if event in ("lost", "back") else Nature.MOVEMENT
    key = {"arrive": "arrives", "leave": "leaves"}.get(event, event)
    text = texts.say(f"gate.{key}", name=name)
    return happened(text, seconds, kind=nature, actor=name, event=event, people=(name,))


def tell(*entries: ChronicleEntry) -> str:
    parts = PageWriter(shipped_texts()).write(entries)
    return " ".join(each.text for each in parts if not each.level)


def test_a_visit_without_a_deed_is_left_out() -> None:
    """Whatever the link did meanwhile; what others do stays."""
    assert tell(
        mark("arrive", 0), mark("lost", 5), mark("back", 10), mark("lost", 15),
        do("Moss", "nods.", 20), mark("leave", 25), mark("arrive", 30), mark("leave", 35),
    ) == "Moss nods."  # fmt: skip


def test_a_lost_link_is_told_once_in_a_visit_with_deeds() -> None:
    """Short, and no return from it: nobody was gone."""
    told = tell(
        mark("arrive", 0), mark("lost", 2), mark("back", 4),
        say("Ada", "Hello, all.", 6, people=("Ada",)),
        *(mark(event, 10 + 2 * at) for at, event in enumerate(("lost", "back") * 3)),
        do("Ada", "waves.", 30, people=("Ada",)), mark("lost", 34), mark("leave", 40),
    )  # fmt: skip
    assert told == (
        'Ada comes in. Ada says, "Hello, all." Ada stops in the middle of a movement. '
        "Ada waves. Ada is gone."
    )


def test_each_visit_is_told_for_itself() -> None:
    """Who comes again without having gone, as after a kill, begins another; so does the list."""
    assert (
        tell(
            do("Ada", "waves.", 0, people=("Ada",)), mark("leave", 5), mark("arrive", 10),
            mark("arrive", 15), do("Ada", "hums.", 20, people=("Ada",)), mark("lost", 25),
            mark("leave", 30, "Bob"),
        )
        == "Ada waves. Ada is gone. Ada comes in. Ada hums. Ada stops in the middle of a movement."
        " Bob is gone."
    )  # fmt: skip


def test_who_is_still_here_or_goes_about_is_told() -> None:
    """A way through the rooms is a deed, and a break from one's own will is no lost link."""
    assert tell(mark("arrive", 0)) == "Ada comes in."
    came = tell(mark("arrive", 0), *walk("Ada", HALL, 5, people=("Ada", "Bob")), mark("leave", 90))
    assert "Ada comes in" in came and "the Garden" in came and "Ada is gone." in came
    away = happened("Ada is away.", 5, kind=Nature.REST, actor="Ada", event="afk", people=("Ada",))
    assert tell(mark("arrive", 0), away, mark("back", 9)) == (
        "Ada comes in. Ada is away. Ada is back."
    )


def test_a_lost_link_alone_makes_no_paragraph() -> None:
    assert tell(do("Ada", "waves.", 0, people=("Ada",)), mark("lost", 1800)) == "Ada waves."
