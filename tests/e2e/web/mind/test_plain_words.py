"""What Minds and Memory say in plain words, by the modules that make the sentences."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.e2e.web.chromium import Chromium, be_logged_in
from tests.e2e.web.support.modules import call
from tests.e2e.worlds import make_world


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory, chromium: Chromium) -> Iterator[Chromium]:
    with make_world(tmp_path_factory.mktemp("words")).server() as server:
        server.client().create("Ada")
        be_logged_in(chromium, server.web)
        yield chromium


@pytest.mark.parametrize(
    ("command", "deed"),
    [
        ("say Good day.", ["says", "Good day."]),
        ("tell Ada Nine feet.", ["tells Ada", "Nine feet."]),
        ("whisper Ada Nine feet.", ["whispers to Ada", "Nine feet."]),
        ("note gauge -> Half an inch.", ["notes about gauge", "Half an inch."]),
        ("emote lifts a hand.", ["lifts a hand.", ""]),
        ("go hall", ["goes to hall", ""]),
        ("go west", ["goes west", ""]),
        ("watch sky", ["watches sky", ""]),
        ("@look", ["@look", ""]),
    ],
)
def test_a_line_is_told_as_what_was_done(page: Chromium, command: str, deed: list[str]) -> None:
    assert call(page, "views/mind/line", f"m.splitDeed({json.dumps(command)})") == deed


@pytest.mark.parametrize(
    ("turn", "told"),
    [
        ({"decided_by": "model", "model": "m-3"}, "The model m-3 chose this."),
        (
            {"decided_by": "voice", "model_unused": "late"},
            "A line of its voice, which a person wrote: the best fit to what was said."
            " The model was asked and was too late.",
        ),
        (
            {"decided_by": "intention", "outcome": "of its own accord, by rule"},
            "Nobody asked: a step of its intention.",
        ),
        (
            {"decided_by": "intention", "outcome": "intention 8.0, the best of 3"},
            "It tells of its intention.",
        ),
        ({"decided_by": "model", "refused": True}, "What the model wrote was of no use."),
        (
            {"decided_by": ""},
            "The log of Moss is of an older version and does not tell what decided.",
        ),
    ],
)
def test_a_turn_says_in_a_sentence_why(page: Chromium, turn: dict[str, Any], told: str) -> None:
    whole = {"outcome": "", "model": "", "model_unused": "", "refused": False, **turn}
    asked = f"m.explainTurn({json.dumps(whole)}, 'Moss')"
    assert call(page, "views/mind/headline", asked) == told


@pytest.mark.parametrize(
    ("seconds", "written", "told"),
    [
        (0.0, 0, "The turn took less than 0.01 s."),
        (1.234, 0, "The turn took 1.23 s."),
        (
            0.004,
            22,
            "The model answered at once, in less than 0.01 s."
            " The model wrote 22 tokens, and had 80 % of what it read in its cache.",
        ),
    ],
)
def test_a_turn_says_what_its_time_went_to(
    page: Chromium, seconds: float, written: int, told: str
) -> None:
    """No answer of a model stands beside a time in which none could be written."""
    tokens = {"prompt_tokens": 10, "cached_tokens": 8, "completion_tokens": written}
    turn = {"seconds": seconds, "model": "m-3", **tokens}
    assert call(page, "views/mind/shown", f"m.describeWork({json.dumps(turn)})") == told


def test_the_log_s_short_words_are_told_whole(page: Chromium) -> None:
    """Where words come from; and of a model that may decide, whether it did of late."""
    sources = ['its voice, to "What is new?"', "a line for its kind: more", "what it has seen"]
    named = call(page, "views/mind/choices", f"{json.dumps(sources)}.map(m.nameSource)")
    assert named == [
        'a line of its voice, for "What is new?"', "a ready line for all of the kind “more”",
        "what it has seen",
    ]  # fmt: skip
    decided = [{"turns": 100, "model": 0}, {"turns": 100, "model": 3}, {"turns": 0, "model": 0}]
    asked = f"{json.dumps(decided)}.map(each => m.nameDecider({{ decides: 'both' }}, each))"
    assert call(page, "views/mind/words", asked) == [
        "rules and its voice; not the model in its last 100 turns",
        "rules and its voice; the model in 3 of its last 100 turns",
        "rules and its voice, at times the model",
    ]


def test_the_colour_of_what_was_done_is_explained_where_it_is(page: Chromium) -> None:
    """In the part that has such lines, and not above the bar, which has no such colour."""
    script = """(async () => {
      const { h, render } = await import("/static/vendor/preact.js");
      const { Bands } = await import("/static/views/mind/bands.js");
      const band = (kind, text) => ({ kind, text, tokens: 5, cut: 0, from: 0, summary: null });
      const bands = [
        band("verbatim", "~Moss> go hall\\nThe Hall"), band("persona", "You are Moss."),
      ];
      const box = document.createElement("div");
      render(h(Bands, { prompt: { bands }, name: "Moss", raw: false }), box);
      return [...box.querySelectorAll(".band")].map((e) => e.querySelector(".key")?.textContent);
    })()"""
    assert page.evaluate(script) == ["■ what Moss did", None]


def test_a_model_and_a_summary_have_colours_of_their_own(page: Chromium) -> None:
    """In the bar of who decided, and in that of a prompt; so has each who decides."""
    page.go("#/mind")
    page.until("!!document.querySelector('main.minds')")
    draw = """(sorts => {
      const main = document.querySelector('main');
      main.classList.add('mind');
      const draw = ([box, sort]) => {
        main.insertAdjacentHTML('beforeend', `<i class="${box}"><i class="${sort}"></i></i>`);
        return getComputedStyle(main.lastChild.firstChild).backgroundColor;
      };
      const colours = sorts.map(draw);
      main.classList.remove('mind');
      return colours;
    })"""
    deciders = ["rule", "voice", "memory", "profile", "model"]
    parts = ["swatch summary old", "swatch summary recent", "swatch known", "swatch notes"]
    sorts = [*(["shares", each] for each in deciders), *(["bands", each] for each in parts)]
    colours = page.evaluate(f"{draw}({json.dumps(sorts)})")
    assert len(set(colours)) == len(sorts)


def test_each_summary_of_a_prompt_has_a_colour_of_its_own(page: Chromium) -> None:
    """The oldest the darkest; what else was noted from memories is none of these."""
    bands = [
        {"kind": "summary", "summary": {"type": "longterm"}},
        {"kind": "summary", "summary": {"type": "recent"}},
        {"kind": "known", "summary": None},
    ]
    painted = call(page, "views/mind/parts", f"{json.dumps(bands)}.map(m.paintBand)")
    assert painted == ["summary old", "summary recent", "known"]


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ('Ada says, "Nine."', "Ada says, “Nine.”"),
        ('I heard Cobb say: "Nine". And "ten"!', "I heard Cobb say: “Nine.” And “ten”!"),
        ('<img src="x" onerror="y">', '<img src="x" onerror="y">'),
        ('He has 9" of rope', 'He has 9" of rope'),
    ],
)
def test_what_is_said_stands_between_curly_quotes(page: Chromium, text: str, quoted: str) -> None:
    """What looks like anything else stays as it was written."""
    assert call(page, "when", f"m.quote({json.dumps(text)})") == quoted


def make_lanes(*sizes: int) -> list[dict[str, Any]]:
    """The lanes of a tree over 64 memories, the first round first."""
    return [
        {
            "lane": f"level {level}" if level else "leaves",
            "count": 64 // size,
            "summaries": [
                {"id": f"{level} {at}", "first": at + 1, "last": at + size, "standing": True}
                for at in range(0, 64, size)
            ],
        }
        for level, size in enumerate(sizes)
    ]


def lay_out(lanes: list[dict[str, Any]]) -> str:
    given = f"l.layOut({json.dumps(lanes)}, false, null, true)"
    return f"import('/static/views/memory/layout.js').then(l => {given})"


def test_each_row_of_a_tree_says_what_its_bars_are_made_of(page: Chromium) -> None:
    """And the line above the drawing the same, with the numbers of this life."""
    names = "all => all.map(each => m.nameRow(each, each.drawn))"
    rows = f"{lay_out(make_lanes(4, 16, 64))}.then({names})"
    assert call(page, "views/memory/lanes", rows) == [
        ["Third-round summaries", "1 of 4 second-round"],
        ["Second-round summaries", "4, each of 4 first-round"],
        ["First-round summaries", "16, each of 4 memories"],
    ]
    uneven = f"{lay_out(make_lanes(3, 16))}.then({names})"
    assert [words for _, words in call(page, "views/memory/lanes", uneven)] == [
        "4, each of several first-round",
        "22, each of 3 memories",
    ]
    told = f"{lay_out(make_lanes(4, 16, 64))}.then(all => m.describeRounds(all, true))"
    assert call(page, "views/memory/way", told) == (
        "4 memories become one first-round summary, 4 of these one second-round summary, and so"
        " on, as the brackets show."
    )
    one = f"{lay_out(make_lanes(4))}.then(all => m.describeRounds(all, false))"
    assert call(page, "views/memory/way", one) == (
        "4 memories become one first-round summary, several of these one second-round summary,"
        " and so on."
    )


#: Draws the brackets of one row on a canvas that only notes the upright lines, each with its place.
DRAW_JOINS = """(m, above, lane) => {
  const lines = [];
  const context = { fillRect: (x, y, wide, high) => high > wide && lines.push(x) };
  m.drawJoins(context, { example: null }, above, lane, 0, (seq) => 10 * seq, {});
  return lines;
}"""


def test_a_bracket_joins_a_bar_to_its_parts_and_to_no_others(page: Chromium) -> None:
    """A stem in its middle, and a line to the middle of each; the last bar has no parts."""
    parts = [{"first": at, "last": at + 1} for at in (1, 3, 5, 7)]
    lane = {"head": 0, "joins": 14, "rows": [parts]}
    above = [
        {"summary": {"first": 1, "last": 4}, "left": 10, "right": 50, "bottom": 0},
        {"summary": {"first": 7, "last": 8}, "left": 70, "right": 90, "bottom": 0},
        {"summary": {"first": 9, "last": 12}, "left": 90, "right": 130, "bottom": 0},
    ]
    asked = f"({DRAW_JOINS})(m, {json.dumps(above)}, {json.dumps(lane)})"
    assert call(page, "views/memory/joins", asked) == [30, 20, 40, 80, 80]
