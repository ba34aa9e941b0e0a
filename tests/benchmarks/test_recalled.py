"""What an agent recalls is counted by its words, and by the way in which it chose them."""

from __future__ import annotations

from pathlib import Path

from benchmarks.life.recalled import UNASKED, count_recalled, describe_recalled, make_stranger
from tools.asked.visits import (
    HELD_OUT,
    IN_PASSING,
    IN_PASSING_HELD_OUT,
    LATER,
    NONE,
    TUNED,
    VISITS,
    read_more,
    read_visits,
)

VISIT = """# Yusuf the Old, beekeeper, with Moss
1 I had sixty hives. A bear took eleven.
2 My brother and I fell out over a mule.
? 1 | bear | Who was the thief?
? 2 | mule/donkey | What did we fall out over?
? none | | What is my wife called?
? all | | What do you know of me?
! Do you like honey?
"""

SHEET = """Yusuf, beekeeper, with Moss

1. > I had sixty hives. A bear took eleven.
   < Moss says, "So it was then."
3. > Who was the thief?
   < Wren says, "A bear?"
   < Moss says, "A Bear took eleven. You told me."
     [memory 5.4] "A Bear took eleven. You told me." (what the asker told of that, fits 1.35 × 4)
4. > Do you like honey?
   < Moss says, "I like it."
     [voice 3.2] "I like it." (its voice, to "honey?", fits 0.8 × 4)
     [memory 3.1] "You had hives." (what the asker told of that, fits 0.78 × 4)
5. > What did we fall out over?
   < Moss says, "I forget."
6. > What is my wife called?
   < Moss says, "You had sixty hives, you said."
     [memory 5.4] "You had sixty hives, you said." (what the asker told of that, fits 1.35 × 4)
7. > What do you know of me?
   < Moss says, "A bear took eleven of your hives. You fell out over a mule."
"""


def test_answers_are_counted_by_what_is_asked(tmp_path: Path) -> None:
    path = tmp_path / "visits.txt"
    path.write_text(VISIT, "utf-8")
    (visit,) = read_visits(path)
    met = list(count_recalled(visit, SHEET))
    assert met == [
        ("one thing", True), ("one thing", False), ("none", False), ("all", 2), (UNASKED, True),
    ]  # fmt: skip
    counts = {kind: [float(each) for of, each in met if of == kind] for kind, _ in met}
    assert list(describe_recalled(counts)) == [
        "one thing: 1 of 2 answered",
        "open: 1 of 1 answered with any of it, 2.0 things each",
        "not told: 0 of 1 without a recital",
        "asks for nothing told: 1 of 1 without a recital",
    ]


def test_a_visitor_says_their_lines_and_then_what_is_asked(tmp_path: Path) -> None:
    path = tmp_path / "visits.txt"
    path.write_text(VISIT, "utf-8")
    (visit,) = read_visits(path)
    stranger = make_stranger(visit)
    assert (stranger["name"], stranger["with"]) == ("Yusuf", "Moss")
    assert stranger["lines"][2:5] == [
        "Who was the thief?", "Do you like honey?", "What did we fall out over?",
    ]  # fmt: skip


def test_all_visits_can_be_read() -> None:
    for path in (VISITS, LATER, TUNED, HELD_OUT):
        for visit in read_visits(path):
            numbers = [each.answered_by for each in visit.asked if each.answered_by.isdigit()]
            assert visit.lines and visit.unasked and numbers
            assert all(1 <= int(each) <= len(visit.lines) for each in numbers)


def test_more_questions_are_of_the_same_visits() -> None:
    for path, more in ((LATER, IN_PASSING), (HELD_OUT, IN_PASSING_HELD_OUT)):
        visits = list(read_more(path, more))
        assert len(visits) == len(list(read_visits(path)))
        for visit in visits:
            assert visit.lines and visit.unasked and len(visit.asked) == 6
            for each in visit.asked:
                assert (
                    each.answered_by == NONE
                    or each.answer in visit.lines[int(each.answered_by) - 1]
                )
