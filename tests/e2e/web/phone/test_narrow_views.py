"""What a phone shows: the whole map, lines of the past, and nothing that is cut without a sign."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.e2e.harness import Client, Server
from tests.e2e.web.chromium import Chromium, be_logged_in
from tests.e2e.worlds import make_world
from tests.paths import VAULT


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The starter world, without those who live there."""
    notes = {f"world/{each.name}": each.read_text("utf-8") for each in VAULT.glob("world/*.md")}
    with make_world(tmp_path_factory.mktemp("phone"), notes=notes).server() as running:
        yield running


@pytest.fixture(scope="module")
def ada(server: Server) -> Client:
    client = server.client().create("Ada")
    client.say(6)
    return client


@pytest.fixture
def phone(server: Server, ada: Client, chromium: Chromium) -> Chromium:
    """Ada's page, at another view and narrow: she stays logged in from one test to the next."""
    be_logged_in(chromium, server.web)
    chromium.go("#/costs")
    chromium.resize(390, 844)
    return chromium


def go(page: Chromium, place: str) -> None:
    page.go(f"#/{place}")


#: Names and marks of rooms that reach beyond the pane of the map.
CUT = """(() => {
  const pane = document.querySelector('.canvas').getBoundingClientRect();
  return [...document.querySelectorAll('g.room :is(text, .mark)')].filter((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return left < pane.left || right > pane.right || top < pane.top || bottom > pane.bottom;
  }).map((each) => each.closest('g').ariaLabel);
})()"""


def test_the_whole_map_is_seen(phone: Chromium) -> None:
    """No name is cut, and letters are large enough to be read."""
    go(phone, "world")
    phone.until("document.querySelectorAll('g.room text').length > 5")
    phone.until("!document.querySelector('main.replay')")
    phone.until(f"{CUT}.length === 0")
    height = "document.querySelector('g.room text tspan').getBoundingClientRect().height"
    phone.until(f"{height} >= 12")


def test_both_clocks_have_their_names(phone: Chromium) -> None:
    go(phone, "world")
    phone.until("!!document.querySelector('.hour b')")
    told = "[...document.querySelectorAll('.whose-clock')].map(each => each.innerText.trim())"
    assert phone.evaluate(told) == ["World", "You"]
    phone.until("document.documentElement.scrollWidth <= 390")


#: At which edges of the row of views more of them lie, and whether it fades there.
FADED = """(() => {
  const row = document.querySelector('header nav');
  const [before, after] = [row.scrollLeft, row.scrollWidth - row.clientWidth - row.scrollLeft];
  const isFaded = getComputedStyle(row).maskImage !== 'none';
  const { left, right } = row.querySelector('[aria-current]').getBoundingClientRect();
  return [before > 1, after > 1, isFaded, left >= 0 && right <= innerWidth].join();
})()"""


def test_the_row_of_views_fades_where_it_goes_on(phone: Chromium) -> None:
    """And the view that is open is in sight, also where the window has become so narrow."""
    for place, edges in (("world", "false,true"), ("people", "true,true"), ("play", "true,false")):
        go(phone, place)
        phone.until(f"{FADED} === '{edges},true,true'")
    phone.resize(1280, 800)
    phone.until(f"{FADED} === 'false,false,false,true'")
    phone.resize(390, 844)
    phone.until(f"{FADED} === 'true,false,true,true'")


#: Lines of what happened that are in the window as a whole.
SEEN = """[...document.querySelectorAll('.feed .line p')].filter((each) => {
  const { top, bottom } = each.getBoundingClientRect();
  const pane = document.querySelector('.feed .lines').getBoundingClientRect();
  return top >= pane.top && bottom <= Math.min(innerHeight, pane.bottom);
}).length"""


def test_the_past_is_seen_below_what_moves_it(phone: Chromium) -> None:
    """At least four lines; speeds and filters come with More, which the keyboard opens, too."""
    go(phone, f"replay?t={phone.evaluate('new Date().toISOString()')}")
    phone.until("!!document.querySelector('.replay[aria-busy=false]')")
    phone.until("document.querySelectorAll('.feed .line').length >= 6")
    phone.until(f"{SEEN} >= 4")
    phone.until(f"{CUT}.length === 0")
    # What it said before the dot stands only in a wider window.
    phone.until("/^[^·]*in the world$/.test(document.querySelector('.when').innerText)")
    unseen = "[...document.querySelectorAll('.speeds, .feed .tools')].map(e => e.offsetHeight > 0)"
    assert phone.evaluate(unseen) == [False, False]
    phone.evaluate("document.querySelector('.bar .more').focus()")
    phone.press("Enter")
    phone.until(f"{unseen}.every(Boolean)")


#: A row of the table of Costs, drawn where that view's styles are.
TABLE = """(async () => {
  const { render } = await import('preact');
  const { html } = await import('tarn/html.js');
  const { Table } = await import('tarn/views/costs/table.js');
  const total = { cost: 12.3456, answers: 622, failures: 0, prompt_tokens: 2922112,
    cached_tokens: 99, completion_tokens: 14273, seconds: 340, longest: 2.78 };
  const groups = ['Hester', 'Wren'].map((name) => ({ name, color: '--moss', total }));
  const place = document.createElement('div');
  place.className = 'asked';
  document.querySelector('main').append(place);
  render(html`<${Table} head="Agent" groups=${groups} total=${total} currency="EUR" />`, place);
  const cells = [...place.querySelectorAll('td')];
  const found = cells.filter((each) => each.getBoundingClientRect().right > 390
    || each.scrollWidth > each.clientWidth).map((each) => each.innerText);
  const named = cells.map((each) => each.dataset.label).slice(0, 3);
  render(null, place);
  return [cells.length, found, named];
})()"""


def test_no_number_of_costs_is_cut(phone: Chromium) -> None:
    """Each stands beside its name."""
    go(phone, "costs")
    phone.until("!!document.querySelector('main.costs .period')")
    assert phone.evaluate(TABLE) == [24, [], ["Money, EUR", "Requests", "Errors"]]


#: Dates below days of talk: whether two of them touch.
DATES = """(async () => {
  const { render } = await import('preact');
  const { html } = await import('tarn/html.js');
  const { TalkDays } = await import('tarn/views/people/talk_days.js');
  const days = [24, 25, 26, 27, 28].map((n) => ({ day: `2026-11-${n}`, heard: n, said: 2 }));
  const place = document.createElement('div');
  document.querySelector('main').append(place);
  render(html`<${TalkDays} days=${days} agent="Moss" other="Ada" />`, place);
  const range = document.createRange();
  const boxes = [...place.querySelectorAll('.of-day .date')].map((each) => {
    range.selectNodeContents(each);
    return range.getBoundingClientRect();
  });
  render(null, place);
  return boxes.slice(1).map((each, n) => each.left - boxes[n].right);
})()"""


def test_days_of_a_pair_do_not_touch(phone: Chromium) -> None:
    go(phone, "people")
    phone.until("!!document.querySelector('main.people')")
    gaps = phone.evaluate(DATES)
    assert len(gaps) == 4 and min(gaps) > 6


def test_who_is_in_the_world_goes_on_playing(phone: Chromium) -> None:
    """Whoever is not is asked to walk in."""
    go(phone, "world")
    phone.until("document.querySelector('.way-in')?.innerText === 'Go on playing'")
