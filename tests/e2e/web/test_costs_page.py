"""What models cost and how the server fares: in a browser, and as Prometheus reads it."""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.e2e.harness import Client, Server, until
from tests.e2e.model_server import ModelServer
from tests.e2e.web.chromium import Chromium, log_in
from tests.e2e.web.support.axe import AXE, examine
from tests.e2e.web.support.modules import call
from tests.e2e.worlds import CLOSED_HALL, PROMPT, World, llm, make_world, profile

PRICE = ", price: {input: 1000, output: 5000}"
HOSTILE = "<img src=x onerror=document.title=1>"
NOTES = {
    "config/agents.md": PROMPT,
    "config/memory_compaction.md": "**immediate_window**: 4\n**recent_window**: 4\n",
    **CLOSED_HALL,
}


@dataclass
class Stage:
    world: World
    server: Server
    model: ModelServer
    ada: Client
    """An administrator."""


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """A world with a priced model, which has answered turns and written a summary."""
    with ModelServer() as model:
        settings = f"currency: EUR\n{llm(model.url, more=PRICE)}"
        agents = {"Moss": profile("Moss", interval=None)}
        world = make_world(tmp_path_factory.mktemp("costs"), agents, settings, NOTES)
        with world.server() as server:
            ada = server.client().create("Ada")
            ada.say(9)
            server.logged(r"^\[Memory\] Moss: Compaction complete \(first summary\)$")
            until(lambda: [each for each in world.turns("Moss") if each.get("model")], "a turn")
            yield Stage(world, server, model, ada)


@pytest.fixture(scope="module")
def browser(stage: Stage, chromium: Chromium) -> Chromium:
    chromium.resize(1280, 900)
    log_in(chromium, stage.server.web)
    return chromium


def unfold(browser: Chromium) -> None:
    """Open what is counted over other times than the period."""
    browser.until("document.querySelectorAll('.costs section details').length === 2")
    browser.evaluate(
        "document.querySelectorAll('.costs section details').forEach(each => { each.open = true; })"
    )


def tells_one_period(browser: Chromium, period: str) -> bool:
    """Whether the view speaks of this period, once, and of no other."""
    return re.findall(r"last (?:24|7|30) \w+", browser.text()) == [period]


def test_one_period_is_for_all_that_is_counted(browser: Chromium) -> None:
    """It is chosen and told once, and neither sentence nor chart speaks of another."""
    for span, words in (("week", "last 7 days"), ("month", "last 30 days")):
        browser.go("#/costs")
        browser.until("!!document.querySelector('.period a')")
        browser.click(f".period a[href*='span={span}']")
        # The heading says it until the answer is there; then what stands below: the world is young.
        browser.until(f"document.querySelector('.period').innerText.includes({json.dumps(words)})")
        browser.until_shows("this world has cost")
        # Until its numbers have come, those of the period before are shown as such.
        until(partial(tells_one_period, browser, words), words)
        others = browser.evaluate(
            "[...document.querySelectorAll('.choices a')].map(a => a.getAttribute('href'))"
            f".filter(each => !each.includes('span={span}')).length"
        )
        assert others == 3, "the other choices keep the period"


def test_tokens_money_and_compaction_are_shown(stage: Stage, browser: Chromium) -> None:
    """By agent, and by a click by purpose; each place is a link of its own."""
    browser.go("#/costs")
    browser.until_shows("What the models were asked")
    browser.until("!!document.querySelector('.chart canvas')")
    row = "[...document.querySelectorAll('tbody tr')].find(r => r.innerText.startsWith('Moss'))"
    browser.until(f"!!{row}")
    cells = browser.evaluate(f"[...{row}.children].map(each => each.innerText)")
    assert cells[0] == "Moss"
    assert float(cells[1].replace(",", "")) > 0
    assert int(cells[2]) > int(cells[3]) == 0
    assert all(int(each.replace(",", "")) > 0 for each in (cells[4], cells[6]))
    assert float(cells[7]) <= float(cells[8])
    browser.click("a[href*='by=purpose']")
    browser.until("location.hash.includes('by=purpose')")
    browser.until_shows("summaries")
    browser.until_shows("turns")
    for shown in ("requests", "cost", "latency", "failures", "tokens"):
        browser.click(f".choices a[href*='show={shown}']")
        browser.until(
            f"document.querySelector('.choices a[href*=\"show={shown}\"]')"
            ".getAttribute('aria-current') === 'true'"
        )
    unfold(browser)
    browser.until(r"/\d+ compactions?\b/.test(document.body.innerText)")
    browser.until_shows("saved again with every later prompt of Moss")
    titles = "[...document.querySelectorAll('.loads [title]')].map(e => e.title).join()"
    browser.until(f"{titles}.includes('EUR per million tokens read')")
    loads = "[...document.querySelectorAll('.loads [title]')].map(each => each.title)"
    assert all("1000" in each and "5000" in each for each in browser.evaluate(loads))
    browser.until_shows("Memories, word for word")
    browser.until_shows("late in the median")
    browser.until_shows("late at worst")
    assert browser.console == []


def test_each_model_has_a_row_for_all_it_was_asked_for(browser: Chromium) -> None:
    """With times, tokens, money, errors and the state of its breaker."""
    browser.go("#/costs")
    unfold(browser)
    turns = browser.until(
        "[...document.querySelectorAll('.models tbody tr')].map(r =>"
        " [...r.children].map(each => each.innerText)).find(r => r.includes('turns'))"
    )
    profile, asked, _, answers, read, _, written, money, median, slowest, errors = turns
    assert profile.startswith("npc")
    assert asked == "works"
    assert min(int(answers), int(read.replace(",", "")), int(written.replace(",", ""))) > 0
    assert float(money.replace(",", "")) > 0
    assert float(median) > 0
    assert slowest == "–" or float(slowest) >= float(median), "of few answers it is not told"
    heads = browser.evaluate("document.querySelector('.models thead').innerText")
    assert "Half within, s" in heads and "99 % within, s" in heads
    assert errors == "0"
    assert browser.evaluate(
        "[...document.querySelectorAll('.models tbody tr')].some(r =>"
        " r.innerText.includes('summaries'))"
    )


def test_it_is_as_wide_as_a_phone_and_what_a_model_says_is_text(
    stage: Stage, browser: Chromium
) -> None:
    """An error of a model's server is shown, and nothing in it is obeyed."""
    stage.ada.ask(f"@llm-config npc model {HOSTILE.replace(' ', '/')}", "npc")
    stage.ada.send("say Moss, are you there?")
    browser.go("#/costs?by=model")
    browser.until_shows(HOSTILE.replace(" ", "/"))
    assert browser.evaluate("document.querySelectorAll('main img').length") == 0
    assert browser.evaluate("document.title") == "Costs – Tarn"
    browser.resize(390, 844)
    browser.until("document.documentElement.scrollWidth <= 390")
    browser.until("document.querySelector('main').scrollWidth <= 390")
    browser.resize(1280, 900)
    stage.ada.ask("@llm-config npc model tiny", "npc")


def scrape(server: Server, **headers: str) -> tuple[int, str]:
    request = urllib.request.Request(f"{server.web}/metrics", headers=headers)
    try:
        with urllib.request.urlopen(request) as reply:
            return reply.status, reply.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def log_in_for(server: Server, said: object) -> str:
    """Return the cookie of a new session."""
    request = urllib.request.Request(
        f"{server.web}/api/v1/session", json.dumps(said).encode(),
        {"Content-Type": "application/json", "Origin": server.web},
    )  # fmt: skip
    with urllib.request.urlopen(request) as reply:
        return str(reply.headers["Set-Cookie"]).partition(";")[0]


def test_only_whoever_may_see_all_reads_the_metrics(stage: Stage) -> None:
    """The token in the vault, or an administrator's login; Prometheus can read the text."""
    server, path = stage.server, stage.world.vault / ".tarn" / "metrics-token"
    assert path.stat().st_mode & 0o777 == 0o600
    status, said = scrape(server)
    assert (status, "metrics-token" in said) == (401, True)
    assert scrape(server, Authorization="Bearer wrong")[0] == 401
    guest = log_in_for(server, {"guest": True})
    assert scrape(server, Cookie=guest)[0] == 403
    ada = log_in_for(server, {"name": "Ada", "password": "correct horse"})
    assert scrape(server, Cookie=ada)[0] == 200
    status, text = scrape(server, Authorization=f"Bearer {path.read_text().strip()}")
    assert status == 200
    found = {
        (
            each.name,
            each.labels.get("agent"),
            each.labels.get("purpose") or each.labels.get("prompting"),
        ): each.value
        for family in text_string_to_metric_families(text)
        for each in family.samples
    }
    assert found["tarn_model_answers_total", "Moss", "summary"] > 0
    assert found["tarn_model_cost_total", "Moss", "turn"] > 0
    assert found["tarn_agent_compactions_total", "Moss", None] >= 1
    assert found["tarn_agent_prompt_tokens", "Moss", "whole"] > 0
    assert found["process_resident_memory_bytes", None, None] > 0


def test_guests_and_players_are_refused(stage: Stage) -> None:
    stage.server.client().create("Bert").ask("quit", "Goodbye")
    for said in ({"guest": True}, {"name": "Bert", "password": "correct horse"}):
        cookie = log_in_for(stage.server, said)
        for path in ("/costs/requests", "/costs/health"):
            request = urllib.request.Request(
                f"{stage.server.web}/api/v1{path}", headers={"Cookie": cookie}
            )
            with pytest.raises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(request)
            assert refused.value.code == 403


def examine_costs(browser: Chromium, values: str) -> list[str]:
    browser.go(f"#/costs?{values}")
    browser.until(f"!!document.querySelector('.choices a[href*=\"{values}\"][aria-current=true]')")
    browser.until("!!document.querySelector('.chart canvas')")
    return examine(browser, values)


def test_what_a_day_costs_and_what_is_wrong_stands_first(stage: Stage, browser: Chromium) -> None:
    """In figures, with the currency of the file; a model that keeps failing is named."""
    browser.go("#/costs")
    first = "(document.querySelector('.costs .overview')?.innerText ?? '')"
    browser.until(
        "/^[\\d.,]+\u202fEUR\\s+this world has cost\\s+\\d+\\s+requests? to (a )?models?"
        "\\s+[\\d,]+ tokens\\s+0\\s+errors\\s+[\\d.]+\u202fs\\s+for an answer, on average"
        f"/.test({first})"
    )
    browser.until(f"{first}.includes('Nothing is wrong: no model fails')")
    # A summary that is written between them would end the row of failures.
    stage.model.turns = stage.model.summaries = "500"

    def is_named() -> bool:
        stage.ada.ask("say Moss, do you hear?", "You say")
        return bool(browser.evaluate(f"{first}.includes('npc keeps failing and rests')"))

    until(is_named, "what is wrong")
    # Charts, tables and what is wrong, which a world without a model does not have.
    browser.evaluate(AXE)
    found = [
        each for show in ("cost", "latency") for each in examine_costs(browser, f"show={show}")
    ]
    browser.prefer("light")
    assert not found, "\n".join(found)
    stage.model.turns = stage.model.summaries = "ok"


def test_of_few_values_no_percentile_is_told(browser: Chromium) -> None:
    """19 of 20 of ten values would be the largest of them, told twice."""
    for number, told in ((10, 2), (20, 3)):
        lag = f"{{seconds: Array({number}).fill(0.01), median: 0.01, p95: 0.01, worst: 0.01}}"
        assert len(call(browser, "views/costs/health", f"m.listLateness({lag})")) == told


def test_an_agent_whose_requests_often_fail_is_marked(browser: Chromium) -> None:
    """In its row, though those of all together seldom fail."""
    for failures, shown in ((16, True), (2, False)):
        total = f"{{answers: 116, failures: {failures}}}"
        assert call(browser, "views/costs/numbers", f"m.haveManyFailed({total})") is shown


@pytest.mark.parametrize(
    ("failures", "told"),
    [
        ({"turn": 0, "summary": 25}, ", all for summaries"),
        ({"turn": 3, "summary": 25}, ": 3 for turns, 25 for summaries"),
        ({}, ""),
    ],
)
def test_of_failed_requests_it_is_told_what_they_were_for(
    browser: Chromium, failures: dict[str, int], told: str
) -> None:
    groups = [{"name": name, "total": {"failures": count}} for name, count in failures.items()]
    asked = f"m.describePurposes({json.dumps(groups)})"
    assert call(browser, "views/costs/overview", asked) == told


def test_of_failed_requests_it_is_told_why_as_far_as_that_is_kept(browser: Chromium) -> None:
    """Reasons are counted from the server's start; of older ones it is said that none is kept."""
    models = [
        {"profile": "npc", "failures": []},
        {"profile": "sums", "failures": [{"error": "timeout", "count": 3}]},
    ]
    for given, told in (
        (models, "Why, since the server’s start: sums: timeout 3."),
        (
            models[:1],
            "None since the server’s start; of those before it, the reasons are not kept.",
        ),
    ):
        asked = f"m.describeReasons({json.dumps(given)})"
        assert call(browser, "views/costs/overview", asked) == told


def test_parts_of_the_disk_add_up_as_they_are_told(browser: Chromium) -> None:
    """4.04, 3.54 and 2.04 MB are told as 4.0, 3.5 and 2.0, and together as 9.5, not as 9.6."""
    sizes = [round(each * 1024**2) for each in (4.04, 3.54, 2.04)]
    whole = f"{sizes}.reduce((sum, each) => sum + m.roundBytes(each, {sizes[0]}), 0)"
    asked = f"m.bytes({whole}, {sizes[0]})"
    assert call(browser, "views/costs/numbers", asked) == "9.5\u202fMB"


def test_numbers_below_each_other_have_as_many_decimals(browser: Chromium) -> None:
    """The smallest has two digits that count; marks of an axis have what tells them apart."""
    numbers = "import('/static/views/costs/numbers.js')"
    told = browser.evaluate(
        f"{numbers}.then(m => [1.5, 0.19, 1200].map(each => m.alike([1.5, 0.19], 2)(each)))"
    )
    assert told == ["1.50", "0.19", "1,200.00"]
    for marks, distance, found in (
        ([0, 0.5, 1], 0.5, ["0", "0.5", "1.0"]),
        ([0, 0.05, 0.1], 0.05, ["0", "0.05", "0.10"]),
        ([0, 0.025, 0.05, 0.075], 0.025, ["0", "0.025", "0.050", "0.075"]),
        ([0, 2500, 12_500], 2500, ["0", "2.5\u202fk", "12.5\u202fk"]),
        ([0, 500_000, 1_000_000], 500_000, ["0", "0.5\u202fM", "1.0\u202fM"]),
        ([0, 20_000, 40_000], 20_000, ["0", "20\u202fk", "40\u202fk"]),
    ):
        assert browser.evaluate(f"{numbers}.then(m => m.markAxis({marks}, {distance}))") == found


def test_names_beside_a_chart_do_not_cover_each_other(browser: Chromium) -> None:
    """They keep their order, within the chart, and stay where they belong if there is room."""
    names = "import('/static/views/costs/chart_names.js')"
    for wanted, placed in (
        ([10, 60], [10, 60]),
        ([50, 52, 54], [50, 60, 70]),
        ([95, 98, 99], [80, 90, 100]),
        ([-5], [0]),
    ):
        assert browser.evaluate(f"{names}.then(m => m.spread({wanted}, 10, 0, 100))") == placed


def test_a_chart_begins_where_its_heading_does(browser: Chromium) -> None:
    """The marks of its axis have the room that they need, and no more."""
    browser.go("#/costs")
    canvas = "{ctx: document.createElement('canvas').getContext('2d')}"
    narrow, wide = (
        browser.evaluate(
            "import('/static/views/costs/chart_names.js')"
            f".then(m => m.measureMarks({{family: 'sans-serif'}})({canvas}, {json.dumps(marks)}))"
        )
        for marks in (["0", "1"], ["0", "0.25", "0.30"])
    )
    assert 8 < narrow < wide < 40


def test_a_person_keeps_their_colour(browser: Chromium) -> None:
    """Whoever comes later to live here changes nobody else's; a visitor has none of their own."""
    persons = "import('/static/persons.js')"
    moss, wren = {"id": 2, "name": "Moss"}, {"id": 5, "name": "Wren"}
    cobb = {"id": 9, "name": "Cobb"}
    for residents in ([moss, wren], [cobb, wren, moss]):
        asked = f"['Moss', 'Wren', 'Ada'].map(m.nameColors({json.dumps(residents)}))"
        found = browser.evaluate(f"{persons}.then(m => {asked})")
        assert found == ["--person-1", "--person-2", "--ink"]
