"""A life in a real browser: its strip, what was summed up, and the way back to the memories."""

from __future__ import annotations

import json
import re

import pytest

from tests.e2e.harness import Client, Server, until
from tests.e2e.web.chromium import Chromium, Engine, log_in
from tests.e2e.web.life.addresses import LIFE, MEMORIES
from tests.e2e.web.support.long_life import HOSTILE
from tests.e2e.web.support.reader import Reader


@pytest.fixture(scope="module")
def page(server: Server, reader: Reader, chromium: Chromium) -> Chromium:
    """A browser in which Ada has logged in."""
    chromium.resize(1280, 900)
    log_in(chromium, server.web)
    return chromium


def go(page: Chromium, place: str, words: str) -> None:
    """Open a place of the page and wait for what it shows."""
    page.evaluate(f"location.hash = {json.dumps(place)}")
    page.until_shows(words)


def count_colors(page: Chromium) -> int:
    """How many colours the strip is drawn in: one if it is empty."""
    found: int = page.evaluate(
        "(c => new Set(new Uint32Array(c.getContext('2d')"
        ".getImageData(0, 0, c.width, c.height).data.buffer)).size)"
        "(document.querySelector('.strip canvas'))"
    )
    return found


def point(page: Chromium, share: float, above_end: int) -> None:
    """Click the strip, so far from its left and so many pixels above its lower edge."""
    # What stands above it may be as high as the window.
    page.evaluate("document.querySelector('.strip canvas').scrollIntoView({block: 'center'})")
    left, bottom, width = page.evaluate(
        "(r => [r.left, r.bottom, r.width])"
        "(document.querySelector('.strip canvas').getBoundingClientRect())"
    )
    page.run(page.page.mouse.click(left + share * width, bottom - above_end))


# --- the strip -----------------------------------------------------------------------------


def test_a_life_opens_as_a_strip_and_a_click_opens_a_memory(page: Chromium) -> None:
    go(page, "#/memory/Moss", "Memories from the first on")
    page.until(f"/^{MEMORIES // 1000},\\d{{3}} memories/m.test(document.body.innerText)")
    page.until("document.querySelector('.strip canvas').width > 900")
    assert count_colors(page) > 5

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
    assert re.search(
        r"(?:have|:) the newest \d+ memories word for word, the [\d,]+ before them as 2",
        page.text(),
    )
    assert "compaction writes" not in page.text(), "what few ask for is folded"
    page.evaluate("document.querySelector('.how summary').click()")
    page.until_shows("A compaction writes a summary")
    page.until_shows("Moss gets no whole prompts but scenes: ")
    assert "A prompt of Moss has" not in page.text()
    page.until_shows("waterfall: old memories become a recent summary")
    names = "[...document.querySelectorAll('.legend li')].map(each => each.className)"
    page.until(f"{names}.includes('stands')")
    assert page.evaluate(names) == ["own", "heard", "seen", "stands"], (
        "and nothing that is not there"
    )
    for show, marks in (
        ("compactions", ["mark-compaction"]),
        ("changed", ["mark-edit", "mark-mask"]),
    ):
        page.evaluate(f"location.hash = '#/memory/Moss?show={show}'")
        page.until(f"{names}.includes({marks[0]!r})")
        assert page.evaluate(names)[4:] == marks, (
            "marks are drawn beside the list that tells of them"
        )
    page.evaluate("location.hash = '#/memory/Moss'")
    page.until(f"{names}.length === 4")
    page.until_shows(f"Left is the first memory, right the newest, #{MEMORIES // 1000}")
    page.until_shows("Shaded: the newest bar of the top row has")
    page.evaluate("document.querySelector('.strip [aria-pressed]').click()")
    page.until(f"{names}.includes('replaced') && {names}.includes('by-hand')")
    colours = page.evaluate(
        "[...document.querySelectorAll('.legend li')].map(e =>"
        " (s => s.backgroundColor + s.opacity + s.borderTopWidth + s.width)"
        "(getComputedStyle(e, '::before')))"
    )
    assert len(set(colours)) == len(colours), "each thing looks unlike all others"
    page.evaluate("document.querySelector('.strip [aria-pressed]').click()")


def unfold(page: Chromium, name: str) -> None:
    """Open a part of the view that is closed at first, if it is not open."""
    part = f"document.querySelector('.{name}-fold')"
    page.until(f"!!{part}")
    page.evaluate(f"{part}.open || {part}.querySelector('summary').click()")
    page.until(f"{part}.open && !!{part}.querySelector('section')")


def test_amounts_say_what_each_summary_made_of_how_much(page: Chromium, reader: Reader) -> None:
    """A row for each, which opens it, one for what is word for word, and their sum."""
    go(page, "#/memory/Moss", "How much of it a model reads")
    unfold(page, "amounts")
    page.until_shows("As a model reads it")
    rows = page.evaluate(
        "[...document.querySelectorAll('.amounts tr')].slice(1)"
        ".map(row => [...row.children].map(each => each.innerText))"
    )
    life = reader.ask("GET", LIFE)[1]
    titles = [row[0] for row in rows]
    assert titles == ["Long-term summary", "Recent summary", "Word for word", "Together"]
    for row, each in zip(rows, life["amounts"], strict=False):
        assert row[1].split() == [f"#{each['first']:,}", "to", f"#{each['last']:,}"]
        lived, tokens = (int(cell.replace(",", "").removeprefix("about ")) for cell in row[2:4])
        assert tokens == each["tokens"]
        assert each["lived"] in (None, lived)
    sums = [int(row[3].replace(",", "")) for row in rows]
    assert sums[-1] == sum(sums[:-1]) == life["prompt_tokens"]
    page.evaluate("document.querySelector('.amounts th a').click()")
    page.until_shows("Long-term summary of memories 1 to ")


def test_a_life_begins_with_how_much_there_is_and_what_is_wrong(
    page: Chromium, reader: Reader
) -> None:
    """The verdict on all summaries in use, then memories, days and tokens, then the strip."""
    go(page, "#/memory/Moss", "tokens for a model to read")
    life = reader.ask("GET", LIFE)[1]
    days = "1 Mar to "
    numbers = page.evaluate("document.querySelector('.numbers').innerText")
    assert numbers.startswith(f"{life['memories']:,} memories")
    assert days in numbers and f"{life['prompt_tokens']:,} tokens for a model" in numbers
    checks = reader.ask("GET", f"{LIFE}/checks")[1]["checks"]
    assert [each["id"] for each in checks] == [each["id"] for each in life["amounts"]]
    all_of_them = sum(each["sentences"] for each in checks)
    page.until_shows("in the 2 summaries in use")
    told = page.evaluate("document.querySelector('.checked').innerText")
    assert f"{all_of_them} sentences" in told
    for kind, words in (("contradicted", " of "), ("unsupported", " cannot be told")):
        count = sum(each[kind] for each in checks)
        assert (f"{count}{words}" in told) is (count > 0)
    order = [".checked", ".numbers", ".strip", ".in-words-fold", ".amounts-fold"]
    top = "document.querySelector({!r}).getBoundingClientRect().top"
    tops = [page.evaluate(top.format(each)) for each in order]
    assert tops == sorted(tops)


def test_the_verdict_leads_to_the_sentences_in_question_and_why(
    page: Chromium, reader: Reader
) -> None:
    """All of them, what contradicts first; beside each stands the reason, without a click."""
    go(page, "#/memory/Moss", "tokens for a model to read")
    checks = reader.ask("GET", f"{LIFE}/checks")[1]["checks"]
    wanted = {"contradicts", "cannot tell"}
    doubted = [
        (sentence["text"], sentence["why"])
        for each in checks
        for sentence in reader.ask("GET", f"{LIFE}/summaries/{each['id']}")[1]["sentences"]
        if sentence["verdict"] in wanted
    ]
    assert doubted
    page.until("!!document.querySelector('.checked a')")
    page.evaluate("document.querySelector('.checked a').click()")
    page.until_shows("Sentences in question")
    page.until("document.activeElement?.innerText === 'Sentences in question'")
    rows = "[...document.querySelectorAll('.opened .sentence')]"
    page.until(f"{rows}.length === {len(doubted)}")
    shown = page.evaluate(
        f"{rows}.map(e => ['.text', '.reason'].map(each => e.querySelector(each).innerText))"
    )
    for text, why in doubted:
        assert any(each == text and why in reason for each, reason in shown)


def test_the_summaries_in_use_open_as_many_as_their_heading_says(
    page: Chromium, reader: Reader
) -> None:
    """Of each what its checks say, and all its sentences; days stand once."""
    go(page, "#/memory/Moss", "What Moss knows of the past, in words")
    page.until_shows("2 summaries in use")
    assert not page.evaluate("document.querySelector('.in-words')"), "closed at first"
    unfold(page, "in-words")
    life = reader.ask("GET", LIFE)[1]
    cards = "[...document.querySelectorAll('.in-words article')]"
    page.until(f"{cards}.filter(each => each.querySelector('.text')).length === 2")
    shown = page.evaluate(f"{cards}.map(each => each.innerText)")
    assert [each.split("\n")[0].split(" #")[0] for each in shown] == [
        "Long-term summary", "Recent summary",
    ]  # fmt: skip
    for text, each in zip(shown, life["amounts"], strict=True):
        sentences = reader.ask("GET", f"{LIFE}/summaries/{each['id']}")[1]["sentences"]
        assert all(sentence["text"] in text for sentence in sentences)
    go(page, "#/memory/Moss", "Memories from the first on")
    lines = "[...document.querySelectorAll('.opened > .memories > li')]"
    page.until(f"{lines}[0]?.className === 'day'")
    assert not page.evaluate(
        f"{lines}.some(e => e.className !== 'day'"
        " && /20\\d\\d-/.test(e.querySelector('time').innerText))"
    )


def test_a_word_of_the_trade_is_explained_by_keyboard_too(page: Chromium) -> None:
    """Where it stands: with the focus, and until Escape or the focus goes."""
    go(page, "#/memory/Moss", "tokens for a model to read")
    page.evaluate("document.querySelector('.numbers .term').focus()")
    page.until_shows("One thing that the agent did, thought, heard or saw.")
    meaning = "document.querySelector('[role=tooltip]')"
    word = "document.querySelector('.numbers .term')"
    assert page.evaluate(f"{word}.getAttribute('aria-describedby') === {meaning}.id")
    assert page.evaluate(
        f"(r => r.left >= 0 && r.right <= innerWidth)({meaning}.getBoundingClientRect())"
    )
    page.press("Escape")
    page.until(f"!{meaning}")
    assert page.evaluate(f"document.activeElement === {word}")


def test_what_was_replaced_is_drawn_when_it_is_wanted(page: Chromium) -> None:
    """The strip then is as high as it needs; one that is open is there in any case."""
    go(page, "#/memory/Moss", "Show replaced summaries")
    page.until("document.querySelector('.strip canvas').width > 900")
    high = "document.querySelector('.strip canvas').offsetHeight"
    page.until(f"{high} < 280")
    before = page.evaluate(high)
    press = "document.querySelector('.strip [aria-pressed]')"
    page.evaluate(f"{press}.click()")
    page.until(f"{press}.ariaPressed === 'true' && {high} > {before} + 20")
    page.evaluate(f"{press}.click()")
    page.until(f"{high} === {before}")


def test_hearsay_has_its_speakers_in_every_tier(page: Chromium, reader: Reader) -> None:
    """In the list of summaries, and where one is opened."""
    go(page, "#/memory/Moss?from=1&to=200&show=summaries", "recent summary, 66 to 130")
    lanes = reader.ask("GET", f"{LIFE}/summaries?from=1&to=200")[1]["lanes"]
    assert [each["lane"] for each in lanes] == ["recent", "long-term"]
    for lane in lanes:
        each = lane["summaries"][0]
        assert each["hearsay"] > 0 and each["speakers"]
        page.until_shows(f"{each['hearsay']} of {each['sentence_count']} sentences tell")
        go(page, f"#/memory/Moss?summary={each['id']}", "its memories")
        page.until_shows(f"what {', '.join(each['speakers'])} said")
        go(page, "#/memory/Moss?from=1&to=200&show=summaries", "recent summary, 66 to 130")


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
        page.until_shows("2026-03-01 11:46")
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


def test_a_summary_opens_into_sentences_a_sentence_into_memories_a_memory_into_what_rests_on_it(
    page: Chromium, reader: Reader
) -> None:
    """The way down and the way back up."""
    go(page, "#/memory/Moss?from=1&to=200&show=summaries", "recent summary, 66 to 130")
    page.evaluate(
        "[...document.querySelectorAll('.opened a')]"
        ".find(a => a.innerText === 'recent summary, 66 to 130').click()"
    )
    page.until_shows("Recent summary of memories 66 to 130")
    page.until("document.querySelector('.sentence.hearsay').innerText.includes('Tobias')")
    page.until("!!document.querySelector('.sentence.hearsay details')")
    page.evaluate("document.querySelector('.sentence.hearsay summary').click()")
    page.until_shows("heard from Tobias")
    page.evaluate("document.querySelector('.sentence.hearsay .seq').click()")
    page.until_shows("Where did this go?")
    page.until_shows("long-term summary: under")
    page.until_shows("Sentences that rest on it")
    assert "heard from Tobias, trust 0.5" in page.text()


def test_hearsay_has_its_own_colour_in_memories_sentences_and_facts(page: Chromium) -> None:
    colours = []
    for place, words, element in (
        ("#/memory/Moss?from=1&to=200&show=memories", "Memories from 1 on", ".memory.heard > div"),
        ("#/memory/Moss?show=facts&source=heard", "most important first", ".fact.heard > div"),
        ("#/memory/Moss?memory=82", "Sentences that rest on it", ".sentence.hearsay"),
    ):
        go(page, place, words)
        page.until(f"!!document.querySelector({element!r})")
        colours.append(
            page.evaluate(f"getComputedStyle(document.querySelector({element!r})).borderLeftColor")
        )
    assert len(set(colours)) == 1
    go(page, "#/memory/Moss?from=1&to=200&show=memories", "Memories from 1 on")
    own = "getComputedStyle(document.querySelector('.memory.own > div')).borderLeftColor"
    page.until("!!document.querySelector('.memory.own')")
    assert page.evaluate(own) != colours[0]


# --- the lists -----------------------------------------------------------------------------


def test_compactions_facts_edits_and_masks_are_listed(page: Chromium) -> None:
    go(page, "#/memory/Moss?show=compactions", "4,000 tokens became 2,500")
    go(page, "#/memory/Moss?show=compactions", "refused: tiny: it is longer than what it replaces")
    go(page, "#/memory/Moss?show=facts", "Facts of the journal")
    page.until("document.querySelectorAll('.fact').length === 50")
    page.evaluate("document.querySelector('.opened button').click()")
    page.until("document.querySelectorAll('.fact').length === 100")
    go(page, "#/memory/Moss?show=changed", "She is kind.")
    page.until_shows("[look: #1660]")
    page.evaluate("[...document.querySelectorAll('.opened a')][0].click()")
    page.until_shows("written by a person, 2026-03-")


def test_a_search_ranks_as_recall_does_and_says_why(
    page: Chromium, reader: Reader, ada: Client
) -> None:
    question = f"{LIFE}/search?q=coins%20under%20the%20millstone&count=30"

    def recalls_all() -> bool:
        """Whether recall has read the archive: of like memories it finds the newest."""
        hits = reader.ask("GET", question)[1]["hits"]
        return bool(hits) and hits[0]["seq"] > MEMORIES - 30

    until(recalls_all, "recall of the whole life")
    go(page, "#/memory/Moss", "Memories from the first on")
    page.evaluate("document.querySelector('.search input').focus()")
    page.type("coins under the millstone")
    page.press("Enter")
    page.until_shows("What it would recall for")
    assert "words 0." not in page.text() and "score" not in page.text()
    page.evaluate("document.querySelector('.why-found summary').click()")
    page.until("/score [\\d.]+: words /.test(document.body.innerText)")
    _, found = reader.ask("GET", question)
    hits = "[...document.querySelectorAll('ol.memories .memory')]"
    shown = page.evaluate(
        f"{hits}.map(e => [e.querySelector('.why-found summary').innerText.match(/[0-9]+/)[0],"
        " e.querySelector('.seq').innerText]).sort((a, b) => a[0] - b[0]).map(each => each[1])"
    )
    assert shown == [f"#{each['seq']}" for each in found["hits"]]
    days = page.evaluate("[...document.querySelectorAll('ol.memories .day')].map(e => e.innerText)")
    assert days and len(set(days)) == len(days), "a day stands once"
    hours = page.evaluate(f"{hits}.map(e => e.querySelector('time').innerText)")
    assert all(re.fullmatch(r"\d\d:\d\d", each) for each in hours)
    assert {"coins", "millstone"} <= set(found["hits"][0]["matched"])


def test_what_models_and_people_wrote_is_text_and_nothing_else(page: Chromium) -> None:
    go(page, "#/memory/Moss?memory=7", HOSTILE)
    go(page, "#/memory/Moss?q=%3Cscript%3E%20onerror", HOSTILE)
    go(page, "#/memory/%3Cimg%20src%3Dx%3E", "There is no agent called '<img src=x>'.")
    assert page.evaluate("document.title") == "Memory – Tarn"
    assert page.evaluate("document.querySelectorAll('main img, main script').length") == 0


def test_a_new_memory_is_on_the_strip_soon(page: Chromium, reader: Reader, ada: Client) -> None:
    before = reader.ask("GET", "/api/v1/memory/Fern")[1]["memories"]
    ada.ask("say A kingfisher, Fern!", "You say")
    until(lambda: reader.ask("GET", "/api/v1/memory/Fern")[1]["memories"] > before, "it")
    last = reader.ask("GET", "/api/v1/memory/Fern/memories")[1]["memories"]
    seq = next(each["seq"] for each in last if "kingfisher" in each["text"])
    status, traced = reader.ask("GET", f"/api/v1/memory/Fern/memories/{seq}")
    assert (status, traced["verbatim"], traced["tiers"]) == (200, True, [])


def test_nothing_is_wider_than_a_phone_and_the_browser_complains_of_nothing(
    page: Chromium,
) -> None:
    """In light and dark; only what was refused on purpose is on the console."""
    page.resize(390, 844)
    for place, words in (
        ("#/memory/Moss", "Memories from the first on"),
        ("#/memory/Moss?memory=7", "Where did this go?"),
        ("#/memory/Moss?show=compactions", "tokens became"),
        ("#/memory/Moss?q=coins", "why it is found"),
    ):
        go(page, place, words)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, place
        assert page.evaluate("document.querySelector('main').scrollWidth") <= 390, place
    page.resize(1280, 900)
    for scheme in ("dark", "light"):
        page.prefer(scheme)
        go(page, "#/memory/Moss", "Memories from the first on")
        assert count_colors(page) > 5
    assert [each for each in page.console if "%3Cimg" not in each] == []
