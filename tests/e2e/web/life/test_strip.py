"""The strip of a life in a real browser: what is drawn, and how it is moved."""

from __future__ import annotations

import re

from tests.e2e.harness import Client, Server, until
from tests.e2e.web.chromium import Chromium, Engine, log_in
from tests.e2e.web.life.addresses import LIFE, MEMORIES
from tests.e2e.web.life.steps import count_colors, go, unfold
from tests.e2e.web.support.reader import Reader

#: Behind the newest memory so many pixels are for words.
ROOM = 112


def point(page: Chromium, share: float, above_end: int) -> None:
    """Click the strip, so far from its left and so many pixels above its lower edge."""
    # What stands above it may be as high as the window.
    page.evaluate("document.querySelector('.strip canvas').scrollIntoView({block: 'center'})")
    left, bottom, width = page.until_still(
        "(r => [r.left, r.bottom, r.width])"
        "(document.querySelector('.strip canvas').getBoundingClientRect())"
    )
    page.run(page.page.mouse.click(left + share * (width - ROOM), bottom - above_end))


def test_a_life_opens_as_a_strip_and_a_click_opens_a_memory(page: Chromium) -> None:
    go(page, "#/memory/Moss?show=memories", "Memories from the first on")
    page.until(f"/^{MEMORIES // 1000},\\d{{3}} memories/m.test(document.body.innerText)")
    page.until("document.querySelector('.strip canvas').width > 900")
    until(lambda: count_colors(page) > 5, "a strip that is drawn")

    def point_and_look() -> bool:
        # The strip grows when the summaries come, perhaps while it is pointed at.
        point(page, 0.5, 80)
        return "Where did this go?" in page.text()

    until(point_and_look, "the memory that was pointed at")
    found = page.evaluate("Number(new URLSearchParams(location.hash.split('?')[1]).get('memory'))")
    assert abs(found - MEMORIES / 2) < MEMORIES / 100


def test_the_strip_says_what_is_on_it(page: Chromium) -> None:
    """What a compaction is, what the strategy makes of the past, and each colour and mark."""
    go(page, "#/memory/Moss", "How Moss remembers")
    assert "compaction writes" not in page.text(), "what few ask for is folded"
    unfold(page, "how")
    page.until_shows("A compaction writes a summary")
    page.until_shows("Moss gets no whole prompts but scenes: ")
    assert re.search(
        r"(?:have|:) the newest \d+ memories word for word, the [\d,]+ before them as 2",
        page.text(),
    )
    assert "A prompt of Moss has" not in page.text()
    page.until_shows("waterfall: old memories become a recent summary")
    page.until_shows("Moss keeps two summaries. A long-term one of all that is old")
    names = "[...document.querySelectorAll('.legend li')].map(each => each.className)"
    page.until(f"{names}.includes('stands')")
    assert page.evaluate(names) == ["own", "heard", "seen", "stands"], (
        "and nothing that is not there"
    )
    for show, marks in (
        ("compactions", ["mark-compaction"]),
        ("changed", ["mark-edit", "mark-mask"]),
    ):
        page.go(f"#/memory/Moss?show={show}")
        page.until(f"{names}.includes({marks[0]!r})")
        assert page.evaluate(names)[4:] == marks, (
            "marks are drawn beside the list that tells of them"
        )
    page.go("#/memory/Moss")
    page.until(f"{names}.length === 4")
    told = "document.querySelector('.strip canvas').ariaLabel"
    newest = f"Left is the first memory, right the newest, #{MEMORIES // 1000}"
    page.until(f"{told}.startsWith({newest!r})")
    page.until(f"{told}.includes('Each violet bar is a summary, of the memories below it.')")
    page.evaluate("document.querySelector('.strip [aria-pressed]').click()")
    page.until(f"{names}.includes('replaced') && {names}.includes('by-hand')")
    colours = page.evaluate(
        "[...document.querySelectorAll('.legend li')].map(e =>"
        " (s => s.backgroundColor + s.opacity + s.borderTopWidth + s.width)"
        "(getComputedStyle(e, '::before')))"
    )
    assert len(set(colours)) == len(colours), "each thing looks unlike all others"
    page.evaluate("document.querySelector('.strip [aria-pressed]').click()")


def test_what_is_pointed_at_is_told_in_one_line(page: Chromium) -> None:
    """A bar with its memories and tokens, a column with its number; else how to use the strip."""
    page.run(page.page.mouse.move(2, 2))
    go(page, "#/memory/Moss", "Click a bar or a column to read it")
    page.until("document.querySelector('.strip canvas').width > 900")
    page.evaluate("document.querySelector('.strip canvas').scrollIntoView({block: 'center'})")

    def look(above_end: int) -> str:
        left, bottom, width = page.evaluate(PLACE)
        page.run(page.page.mouse.move(left + width * 0.3, bottom - above_end))
        told: str = page.evaluate("document.querySelector('.under').innerText")
        return told

    until(lambda: look(80).startswith("Memory #"), "the memory that is pointed at")
    bar = r"^Long-term summary: [\d,]+ memories, #1 to #[\d,]+, .*\d+; .*in use$"
    until(lambda: re.search(bar, look(168)), "the bar that is pointed at")
    page.run(page.page.mouse.move(2, 2))
    page.until_shows("Click a bar or a column to read it")


PLACE = """(r => [r.left, r.bottom, r.width])
  (document.querySelector('.strip canvas').getBoundingClientRect())"""


def test_what_was_replaced_is_drawn_when_it_is_wanted(page: Chromium) -> None:
    """The strip then is as high as it needs; one that is open is there in any case."""
    go(page, "#/memory/Moss", "Show replaced summaries")
    page.until("document.querySelector('.strip canvas').width > 900")
    high = "document.querySelector('.strip canvas').offsetHeight"
    page.until("!!document.querySelector('.legend .stands')")
    before = page.until_still(high)
    assert before < 212
    press = "document.querySelector('.strip [aria-pressed]')"
    page.evaluate(f"{press}.click()")
    page.until(f"{press}.ariaPressed === 'true' && {high} > {before} + 20")
    page.evaluate(f"{press}.click()")
    page.until(f"{high} === {before}")


def test_days_and_hours_are_those_of_the_clock_of_whoever_looks(
    server: Server, engine: Engine, reader: Reader
) -> None:
    """On the strip as in the lists; the page says so once."""
    page = Chromium(engine, timezone="Asia/Kathmandu")
    try:
        log_in(page, server.web)
        go(page, "#/memory/Fern", "Fern")
        go(page, "#/memory/Moss?memory=1", "Where did this go?")
        page.until(
            r"/^Your clock \d\d:\d\d UTC\+5:45$/"
            ".test(document.querySelector('.clock').innerText)"
        )
        assert "All times and days of the page are by your clock" in page.evaluate(
            "document.querySelector('.clock').title"
        )
        at = reader.ask("GET", f"{LIFE}/memories/1")[1]["memory"]["at"]
        assert at.startswith("2026-03-01T06:01")
        page.until_shows("1 Mar, 11:46")
        days = reader.ask("GET", f"{LIFE}/density?zone=Asia/Kathmandu")[1]["days"]
        first = reader.ask("GET", f"{LIFE}/memories/{days[1]['seq']}")[1]["memory"]["at"]
        assert (days[1]["day"], first[:15]) == ("2026-03-02", "2026-03-01T18:1")
    finally:
        page.close()


#: Lets the page be told that a life is still being read.
STILL_READ = """
  window.plainFetch = window.fetch;
  const read = async (path, ...more) => {
    const reply = await window.plainFetch(path, ...more);
    if (!String(path).endsWith('/memory/Moss')) return reply;
    return new Response(JSON.stringify({ ...await reply.json(), reading: true, read_up_to: 400 }));
  };
  void (window.fetch = read);
"""


def test_a_life_that_is_still_read_says_how_far_it_has_come(page: Chromium) -> None:
    go(page, "#/memory/Fern", "Fern")
    page.evaluate(STILL_READ)
    go(page, "#/memory/Moss", "This life is read to be drawn: memory 400 of 1,7")
    assert page.evaluate("document.querySelector('.reading progress').value") == 400
    page.evaluate("void (window.fetch = window.plainFetch)")
    page.until("!document.querySelector('.reading')")


def test_the_strip_is_moved_and_zoomed_by_keys_and_the_address_follows(page: Chromium) -> None:
    go(page, "#/memory/Moss?from=400&to=500&show=memories", "Memories from 400 on")
    page.evaluate("document.querySelector('.strip canvas').focus()")
    page.press("+")
    page.until("!location.hash.includes('from=400')")
    page.until("/from=4[12]\\d&to=4[78]\\d/.test(location.hash)")
    page.press("End")
    page.until("/to=170\\d/.test(location.hash)")
    page.evaluate("document.querySelector('.strip .whole').click()")
    page.until("!location.hash.includes('from=')")


def test_a_new_memory_is_on_the_strip_soon(page: Chromium, reader: Reader, ada: Client) -> None:
    before = reader.ask("GET", "/api/v1/memory/Fern")[1]["memories"]
    ada.ask("say A kingfisher, Fern!", "You say")
    until(lambda: reader.ask("GET", "/api/v1/memory/Fern")[1]["memories"] > before, "it")
    last = reader.ask("GET", "/api/v1/memory/Fern/memories")[1]["memories"]
    seq = next(each["seq"] for each in last if "kingfisher" in each["text"])
    status, traced = reader.ask("GET", f"/api/v1/memory/Fern/memories/{seq}")
    assert (status, traced["verbatim"], traced["tiers"]) == (200, True, [])
