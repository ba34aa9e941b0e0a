"""A life in a real browser: what was summed up, the way back to the memories, and the lists."""

from __future__ import annotations

import re

import pytest

from tests.e2e.harness import Client, until
from tests.e2e.web.chromium import Chromium
from tests.e2e.web.life.addresses import LIFE, MEMORIES
from tests.e2e.web.life.steps import count_colors, go, unfold
from tests.e2e.web.support.long_life import HOSTILE
from tests.e2e.web.support.reader import Reader


def straighten(text: str) -> str:
    """The page sets what somebody says between curly quotes."""
    return text.replace("“", '"').replace("”", '"')


def test_amounts_say_what_each_summary_made_of_how_much(page: Chromium, reader: Reader) -> None:
    """A row for each, which opens it, one for what is word for word, and their sum."""
    go(page, "#/memory/Moss", "How Moss remembers")
    unfold(page, "how")
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
    page.until_shows("Long-term summary, memories 1 to ")


def test_a_life_begins_with_how_much_there_is_and_what_is_wrong(
    page: Chromium, reader: Reader
) -> None:
    """One row of a verdict and four figures, then the strip, then its summaries in words."""
    go(page, "#/memory/Moss", "tokens for a model, ")
    life = reader.ask("GET", LIFE)[1]
    days = "1 Mar to "
    numbers = " ".join(page.evaluate("document.querySelector('.numbers').innerText").split())
    assert numbers.startswith(f"{life['memories']:,} memories")
    assert days in numbers and f"{life['prompt_tokens']:,} tokens for a model" in numbers
    checks = reader.ask("GET", f"{LIFE}/checks")[1]["checks"]
    assert [each["id"] for each in checks] == [each["id"] for each in life["amounts"]]
    all_of_them = sum(each["sentences"] for each in checks)
    page.until("!!document.querySelector('.checked:not([aria-busy])')")
    told = " ".join(page.evaluate("document.querySelector('.checked').innerText").split())
    assert f"{all_of_them} sentences in 2 summaries (" in told
    unknown = all_of_them - sum(
        each[kind] for each in checks for kind in ("supported", "contradicted", "unsupported")
    )
    assert (f"{unknown} without recorded memories" in told) is (unknown > 0)
    assert " + ".join(str(each["sentences"]) for each in checks) in told
    for kind, words in (("contradicted", " of "), ("unsupported", " not confirmed")):
        count = sum(each[kind] for each in checks)
        assert (f"{count}{words}" in told) is (count > 0)
    order = [".whose h2", ".figures", ".strip", ".lists", ".in-words", ".how-fold"]
    place = "(r => [r.left, r.top])(document.querySelector({!r}).getBoundingClientRect())"
    tops = [page.evaluate(place.format(each))[1] for each in order]
    assert tops == sorted(tops)
    row = [".checked b", *(f".numbers li:nth-child({number}) b" for number in (1, 2, 3, 4))]
    places = [page.evaluate(place.format(each)) for each in row]
    assert places == sorted(places) and len({top for _, top in places}) == 1, "one row"


def test_the_verdict_leads_to_the_sentences_that_are_not_supported_and_why(
    page: Chromium, reader: Reader
) -> None:
    """All of them, what contradicts first; at each stands the reason, without a click."""
    go(page, "#/memory/Moss", "tokens for a model, ")
    checks = reader.ask("GET", f"{LIFE}/checks")[1]["checks"]
    doubted = [
        (sentence["text"], sentence["why"])
        for each in checks
        for sentence in reader.ask("GET", f"{LIFE}/summaries/{each['id']}")[1]["sentences"]
        if sentence["verdict"] != "supports"
    ]
    assert doubted
    page.until("!!document.querySelector('.checked a')")
    page.evaluate("document.querySelector('.checked a').click()")
    page.until("document.activeElement?.innerText === 'Sentences that are not supported'")
    tab = "document.querySelector('.lists .joined [aria-current]').innerText"
    assert page.evaluate(tab) == f"Not supported · {len(doubted)}"
    rows = "[...document.querySelectorAll('.opened .sentence')]"
    page.until(f"{rows}.length === {len(doubted)}")
    shown = page.evaluate(
        f"{rows}.map(e => ['.text', '.reason, .said .quiet']"
        ".map(each => e.querySelector(each).innerText))"
    )
    sentence = reader.ask("GET", f"{LIFE}/summaries/{checks[0]['id']}")[1]["sentences"][0]
    assert set(sentence["bearing"]) <= {each["seq"] for each in sentence["memories"]}
    for text, why in doubted:
        assert any(straighten(each) == text and why in reason for each, reason in shown)


def test_the_summaries_in_use_stand_in_words_at_once(page: Chromium, reader: Reader) -> None:
    """All summaries in use with all their sentences; the memories of one open at a press."""
    go(page, "#/memory/Moss", "Long-term summary, memories")
    life = reader.ask("GET", LIFE)[1]
    texts = "[...document.querySelectorAll('.in-words article')]"
    page.until(f"{texts}.filter(each => each.querySelector('.text')).length === 2")
    shown = page.evaluate(f"{texts}.map(each => each.innerText)")
    assert [each.split("\n")[0].split(", memories ")[0] for each in shown] == [
        "Long-term summary", "Recent summary",
    ]  # fmt: skip
    for text, each in zip(shown, life["amounts"], strict=True):
        sentences = reader.ask("GET", f"{LIFE}/summaries/{each['id']}")[1]["sentences"]
        assert all(straighten(sentence["text"]) in straighten(text) for sentence in sentences)
    first = ".in-words article:first-child button.said"
    closed = f"document.querySelector('{first}[aria-expanded=false]')"
    page.evaluate(f"void (window.pressed = {closed})")
    assert page.evaluate("!pressed.closest('.sentence').querySelector('.rests')")
    assert page.evaluate("!!pressed.closest('.sentence').querySelector('.seq')")
    page.evaluate("pressed.click()")
    page.until("!!pressed.closest('.sentence').querySelector('.rests .memory .text')")
    page.evaluate("document.querySelector('.in-words .prove').click()")
    page.until(f"!{closed}")


def test_of_many_sentences_the_first_stand_and_a_button_brings_the_rest(page: Chromium) -> None:
    """Each of two summaries has half of the room."""
    go(page, "#/memory/Fern", "Fern")
    page.evaluate(MANY_SENTENCES)
    go(page, "#/memory/Moss", "All 50 sentences")
    first = "document.querySelectorAll('.in-words article:first-child .sentence').length"
    page.until(f"{first} === 20")
    page.evaluate("document.querySelector('.in-words article:first-child > p > button').click()")
    page.until(f"{first} === 50")
    shown = page.evaluate("document.querySelector('.in-words .sentence .said').innerText")
    assert "2 times" in shown
    page.evaluate("void (window.fetch = window.plainFetch)")
    go(page, "#/memory/Fern", "Fern")


#: Lets the page be told that each summary has fifty sentences, each of them twice.
MANY_SENTENCES = """
  window.plainFetch = window.fetch;
  const read = async (path, ...more) => {
    const reply = await window.plainFetch(path, ...more);
    if (!String(path).includes('/memory/Moss/summaries/')) return reply;
    const summary = await reply.json();
    const [{ text, ...rest }] = summary.sentences;
    const number = (_, n) => ({ ...rest, text: `${n % 50} ${text}` });
    const sentences = Array.from({ length: 100 }, number);
    return new Response(JSON.stringify({ ...summary, sentences }));
  };
  void (window.fetch = read);
"""


def test_days_stand_once_in_the_list_of_memories(page: Chromium) -> None:
    go(page, "#/memory/Moss?show=memories", "Memories from the first on")
    lines = "[...document.querySelectorAll('.opened > .memories > li')]"
    page.until(f"{lines}[0]?.className === 'day'")
    assert not page.evaluate(
        f"{lines}.some(e => e.className !== 'day'"
        " && /20\\d\\d-/.test(e.querySelector('time').innerText))"
    )


def test_a_word_of_the_trade_is_explained_by_keyboard_too(page: Chromium) -> None:
    """Where it stands: with the focus, and until Escape or the focus goes."""
    go(page, "#/memory/Moss", "tokens for a model, ")
    page.evaluate("document.querySelector('.numbers .term').focus()")
    page.until_shows("One thing that the resident did, thought, heard or saw.")
    meaning = "document.querySelector('[role=tooltip]')"
    word = "document.querySelector('.numbers .term')"
    assert page.evaluate(f"{word}.getAttribute('aria-describedby') === {meaning}.id")
    assert page.evaluate(
        f"(r => r.left >= 0 && r.right <= innerWidth)({meaning}.getBoundingClientRect())"
    )
    page.press("Escape")
    page.until(f"!{meaning}")
    assert page.evaluate(f"document.activeElement === {word}")


def test_hearsay_has_its_speakers_in_every_tier(page: Chromium, reader: Reader) -> None:
    """In the list of summaries, and where one is opened."""
    go(page, "#/memory/Moss?from=1&to=200&show=summaries", "recent summary, memories 66 to 130")
    lanes = reader.ask("GET", f"{LIFE}/summaries?from=1&to=200")[1]["lanes"]
    assert [each["lane"] for each in lanes] == ["recent", "long-term"]
    for lane in lanes:
        each = lane["summaries"][0]
        assert each["hearsay"] > 0 and each["speakers"]
        page.until_shows(f"{each['hearsay']} of {each['sentence_count']} sentences tell")
        go(page, f"#/memory/Moss?summary={each['id']}", "Its memories")
        page.until_shows(f"what {', '.join(each['speakers'])} said")
        go(page, "#/memory/Moss?from=1&to=200&show=summaries", "recent summary, memories 66 to 130")


def test_a_summary_opens_into_sentences_a_sentence_into_memories_a_memory_into_what_rests_on_it(
    page: Chromium, reader: Reader
) -> None:
    """The way down and the way back up."""
    go(page, "#/memory/Moss?from=1&to=200&show=summaries", "recent summary, memories 66 to 130")
    page.evaluate(
        "[...document.querySelectorAll('.opened a')]"
        ".find(a => a.innerText === 'recent summary, memories 66 to 130').click()"
    )
    page.until_shows("Recent summary, memories 66 to 130")
    page.until("document.querySelector('.sentence.hearsay').innerText.includes('Tobias')")
    page.until("!!document.querySelector('.sentence.hearsay .seq')")
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


TABS = "document.querySelectorAll('.lists > .ways .tabs a')"


@pytest.mark.parametrize(
    ("place", "tab", "part", "heading"),
    [
        ("", "Summaries", "In use", "Long-term summary, memories"),
        ("?show=words", "Summaries", "In use", "Long-term summary, memories"),
        ("?show=summaries", "Summaries", "All, with replaced ones", "Summaries of memories"),
        ("?show=compactions", "Summaries", "When they were written", "When summaries were written"),
        ("?show=memories", "Memories", "All", "Memories from the first on"),
        ("?show=changed", "Memories", "Edited or shortened", "What people wrote"),
        ("?show=facts", "Notes", "All", "Notes in the journal"),
        ("?q=coins", "Memories", "All", "What it would recall"),
        ("?memory=82", "Memories", "All", "Sentences that rest on it"),
    ],
)
def test_each_list_has_its_place_below_one_of_three_tabs(
    page: Chromium, place: str, tab: str, part: str, heading: str
) -> None:
    """An address of before, when each had a tab, leads to it; one part is always chosen."""
    go(page, f"#/memory/Moss{place}", heading)
    page.until(f"{TABS}.length === 3")
    open_tab = "document.querySelector('.lists .tabs [aria-current]').innerText"
    assert page.until(open_tab) == tab
    chosen = "document.querySelector('.lists .joined [aria-current]')?.innerText"
    assert page.evaluate(chosen) == part


def test_of_an_opened_summary_the_list_is_chosen_and_its_words_stand_in_the_middle(
    page: Chromium, reader: Reader
) -> None:
    for each in reader.ask("GET", LIFE)[1]["amounts"][:1]:
        go(page, f"#/memory/Moss?summary={each['id']}", "Show it alone in the drawing")
    part = "document.querySelector('.lists .joined [aria-current]')"
    assert page.until(f"{part}?.innerText") == "In use"
    off = page.evaluate(f"""(part => {{
      const words = document.createRange();
      words.selectNodeContents(part);
      const [inner, outer] = [words, part].map(each => each.getBoundingClientRect());
      return (inner.top + inner.bottom - outer.top - outer.bottom) / 2;
    }})({part})""")
    assert abs(off) < 1.5, "pixels"


def test_what_a_sentence_rests_on_stands_beside_it_where_there_is_room(page: Chromium) -> None:
    """The words of a memory; on a narrow page its number alone, as before."""
    go(page, "#/memory/Moss", "Long-term summary, memories")
    page.until("!!document.querySelector('.in-words .in-short')")
    place = """(e => [e.querySelector('.said'), e.querySelector('.in-short')].map((each) => {
      const { left, right, top, width } = each.getBoundingClientRect();
      return { left, right, top, width };
    }))(document.querySelector('.sentence:has(.in-short)'))"""
    said, beside = page.evaluate(place)
    assert beside["left"] > said["right"] and abs(beside["top"] - said["top"]) < 12
    page.resize(900, 900)
    assert page.evaluate(place)[1]["width"] == 0
    page.resize(1280, 900)


def test_compactions_facts_edits_and_masks_are_listed(page: Chromium) -> None:
    go(page, "#/memory/Moss?show=compactions", "4,000 tokens became 2,500")
    go(page, "#/memory/Moss?show=compactions", "refused: tiny: it is longer than what it replaces")
    go(page, "#/memory/Moss?show=facts", "Notes in the journal")
    page.until("document.querySelectorAll('.fact').length === 50")
    page.evaluate("document.querySelector('.opened button').click()")
    page.until("document.querySelectorAll('.fact').length === 100")
    go(page, "#/memory/Moss?show=changed", "She is kind.")
    page.until_shows("[look: #1660]")
    page.evaluate("[...document.querySelectorAll('.opened a')][0].click()")
    page.until(r"/written by a person, \d+ Mar, \d\d:\d\d/.test(document.body.innerText)")


def test_a_search_ranks_as_recall_does_and_says_why(
    page: Chromium, reader: Reader, ada: Client
) -> None:
    question = f"{LIFE}/search?q=coins%20under%20the%20millstone&count=30"

    def recalls_all() -> bool:
        """Whether recall has read the archive: of like memories it finds the newest."""
        hits = reader.ask("GET", question)[1]["hits"]
        return bool(hits) and hits[0]["seq"] > MEMORIES - 30

    until(recalls_all, "recall of the whole life")
    go(page, "#/memory/Moss?show=memories", "Memories from the first on")
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
    go(page, "#/memory/%3Cimg%20src%3Dx%3E", "There is no resident called '<img src=x>'.")
    assert page.evaluate("document.title") == "Memory – Tarn"
    assert page.evaluate("document.querySelectorAll('main img, main script').length") == 0


def test_nothing_is_wider_than_a_phone_and_the_browser_complains_of_nothing(
    page: Chromium,
) -> None:
    """In light and dark; only what was refused on purpose is on the console."""
    page.resize(390, 844)
    for place, words in (
        ("#/memory/Moss", "Long-term summary, memories"),
        ("#/memory/Moss?show=memories", "Memories from the first on"),
        ("#/memory/Moss?memory=7", "Where did this go?"),
        ("#/memory/Moss?show=compactions", "tokens became"),
        ("#/memory/Moss?q=coins", "why it is found"),
    ):
        go(page, place, words)
        page.until("document.documentElement.scrollWidth <= 390")
        page.until("document.querySelector('main').scrollWidth <= 390")
    page.resize(1280, 900)
    for scheme in ("dark", "light"):
        page.prefer(scheme)
        go(page, "#/memory/Moss?show=memories", "Memories from the first on")
        until(lambda: count_colors(page) > 5, "a strip that is drawn")
    assert [each for each in page.console if "%3Cimg" not in each] == []
