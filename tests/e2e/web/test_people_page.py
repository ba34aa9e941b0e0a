"""Who talks with whom, and what their pages say, in a browser; to everybody what is theirs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from server.web.description import describe_api
from tests.e2e.harness import PASSWORD, Server, until, write
from tests.e2e.web.chromium import Chromium, be_logged_in, log_in
from tests.e2e.web.support.reader import Reader, fits
from tests.e2e.web.support.stage import Stage
from tests.e2e.worlds import CLOSED_HALL, PROMPT, make_world, profile

HOSTILE = "<img src=x onerror=document.title=1> [a](javascript:b)"
WRITTEN = "<script>document.title = 2</script> She is to be trusted."
NOTES = {
    "config/agents.md": PROMPT,
    "config/memory_compaction.md": "**immediate_window**: 4\n**recent_window**: 4\n",
    **CLOSED_HALL,
}


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    agents = {name: profile(name, home, interval=None) for name, home in (
        ("Moss", "The Hall"), ("Wren", "The Landing"),
    )}  # fmt: skip
    world = make_world(tmp_path_factory.mktemp("people"), agents, notes=NOTES)
    page = world.agent("Moss") / "people" / "Ada.md"
    with world.server() as server:
        ada = server.client().create("Ada")
        bert = server.client().create("Bert")
        for number in range(6):
            ada.ask(f"say My sister Ines sells rope for {number + 2} pence.", "You say")
            bert.ask(f"say I owe {number + 2} pence.", "You say")
        until(page.exists, "Moss's page of Ada")
        page.write_text(f"{page.read_text('utf-8')}\n{WRITTEN}\n", encoding="utf-8")
        ada.ask(f"say {HOSTILE}", "You say")
        bert.ask("quit", "Goodbye")
        cora = server.client().create("Cora")
        cora.ask("say Bert has gone.", "You say")
        ada.ask("say He does not hear this.", "You say")
        yield Stage(world, server, ada)


@pytest.fixture
def page(stage: Stage, chromium: Chromium) -> Chromium:
    """Ada's page, at another view: she stays logged in from one test to the next."""
    be_logged_in(chromium, stage.server.web)
    chromium.go("#/world")
    return chromium


def test_a_cell_leads_to_what_their_pages_say(stage: Stage, page: Chromium) -> None:
    """From everybody to two of them, to a day of the journal; text is text all the way."""
    page.go("#/people")
    cell = "td a[aria-label^='Moss with Ada']"
    page.until(f"!!document.querySelector({json.dumps(cell)})")
    page.evaluate(f"document.querySelector({json.dumps(cell)}).focus()")
    page.press("Enter")
    page.until_shows("What Moss has noted of Ada")
    page.until_shows("sells rope for")
    page.until_shows(WRITTEN)
    page.until_shows(HOSTILE)
    lists = "[...document.querySelectorAll('.journal ul')]"
    days = page.evaluate(
        f"{lists}.map(e => [...e.querySelectorAll('.day')].map(each => each.innerText))"
    )
    assert any(days) and all(len(set(each)) == len(each) for each in days), "a day stands once"
    about = "[...document.querySelectorAll('.journal .about')].map(e => e.innerText).join(' ')"
    assert not re.search(r"\d{4}-\d\d-\d\d", page.evaluate(about))
    assert page.evaluate("document.querySelectorAll('main img, main script').length") == 0
    assert page.evaluate("document.title") == "People – Tarn"
    page.resize(390, 844)
    page.until("document.documentElement.scrollWidth <= 390")
    page.until("document.querySelector('main').scrollWidth <= 390")
    page.resize(1360, 820)
    page.go("#/people/Moss")
    page.click(".days a")
    page.until("location.hash.includes('day=')")
    page.until_shows("sells rope for")
    page.go("#/people/Nobody")
    page.until_shows("There is no such resident.")
    assert [each for each in page.console if "404" not in each] == []


OVERHEARD = """---
name: Zed
---
<!-- tarn:begin -->

# Zed

## What Zed told me

- (5) Zed said: "There is a line on the slate, Wren." · heard from Zed · trust 0.5 · #told · #3
- (4) Zed said: "Wren is late." · heard from Zed · trust 0.5 · #told · #4

<!-- tarn:end -->
"""


def test_what_was_overheard_stands_apart(stage: Stage, page: Chromium) -> None:
    """Below what the agent was told itself; a note about somebody else says about whom it is."""
    write(stage.world.agent("Moss") / "people" / "Zed.md", OVERHEARD)
    page.go("#/people/Moss?with=Zed")
    page.until_shows("Overheard: said to somebody else.")
    lines = page.evaluate("document.querySelector('.journal').innerText")
    lines = [each.strip() for each in lines.split("\n")]
    order = ("What Zed told Moss", "“Wren is late.” about Wren", "#4",
             "Overheard: said to somebody else.",
             "“There is a line on the slate, Wren.” to Wren", "#3")  # fmt: skip
    at = [lines.index(each) for each in order]
    assert at == sorted(at)


LIVED = """---
name: Yves
---
<!-- tarn:begin -->

# Yves

## What I know

- (7) I said to Yves: "I will." · own · trust 1 · heuristic · #promise #private · #5
- (5) Yves gave me a spoon. · seen · trust 0.9 · heuristic · #gift · #6
- (4) I saw this: Yves is gone. · seen · trust 0.9 · heuristic · #change · #7

## What others say of Yves

- (4) Wren said: "Yves is late." · heard from Wren · trust 0.5 · heuristic · #told · #8

<!-- tarn:end -->
"""


def test_what_was_only_lived_through_is_folded(stage: Stage, page: Chromium) -> None:
    """Notes about somebody stand open; what the agent saw, said and did is a click away."""
    write(stage.world.agent("Moss") / "people" / "Yves.md", LIVED)
    page.go("#/people/Moss?with=Yves")
    page.until_shows("What Moss saw, said and did with Yves (2)")
    open_notes = page.evaluate("document.querySelector('.journal').innerText")
    assert "Moss’s own notes" in open_notes and "Yves gave me a spoon." in open_notes
    assert "Wren: “Yves is late.”" in open_notes
    assert "I will." not in open_notes and "Yves is gone." not in open_notes
    page.click(".journal summary")
    page.until_shows("I saw this: Yves is gone.")
    page.until_shows("I said to Yves: “I will.”")
    reader = ask_as(stage.server, {"name": "Ada", "password": PASSWORD})
    sections = reader.ask("GET", "/api/v1/talk/Moss/Yves")[1]["page"]["sections"]
    kinds = [line["kind"] for section in sections for line in section["lines"]]
    assert kinds == ["lived", "known", "lived", "told"]


def test_words_stand_as_they_were_said_with_their_speaker(stage: Stage, page: Chromium) -> None:
    """The newest last, and none is cut; how it was said is told to whoever points at the name."""
    page.go("#/people/Moss?with=Ada")
    page.until("document.querySelectorAll('.latest-talk .seq').length > 2")
    numbers = page.evaluate(
        "[...document.querySelectorAll('.latest-talk .seq')].map(e => Number(e.innerText.slice(1)))"
    )
    assert numbers == sorted(numbers)
    parts = "[...document.querySelectorAll('.pair h3')].map(e => e.innerText)"
    assert page.evaluate(parts)[0] == "What was said last", "the longest stands first"
    cut = "(e => e.scrollHeight - e.clientHeight)"
    assert page.evaluate(f"{cut}(document.querySelector('.latest-talk'))") <= 1
    line = (
        "[...document.querySelectorAll('.latest-talk li')]"
        ".find(e => e.innerText.includes('He does not hear this.'))"
    )
    assert page.evaluate(f"{line}.querySelector('.who').innerText") == "Ada"
    assert page.evaluate(f"{line}.querySelector('.who').title") == "Ada says"
    assert "says" not in page.evaluate(f"{line}.innerText")


CHART = """(async () => {
  const { h, render } = await import("/static/vendor/preact.js");
  const { TalkDays } = await import("/static/views/people/talk_days.js");
  const year = new Date().getFullYear();
  const days = [
    { day: `${year}-03-01`, heard: 4, said: 2 }, { day: `${year}-03-03`, heard: 0, said: 3 },
  ];
  const box = document.createElement("div");
  render(h(TalkDays, { days, agent: "Moss", other: "Ada" }), box);
  const read = (day) => [...day.querySelectorAll(".tile, .date")].map((e) => e.textContent);
  const told = box.querySelector("[role=img]").ariaLabel;
  return [[...box.querySelectorAll(".talk-days > *")].map(read), told];
})()"""


def test_a_day_has_a_number_for_each_of_two(stage: Stage, page: Chromium) -> None:
    """Between their names and their sums; a day without talk is there, too, and is empty."""
    days, told = page.evaluate(CHART)
    assert days == [
        ["Moss", "Ada"], ["2", "4", "1 Mar"], ["", "", "2 Mar"], ["3", "", "3 Mar"],
        ["5", "4", "in all"],
    ]  # fmt: skip
    assert told == "Lines a day. 1 Mar: Moss 2, Ada 4; 3 Mar: Moss 3, Ada 0"


JOINED = """(async () => {
  const { explainDifference, joinCouples } = await import("/static/views/people/couples.js");
  const pair = (agent, other, talks, noted, noted_from = "") =>
    ({ agent, with: other, talks, first: "2026-11-23", last: "2026-11-27", noted, noted_from });
  const couples = joinCouples({ pairs: [
    pair("Cobb", "Moss", 94, "Overheard.", "overheard"), pair("Moss", "Cobb", 96, "Known."),
    pair("Moss", "Wren", 7, ""), pair("Wren", "Moss", 7, "From Cobb.", "Cobb"),
    pair("Moss", "Ada", 1, ""),
  ] }, { pairs: [{ one: "Ada", other: "Bert", lines: 3, first: "2026-11-23", last: "2026-11-24" }]
  });
  return couples.map((each) =>
    [each.one, each.other, each.count, each.noted?.noted || "", explainDifference(each)]);
})()"""


def test_two_agents_have_one_number_and_one_note(stage: Stage, page: Chromium) -> None:
    """The larger number, with why the two differ; and what one knows by itself about the other."""
    page.go("#/people")
    page.until("!!document.querySelector('.matrix')")
    why = "Moss remembers 96 lines, Cobb 94: each counts what it heard and said itself."
    assert page.evaluate(JOINED) == [
        ["Cobb", "Moss", 96, "Known.", why], ["Moss", "Wren", 7, "From Cobb.", ""],
        ["Ada", "Bert", 3, "", ""], ["Moss", "Ada", 1, "", ""],
    ]  # fmt: skip


def read_note(reader: Reader) -> str:
    """Return what Moss has noted of Ada, as the list of talk has it."""
    pairs = reader.ask("GET", "/api/v1/talk")[1]["pairs"]
    return next(
        str(each["noted"]) for each in pairs if (each["agent"], each["with"]) == ("Moss", "Ada")
    )


def test_those_who_talked_last_stand_first_with_what_is_noted(stage: Stage, page: Chromium) -> None:
    """Two agents or an agent and a person once, two people with a way to Replay."""
    page.go("#/people")
    row = "document.querySelector('.couples [title=\"What Moss has noted of Ada\"]')"
    page.until(f"!!{row}")
    reader = ask_as(stage.server, {"name": "Ada", "password": PASSWORD})

    def find_shown_note() -> str:
        """Return the note of now once it is shown: memories may still be summed up."""
        noted = read_note(reader)
        speaker, words = noted.removesuffix('"').split(' said: "')
        told = page.evaluate(f"{row}?.parentElement.innerText || ''")
        day = r"\d{1,2} \w{3}( \d{4})?"
        told_once = rf"Moss’s note of {day}: {speaker} said: “{re.escape(words)}”"
        return noted if re.fullmatch(told_once, told) else ""

    noted = until(find_shown_note, "the note that Moss has of Ada")
    shown = reader.ask("GET", "/api/v1/talk/Moss/Ada")[1]["page"]
    lines = [line for section in shown["sections"] for line in section["lines"]]
    assert noted in [line["text"][: len(noted)] for line in lines]
    names = list(
        page.evaluate("[...document.querySelectorAll('.couples .who')].map(e => e.innerText)")
    )
    assert len(set(names)) == len(names)
    assert {"Ada and Bert", "Moss and Ada"} <= set(names)
    page.evaluate(
        "[...document.querySelectorAll('.couples .who')]"
        ".find(each => each.innerText === 'Moss and Ada').click()"
    )
    page.until_shows("They have talked since ")
    bert = ask_as(stage.server, {"name": "Bert", "password": PASSWORD})
    assert {each["noted"] for each in bert.ask("GET", "/api/v1/talk")[1]["pairs"]} == {""}


def test_names_stand_in_the_order_of_all_views(stage: Stage, page: Chromium) -> None:
    """In the table; and beside it those who talked last, the latest first."""
    page.go("#/people")
    page.until("!!document.querySelector('.matrix .tile')")
    heads = "[...document.querySelectorAll('.matrix thead th')].map(e => e.innerText)"
    names = page.evaluate(heads)
    assert names == sorted(names)
    times = "[...document.querySelectorAll('.lately time')].map(e => Date.parse(e.dateTime))"
    talked = page.evaluate(times)
    assert talked and talked == sorted(talked, reverse=True)
    days = "[...document.querySelectorAll('.lately .day')].map(e => e.innerText)"
    assert all(re.fullmatch(r"Last talk on \d.*", each) for each in page.evaluate(days))
    assert len(set(page.evaluate(days))) == len(page.evaluate(days)) > 0
    group = "document.querySelector('.matrix .visitors').nextElementSibling.innerText"
    assert page.evaluate(group).startswith("Ada")


LATEST = """(async () => {
  const { h, render } = await import("/static/vendor/preact.js");
  const { LatestTalk } = await import("/static/views/people/latest_talk.js");
  const line = (seq, hour, text) => ({ seq, at: `2026-03-01T${hour}:00.000Z`, text });
  const latest = [
    line(1, "08:00", 'Ada says, "Good day."'), line(2, "08:00", 'Ada tells you, "Come here."'),
    line(3, "08:01", 'You tell Ada, "Soon."'), line(4, "08:02", 'You say, "Here I am."'),
    line(5, "08:02", 'Ada says, "Good."'),
  ];
  const box = document.createElement("div");
  render(h(LatestTalk, { agent: "Moss", other: "Ada", latest }), box);
  return [...box.querySelectorAll("li:not(.day)")].map((e) =>
    e.matches(".run") ? e.textContent : e.querySelector(".when:not(.same)")?.textContent || "");
})()"""


def test_what_lines_have_in_common_stands_once(stage: Stage, page: Chromium) -> None:
    """That the two spoke to each other alone, above the first such line; and the minute."""
    assert page.evaluate(LATEST) == [
        "08:00", "to each other alone", "08:00", "08:01", "aloud", "08:02", "",
    ]  # fmt: skip


def test_how_many_lines_are_older_is_told(stage: Stage) -> None:
    """At first all of the newest day are there, as many as are counted of it."""
    reader = ask_as(stage.server, {"name": "Ada", "password": PASSWORD})
    pair = reader.ask("GET", "/api/v1/talk/Moss/Ada?lines=2")[1]
    count = pair["pair"]["talks"]
    assert (len(pair["latest"]), pair["earlier"]) == (2, count - 2) and count > 2
    whole = reader.ask("GET", "/api/v1/talk/Moss/Ada")[1]
    newest = whole["days"][-1]
    assert len(whole["latest"]) >= newest["heard"] + newest["said"]
    assert len(whole["latest"]) + whole["earlier"] == whole["pair"]["talks"]


def test_each_pair_stands_once(stage: Stage, page: Chromium) -> None:
    """In the table: whoever is in its rows is in no other cell with the same one."""
    page.go("#/people")
    page.until("!!document.querySelector('.matrix .tile')")
    labels = page.evaluate("[...document.querySelectorAll('.matrix a.tile')].map(e => e.ariaLabel)")
    pairs = [frozenset(each.split(":")[0].split(" with ")) for each in labels]
    assert pairs and len(set(pairs)) == len(pairs)


def test_talk_between_people_is_below_the_table(stage: Stage, page: Chromium) -> None:
    """Lines said aloud where the other was; a number leads to the moment of the last one."""
    page.go("#/people")
    pairs = "[...document.querySelectorAll('.aloud a')].map(each => each.innerText)"
    page.until(f"{pairs}.join() === 'Ada and Bert 13,Ada and Cora 2'")
    page.evaluate("document.querySelector('.aloud a:last-of-type').click()")
    page.until("location.hash.startsWith('#/replay?t=')")
    page.until_shows("He does not hear this.")


def test_players_see_their_own_talk_and_no_pages(stage: Stage, browser: Chromium) -> None:
    log_in(browser, stage.server.web, "Bert")
    browser.go("#/people/Moss?with=Ada")
    browser.until_shows("Residents who remember talk with Bert")
    browser.until_shows("Visitors with whom Bert talks aloud")
    browser.until("!!document.querySelector('main tbody tr a[href^=\"#/replay\"]')")
    assert "Cora" not in browser.evaluate("document.querySelector('main').innerText")
    reader = ask_as(stage.server, {"name": "Bert", "password": PASSWORD})
    status, told = reader.ask("GET", "/api/v1/talk")
    assert status == 200
    assert {each["with"] for each in told["pairs"]} == {"Bert"}
    status, told = reader.ask("GET", "/api/v1/spoken")
    assert [(each["one"], each["other"]) for each in told["pairs"]] == [("Ada", "Bert")]
    guest = ask_as(stage.server, {"guest": True})
    assert guest.ask("GET", "/api/v1/talk")[0] == 403
    assert guest.ask("GET", "/api/v1/spoken")[0] == 403
    for path in ("/talk/Moss", "/talk/Moss/Bert", f"/journal/Moss/{datetime.now(UTC):%Y-%m-%d}"):
        assert reader.ask("GET", f"/api/v1{path}")[0] == 403


def ask_as(server: Server, said: object) -> Reader:
    reader = Reader(server)
    assert reader.ask("POST", "/api/v1/session", said)[0] == 200
    return reader


def test_answers_are_as_the_document_says(stage: Stage) -> None:
    """And a name that leads out of the agent's folder, or a damaged page, is no answer."""
    whole, reader = describe_api(), ask_as(stage.server, {"name": "Ada", "password": PASSWORD})
    day = max(path.stem for path in (stage.world.agent("Moss") / "journal").glob("*.md"))
    values = {"{agent}": "Moss", "{name}": "Ada", "{day}": day}
    for path, methods in whole["paths"].items():
        if path.split("/")[3] in ("talk", "spoken", "journal"):
            asked = path
            for part, value in values.items():
                asked = asked.replace(part, value)
            status, data = reader.ask("GET", asked)
            assert status == 200
            content = methods["get"]["responses"]["200"]["content"]
            assert fits(data, content["application/json"]["schema"], whole), path
    assert reader.ask("GET", "/api/v1/talk/Moss/Wren")[1]["other_page"] is None
    for wrong in ("/talk/Ada", "/journal/Moss/..%2Fprofile", "/journal/Moss/2020-01-01"):
        assert reader.ask("GET", f"/api/v1{wrong}")[0] == 404
    assert reader.ask("GET", "/api/v1/talk/Moss/..%2Fprofile")[1]["page"] is None
    write(stage.world.agent("Wren") / "people" / "Zoe.md", "---\nname: [\n---\n")
    status, said = reader.ask("GET", "/api/v1/talk/Wren/Zoe")
    assert (status, "Zoe.md cannot be read" in said["error"]) == (503, True)
