"""What a newcomer finds on the page: what it is, whose clock a time is by, each thing once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.e2e.harness import Client, Server, until
from tests.e2e.web.chromium import Chromium, be_logged_in
from tests.e2e.web.support.modules import call
from tests.e2e.web.support.play import LINES
from tests.e2e.worlds import make_world


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with make_world(tmp_path_factory.mktemp("sight")).server() as running:
        yield running


@pytest.fixture(scope="module")
def ada(server: Server) -> Client:
    """The first account, an administrator's, at telnet."""
    return server.client().create("Ada")


@pytest.fixture(scope="module")
def page(server: Server, ada: Client, chromium: Chromium) -> Chromium:
    be_logged_in(chromium, server.web)
    return chromium


def test_each_view_says_what_it_is(page: Chromium) -> None:
    """In a heading and a sentence; the first says who is played by a computer, and who is not."""
    views = call(page, "views", "m.VIEWS.map(({name, title, lead}) => [name, title, lead])")
    assert len(views) == 8
    for name, title, lead in views:
        page.go(f"#/{name}")
        page.until(f"document.querySelector('.lead h2').innerText === {json.dumps(title)}")
        assert page.evaluate("document.querySelector('.lead p').innerText") == lead
    first = views[0][2]
    assert "played by language models or by rules; visitors are people" in first


def test_the_head_does_not_move(page: Chromium) -> None:
    """Each of its parts is where it was, whichever view is opened."""
    parts = (
        "[...document.querySelectorAll('header > h1, header nav a, header > .clock, header > .who,"
        " #page > header > button, .lead, .lead .words')].map(each => {"
        " const { left, top, right, bottom } = each.getBoundingClientRect();"
        " return [left, top, right, bottom].map(Math.round).join(' '); })"
    )
    names = call(page, "views", "m.VIEWS.map(each => each.name)")
    page.go("#/world")
    page.until("!!document.querySelector('.hour b') && !!document.querySelector('g.person')")
    places = []
    for name in names:
        page.go(f"#/{name}")
        page.until(f"document.querySelector('nav a[aria-current]')?.hash === '#/{name}'")
        page.evaluate("document.fonts.ready.then(() => true)")
        places.append(page.evaluate(parts))
    assert all(each == places[0] for each in places)


def test_the_words_are_at_hand_on_each_view(page: Chromium) -> None:
    """By keyboard, too: Enter opens the list, Escape closes it, and so does going elsewhere."""
    names = call(page, "views", "m.VIEWS.map(each => each.name)")
    box = "document.querySelector('dialog.dictionary')"
    for name in names:
        page.go(f"#/{name}")
        page.until(
            f"document.querySelector('nav a[aria-current]')?.hash === '#/{name}'"
            " && !!document.querySelector('main:not([aria-busy=true])')"
        )
        until(lambda: _open_by_keyboard(page, box), "the list of words")
        assert page.evaluate(f"{box}.contains(document.activeElement)")
        page.press("Escape")
        page.until(f"!{box}.open")
        assert page.evaluate("document.activeElement.className") == "words leads"
    page.evaluate("document.querySelector('.lead .words').click()")
    page.until(f"{box}.open")
    words = call(page, "words", "m.listWords()")
    shown = page.evaluate(f"[...{box}.querySelectorAll('dt')].map(each => each.innerText)")
    assert shown == [word for word, _ in words] and len(set(shown)) == len(shown)
    assert {"memory", "summary", "turn", "token", "recalled", "contradicted", "note"} <= set(shown)
    assert all(meaning.endswith(".") for _, meaning in words)
    page.go("#/world")
    page.until(f"!{box}.open")


def _open_by_keyboard(page: Chromium, box: str) -> bool:
    """Press Enter on the link; what has the focus may be drawn anew while a view is loaded."""
    page.evaluate("document.querySelector('.lead .words').focus()")
    page.press("Enter")
    return bool(page.evaluate(f"{box}.open"))


def test_time_is_told_in_units_that_are_over(page: Chromium) -> None:
    hours = {62.4: "2 days", 71.9: "2 days", 25: "25 hours", 1.9: "114 minutes"}
    for each, words in hours.items():
        told = call(page, "views/replay/player", f"m.describeTime({each} * 3600000)")
        assert told == words


def test_times_say_whose_clock_they_are_by(page: Chromium) -> None:
    page.go("#/world")
    page.until_shows("World clock")
    page.until_shows("Your clock")
    page.until_shows("Times are by your clock, UTC")
    assert (
        call(page, "views/replay/scrubber", "m.formatMoment(0)")
        == "Thursday 1 Jan 1970, 00:00:00 UTC"
    )


def test_the_first_line_that_is_seen_is_whole(page: Chromium, server: Server) -> None:
    """At the end of the feed none is cut by the edge above it."""
    page.go("#/world")
    bob = server.client().create("Bob")  # who looks at Play is Ada, and takes her from telnet
    for number in range(30):
        bob.ask(f"say {number}: " + "long words " * (number % 4 * 8), "You say")
    page.until("document.querySelector('.feed .lines').innerText.includes('29:')")
    cut = """(() => {
        const list = document.querySelector('.feed .lines');
        const { top } = list.getBoundingClientRect();
        const boxes = [...list.querySelectorAll('li')].map(e => e.getBoundingClientRect());
        return boxes.filter(box => box.top < top - 1 && box.bottom > top + 1).length;
    })()"""
    page.until("document.querySelector('.feed .lines').scrollTop > 0")
    page.until(f"{cut} === 0")


def test_an_own_line_is_shown_once(page: Chromium, ada: Client) -> None:
    """By the world's answer if that has its words, else as it was typed, marked as such."""
    page.go("#/play")
    page.click("main button.primary")
    page.until("document.querySelector('.play form input')?.disabled === false")
    page.until(f"{LINES}.includes('You come in from the page')")  # no answer to what is typed
    for line, answer in (('say It is "quite" late.', "You say, "), ("look", "> look")):
        page.evaluate("document.querySelector('.play form input').focus()")
        page.type(line)
        page.press("Enter")
        page.until(f"{LINES}.includes({json.dumps(answer)})")
    shown = page.evaluate(LINES)
    assert "connect <name>" not in shown, "who is logged in needs no login"
    assert shown.count("late.") == 1
    assert "You say, “It is ‘quite’ late.”" in shown
    page.until_shows("What you can type")
    page.resize(800, 900)
    page.until_shows("Try: look, say hello, tell a name and your words")
    page.resize(1280, 900)
    assert page.evaluate("document.querySelector('.play form input').placeholder")


@pytest.mark.parametrize(
    ("answer", "line", "once"),
    [
        ('You tell Moss, "Good\r\n  day"\r\n', "tell Moss Good day", True),
        ('\x1b[35mYou say, "Hello."\x1b[0m\r\n', "say Hello.", True),
        ("The Garden\r\nExits: garden\r\n", "go garden", False),
        ('Moss says, "Hello."\r\n', "say Hello.", False),
    ],
)
def test_an_answer_repeats_a_line_only_as_ones_own_words(
    page: Chromium, answer: str, line: str, once: bool
) -> None:
    given = f"{json.dumps(answer)}, {json.dumps(line)}"
    assert call(page, "views/play/echo", f"m.repeats({given})") is once


def test_a_reason_is_no_part_of_the_words(page: Chromium) -> None:
    split = call(page, "readable", "m.splitReason('tell Ada Nine feet. | I was asked')")
    assert split == ["tell Ada Nine feet.", "I was asked"]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('You tell Ada, "Do you know?"', 'Moss tells Ada, "Do you know?"'),
        ('Ada tells you, "You know."', 'Ada tells Moss, "You know."'),
        ('You reply, "I see you."', 'Moss replies, "I see you."'),
        ('Young Ada says, "Hello."', 'Young Ada says, "Hello."'),
    ],
)
def test_whose_memory_a_line_of_talk_is_stands_in_it(page: Chromium, text: str, named: str) -> None:
    """Whoever reads it is not meant by its “you”; what was said stays as it was said."""
    assert call(page, "readable", f"m.nameSpeaker({json.dumps(text)}, 'Moss')") == named


def test_what_contradicts_looks_unlike_what_is_supported(page: Chromium) -> None:
    """What is wrong has a word, a sign and a class of its own; what is not wrong has none."""
    kinds = ["contradicts", "cannot tell"]
    seen = call(
        page, "views/memory/verdicts",
        f"{json.dumps(kinds)}.map(verdict => m.Verdict({{verdict}}).props)",
    )  # fmt: skip
    assert [each["class"] for each in seen] == [
        "verdict contradicted", "verdict unsupported",
    ]  # fmt: skip
    assert [each["children"] for each in seen] == ["✗ contradicted", "? not confirmed"]
    for verdict in ("supports", "unknown"):
        assert not call(page, "views/memory/verdicts", f"m.Verdict({{verdict: '{verdict}'}})")


@pytest.mark.parametrize(
    ("verdicts", "told"),
    [
        (["supports"] * 2, ["✓ all 2 supported"]),
        (
            ["supports", "cannot tell", "contradicts"],
            ["✗ 1 of 3 contradicted", "? 1 of 3 not confirmed", "✓ 1 of 3 supported"],
        ),
        (["supports", "unknown"], ["✓ 1 of 2 supported", "1 without recorded memories"]),
        (["supports"], ["✓ supported"]),
        (["unknown"], []),
        ([], []),
    ],
)
def test_a_summary_says_first_what_is_wrong_with_it(
    page: Chromium, verdicts: list[str], told: list[str]
) -> None:
    """In one line above its sentences, whose numbers add up."""
    sentences = json.dumps([{"verdict": each} for each in verdicts])
    found = call(page, "views/memory/verdicts", f"m.describeChecks({sentences})")
    assert [words for _, words in found] == told


@pytest.mark.parametrize(
    ("counts", "told"),
    [
        ((214, 214, 0, 0), "✓ All 214 sentences in summaries supported"),
        (
            (214, 199, 3, 12),
            "✗ 3 of 214 sentences in summaries contradicted, 199 supported, 12 not confirmed",
        ),
        (
            (8, 5, 1, 0),
            "✗ 1 of 8 sentences in summaries contradicted, 5 supported, "
            "2 without recorded memories",
        ),
        (
            (8, 6, 0, 2),
            "6 of 8 sentences in summaries supported, 2 not confirmed, none contradicted",
        ),
        (
            (8, 6, 0, 0),
            "6 of 8 sentences in summaries supported, 2 without recorded memories, "
            "none contradicted",
        ),
        (
            (8, 0, 0, 0),
            "None of 8 sentences in summaries supported, 8 without recorded memories, "
            "none contradicted",
        ),
        ((1, 1, 0, 0), "✓ The one sentence in summaries supported"),
        ((0, 0, 0, 0), ""),
    ],
)
def test_a_life_begins_with_a_plain_verdict(
    page: Chromium, counts: tuple[int, ...], told: str
) -> None:
    names = ("sentences", "supported", "contradicted", "unsupported")
    sums = json.dumps(dict(zip(names, counts, strict=True)))
    assert call(page, "views/memory/checked", f"m.describeVerdict({sums})") == told


@pytest.mark.parametrize(
    ("minutes", "told"),
    [
        (2.5, "one hour here is 2.5 minutes"),
        (1, "one hour here is 1 minute"),
        (0.5, "one hour here is 30 seconds"),
        (60, "one hour here is one hour of yours"),
        (420, "one hour here is 7 hours"),
        (0, ""),
    ],
)
def test_the_page_says_how_fast_the_worlds_clock_runs(
    page: Chromium, minutes: float, told: str
) -> None:
    assert call(page, "time", f"m.describePace({minutes})") == told


def make_mind(name: str, decided: dict[str, int], went: dict[str, Any]) -> dict[str, Any]:
    """What the server counts of an agent's latest turns."""
    well = {"turns": 100, "late": 0, "refused": 0, "unavailable": 0}
    quick = {"slow": 0, "slow_unasked": 0, "longest": 1, "read": 0, "cached": 0}
    went = {**quick, "slow_seconds": 5, "waiting": [], **went}
    return {"name": name, "decided": {**well, **decided}, "went": went}


def test_what_went_wrong_in_the_latest_turns_is_told(page: Chromium) -> None:
    """Of one agent or of several, with whose it was; else that nothing did."""
    moss = make_mind("Moss", {"late": 2}, {"slow": 3, "slow_unasked": 1, "longest": 12.34})
    wren = make_mind("Wren", {"late": 1}, {"read": 1000, "cached": 4, "waiting": ["Ada"]})

    def tell(*minds: dict[str, Any]) -> dict[str, Any]:
        asked = f"m.describeWent({json.dumps(minds)})"
        found: dict[str, Any] = call(page, "views/mind/went", asked)
        return found

    told = tell(moss, wren)
    assert (told["turns"], told["waiting"]) == (200, "Ada waits for an answer of Wren")
    assert told["bad"] == ["the model was too late in 3 (Moss 2, Wren 1)"]
    assert told["notes"] == [
        "3 took longer than 5\u00a0s (Moss), the longest 12.3\u00a0s,"
        " 1 of them without asking a model",
        "of the 1,000 tokens that models read none came from a cache (Wren)",
    ]
    assert tell(moss)["bad"][0] == "the model was too late in 2"
    well = tell(make_mind("Cobb", {}, {"read": 100, "cached": 60}))
    assert well["bad"] == well["notes"] == [] and well["well"].startswith("nothing went wrong: ")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Moss says, \"It is 'quite' late.\"", "Moss says, “It is ‘quite’ late.”"),
        ("At six o'clock it was my grandfather's.", "At six o’clock it was my grandfather’s."),
        ('I heard Ada say: "What grows here?".', "I heard Ada say: “What grows here?”"),
        ('I said "To cross the water.…".', "I said “To cross the water…”"),
        ('I saw "[Hester] Hester counts".', "I saw “Hester counts.”"),
        ('You tell Ada, "Leeks, mostly.', "You tell Ada, “Leeks, mostly."),
        ('print "x"y', 'print "x"y'),
    ],
)
def test_what_is_read_has_the_marks_of_a_book(page: Chromium, text: str, told: str) -> None:
    """And a sentence that ends with words of somebody ends once."""
    assert call(page, "when", f"m.quote({json.dumps(text)})") == told


def test_a_period_says_when_its_numbers_begin(page: Chromium) -> None:
    """Whatever is shown of them: a failure is a number, too."""
    for answers, failures, begin in (([0, 0, 3], [0, 1, 0], 20), ([2, 0, 0], [0, 0, 0], 10)):
        values = {"answers": answers, "failures": failures}
        data = {"times": [10, 20, 30], "groups": [{"values": values}]}
        given = json.dumps(data)
        assert call(page, "views/costs/period", f"m.findBegin({given})") == begin


def test_what_a_model_reads_is_shown_without_its_signs(page: Chromium) -> None:
    """Headings, rules, commands with their reasons, recalled memories, and the cue at the end."""
    lines = {
        "## Recalled": ["heading", "Recalled"],
        "---": ["rule", ""],
        "~Moss> tend bed | it is dry": ["did", "Moss: tend bed (because: it is dry)"],
        "- a note": ["words", "• a note"],
        '#5 (2026-11-23 15:10, The Hall) ~Moss> tell Ada No. | so / You tell Ada, "No."': [
            "words", '#5 (2026-11-23 15:10, The Hall) You tell Ada, "No."',
        ],
        "~Moss>": ["did", "Moss: …"],
    }  # fmt: skip
    found = call(page, "readable", f"{json.dumps(list(lines))}.map(m.readLine)")
    assert found == list(lines.values())
    memories = {
        '~Moss> say Good day. | she is here\nYou say, "Good day."': [
            "", "she is here", 'You say, "Good day."',
        ],
        "~Moss> go garden\nThe Garden\nWalls.": ["go garden", "", "The Garden\nWalls."],
        "It rains.": ["", "", "It rains."],
    }  # fmt: skip
    found = call(page, "readable", f"{json.dumps(list(memories))}.map(m.splitMemory)")
    assert found == list(memories.values())


def test_items_of_a_day_stand_together_where_its_best_stands(page: Chromium) -> None:
    items = [{"n": n, "at": f"2026-03-0{day}T10:00:00Z"} for n, day in enumerate((2, 1, 2, 3, 1))]
    asked = f"m.gatherDays({json.dumps(items)}).map(each => each.n)"
    assert call(page, "time", asked) == [0, 2, 1, 4, 3]
