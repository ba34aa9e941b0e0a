"""A life in a real browser: its strip, what was summed up, and the way back to the memories."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from server.web.description import describe_api
from tests.e2e.harness import Client, Server, until
from tests.e2e.web.chromium import Chromium, Engine, log_in
from tests.e2e.web.support.long_life import HOSTILE, write_life
from tests.e2e.web.support.reader import Reader, fits, log_reader_in
from tests.e2e.worlds import RULES, make_world, profile

MEMORIES = 1_700
LIFE = "/api/v1/memory/Moss"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A world with Moss, who has lived for long, and with Fern, who has not."""
    by_words = "memory: {semantic_recall: false}\n"
    agents = {name: profile(name, more=by_words) for name in ("Moss", "Fern")}
    world = make_world(tmp_path_factory.mktemp("memory"), agents, RULES)
    write_life(world.agent("Moss"), MEMORIES)
    with world.server() as running:
        yield running


@pytest.fixture(scope="module")
def ada(server: Server) -> Client:
    """The first account, which is an administrator's."""
    return server.client().create("Ada")


@pytest.fixture(scope="module")
def reader(server: Server, ada: Client) -> Reader:
    """A program with the rights of Ada, once the archive is read."""
    reader = log_reader_in(server)
    until(lambda: reader.ask("GET", LIFE)[1]["read_up_to"] >= MEMORIES, "the whole life")
    return reader


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
        r"has the newest \d+ memories word for word, the [\d,]+ before them as 2", page.text()
    )
    assert "compaction writes" not in page.text(), "what few ask for is folded"
    page.evaluate("document.querySelector('.how summary').click()")
    page.until_shows("A compaction writes a summary")
    page.until_shows("Moss gets no whole prompts but scenes: ")
    assert "A prompt of Moss has" not in page.text()
    page.until_shows("waterfall: old memories become a recent summary")
    terms = page.evaluate("[...document.querySelectorAll('.legend dt')].map(e => e.innerText)")
    assert terms == ["Memories", "Summaries", "Marks"]
    for words in ("replaced", "by rule, not", "edited by a person", "long output cut short"):
        assert words in page.text()
    colours = page.evaluate(
        "[...document.querySelectorAll('.legend dd:not(.hearsay-share)')].map(e =>"
        " (s => s.backgroundColor + s.opacity + s.borderTopWidth + s.width)"
        "(getComputedStyle(e, '::before')))"
    )
    assert len(set(colours)) == len(colours), "each thing looks unlike all others"


def test_what_was_replaced_is_drawn_when_it_is_wanted(page: Chromium) -> None:
    """The strip then is as high as it needs; one that is open is there in any case."""
    go(page, "#/memory/Moss", "Show replaced summaries")
    page.until("document.querySelector('.strip canvas').width > 900")
    high = "document.querySelector('.strip canvas').offsetHeight"
    page.until(f"{high} < 260")
    before = page.evaluate(high)
    press = "document.querySelector('.strip [aria-pressed]')"
    page.evaluate(f"{press}.click()")
    page.until(f"{press}.ariaPressed === 'true' && {high} > {before} + 20")
    page.evaluate(f"{press}.click()")
    page.until(f"{high} === {before}")


def test_hearsay_has_its_speakers_in_every_tier(page: Chromium, reader: Reader) -> None:
    """In the list of summaries, and where one is opened."""
    go(page, "#/memory/Moss?from=1&to=200&show=summaries", "recent, 66 to 130")
    lanes = reader.ask("GET", f"{LIFE}/summaries?from=1&to=200")[1]["lanes"]
    assert [each["lane"] for each in lanes] == ["recent", "long-term"]
    for lane in lanes:
        each = lane["summaries"][0]
        assert each["hearsay"] > 0 and each["speakers"]
        page.until_shows(f"{each['hearsay']} of {each['sentence_count']} sentences tell")
        go(page, f"#/memory/Moss?summary={each['id']}", "its memories")
        page.until_shows(f"what {', '.join(each['speakers'])} said")
        go(page, "#/memory/Moss?from=1&to=200&show=summaries", "recent, 66 to 130")


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
    go(page, "#/memory/Moss?from=1&to=200&show=summaries", "recent, 66 to 130")
    page.evaluate(
        "[...document.querySelectorAll('.opened a')]"
        ".find(a => a.innerText === 'recent, 66 to 130').click()"
    )
    page.until_shows("Recent summary of memories 66 to 130")
    page.until_shows("heard from Tobias")
    page.until("!!document.querySelector('.sentence.hearsay details')")
    page.evaluate("document.querySelector('.sentence.hearsay summary').click()")
    page.until_shows("heard from Tobias")
    page.evaluate("document.querySelector('.sentence.hearsay .seq').click()")
    page.until_shows("Where did this go?")
    page.until_shows("long-term: under")
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
    page.until_shows("words ")
    _, found = reader.ask("GET", question)
    shown = page.evaluate(
        "[...document.querySelectorAll('ol.memories .seq')].map(a => a.innerText)"
    )
    assert shown == [f"#{each['seq']}" for each in found["hits"]]
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
        ("#/memory/Moss?q=coins", "score"),
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


# --- the interface for programs --------------------------------------------------------------


def test_the_interface_is_as_its_document_says(reader: Reader) -> None:
    whole = describe_api()
    _, traced = reader.ask("GET", f"{LIFE}/memories/82")
    parts = {"name": "Moss", "number": "82", "summary": traced["tiers"][0]["first"]["id"]}
    asked = {path: about for path, about in whole["paths"].items() if "/memory" in path}
    assert len(asked) == 12
    for path, about in asked.items():
        status, data = reader.ask("GET", path.format(**parts))
        schema = about["get"]["responses"]["200"]["content"]["application/json"]["schema"]
        assert status == 200
        assert fits(data, schema, whole), path


def test_a_life_is_for_administrators_alone(server: Server, reader: Reader) -> None:
    guest, bert = Reader(server), Reader(server)
    server.client().create("Bert")
    assert guest.ask("POST", "/api/v1/session", {"guest": True})[0] == 200
    account = {"name": "Bert", "password": "correct horse"}
    assert bert.ask("POST", "/api/v1/session", account)[0] == 200
    paths = [path for path in describe_api()["paths"] if "/memory" in path]
    for path in paths:
        asked = path.format(name="Moss", number=1, summary="x")
        assert guest.ask("GET", asked)[0] == 403, path
        assert bert.ask("GET", asked)[0] == 403, path
        assert Reader(server).ask("GET", asked)[0] == 401, path


@pytest.mark.parametrize(
    ("path", "status", "says"),
    [
        ("/memories?from=5&to=4", 400, "from 5 to 4: there are memories 1 to"),
        ("/memories?from=x", 400, "from: 'x' is no whole number from 0."),
        ("/memories/999999", 404, "Moss has no memory 999999."),
        ("/memories/0", 404, "Moss has no memory 0."),
        ("/summaries/none", 404, "Moss never had a summary 'none'."),
        ("/facts?source=dreamt", 400, "source: 'dreamt' is none of own, seen, heard"),
        ("/density?zone=Nowhere/Here", 400, "zone: 'Nowhere/Here' is no time zone known here"),
        ("/density?zone=Europe", 400, "zone: 'Europe' is no time zone known here"),
        ("/density?zone=../../etc", 400, "zone: '../../etc' is no time zone known here"),
        ("/memories?limit=5", 400, "'limit' is no parameter here; allowed: from, to, count."),
        ("/facts?cuont=5", 400, "'cuont' is no parameter here; allowed: source"),
        ("/density?buckets=-1", 400, "buckets: '-1' is no whole number from 0."),
        (f"/search?q={'a' * 401}", 400, "q: 401 characters; at most 400 are allowed."),
    ],
)
def test_a_wrong_question_gets_a_clear_answer(
    reader: Reader, path: str, status: int, says: str
) -> None:
    found, data = reader.ask("GET", f"{LIFE}{path}")
    assert found == status
    assert data["error"].startswith(says)


def test_pages_of_memories_join(reader: Reader) -> None:
    _, first = reader.ask("GET", f"{LIFE}/memories?from=100&to=170&count=40")
    _, second = reader.ask("GET", f"{LIFE}/memories?from={first['next']}&to=170&count=40")
    found = [each["seq"] for each in (*first["memories"], *second["memories"])]
    assert found == list(range(100, 171))
    assert second["next"] is None


def test_an_agent_without_memories_has_an_empty_life(reader: Reader) -> None:
    """Nothing is summed up, and nothing fails."""
    _, lives = reader.ask("GET", "/api/v1/memory")
    assert [each["name"] for each in lives["lives"]] == ["Fern", "Moss"]
    for rest in ("", "/summaries", "/compactions", "/facts", "/edits", "/masks", "/search?q=x"):
        assert reader.ask("GET", f"/api/v1/memory/Fern{rest}")[0] == 200, rest
