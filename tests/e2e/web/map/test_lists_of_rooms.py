"""Those who are in a room stand at it, and never on the water; and hills lie within the map."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.e2e.web.chromium import Chromium, be_logged_in
from tests.e2e.worlds import make_world
from tests.paths import VAULT


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory, chromium: Chromium) -> Iterator[Chromium]:
    """The page of the starter world, without those who live there."""
    notes = {f"world/{each.name}": each.read_text("utf-8") for each in VAULT.glob("world/*.md")}
    with make_world(tmp_path_factory.mktemp("lists"), notes=notes).server() as server:
        server.client().create("Ada")
        be_logged_in(chromium, server.web)
        yield chromium


#: A list of so many people for each room of the world in a pane: which do not touch their room's
#: mark or name, and which lie on the water.
LISTS = """(async (size, people) => {
  const { rooms } = await (await fetch('/api/v1/rooms')).json();
  const { chart, findSpread, spreadOut } = await import('tarn/views/world/layout.js');
  const { BubblePlaces } = await import('tarn/views/world/bubble_places.js');
  const { meet, widen } = await import('tarn/views/world/boxes.js');
  const charted = chart(rooms);
  const laid = spreadOut(charted, ...findSpread(charted, size));
  const places = new BubblePlaces(rooms, laid.at, laid.names, 6, laid.ways, undefined, laid.isWet);
  const here = people.map((name, id) => ({ id, name }));
  const steps = [0, 0.25, 0.5, 0.75, 1];
  const found = rooms.map(({ id, name }) => {
    const { box } = places.listAll(new Map([[id, here]]), () => here).get(id);
    const { x, y } = laid.at.get(id);
    const mark = { left: x - 11, top: y - 11, width: 22, height: 22 };
    const isWet = steps.some((a) => steps.some((b) =>
      laid.isWet(box.left + a * box.width, box.top + b * box.height)));
    const isApart = ![mark, laid.names.get(id).box].some((each) => meet(widen(each, 5), box));
    return { name, isWet, isApart };
  });
  return { water: charted.ground.water.length, wet: found.filter((each) => each.isWet),
    apart: found.filter((each) => each.isApart) };
})"""


@pytest.mark.parametrize("people", [["Cobb"], ["Cobb", "Moss"], ["Ada", "Cobb", "Moss"]])
def test_a_list_touches_its_room_and_no_water(page: Chromium, people: list[str]) -> None:
    found = page.evaluate(f"{LISTS}([838, 672], {people})")
    assert found["water"] > 0
    assert (found["wet"], found["apart"]) == ([], [])


def test_lists_of_neighbours_do_not_cover_each_other(page: Chromium) -> None:
    """Where one stood before, the next goes elsewhere."""
    script = """(async () => {
      const { BubblePlaces } = await import('tarn/views/world/bubble_places.js');
      const { placeNames } = await import('tarn/views/world/name_places.js');
      const { meet } = await import('tarn/views/world/boxes.js');
      const rooms = [{ id: 1, name: 'The Sill' }, { id: 2, name: 'The Mill' }];
      const at = new Map([[1, { x: 0, y: 0 }], [2, { x: 30, y: 70 }]]);
      const people = ['Ada', 'Cobb', 'Moss'].map((name) => ({ name }));
      const here = new Map(rooms.map(({ id }) => [id, people]));
      const places = new BubblePlaces(rooms, at, placeNames(rooms, at, []), 6);
      const lists = places.listAll(here, (room) => here.get(room));
      return meet(lists.get(1).box, lists.get(2).box);
    })()"""
    assert page.evaluate(script) is False


#: Heights, green and water that reach beyond the pane of the map.
CUT = """(() => {
  const pane = document.querySelector('.canvas').getBoundingClientRect();
  return [...document.querySelectorAll('.ground > :is(g, path)')].filter((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return left < pane.left || right > pane.right || top < pane.top || bottom > pane.bottom;
  }).map((each) => each.getAttribute('class'));
})()"""


@pytest.mark.parametrize("size", [(1280, 800), (1600, 700), (390, 844)])
def test_no_hill_is_cut_by_the_edge_of_the_map(page: Chromium, size: tuple[int, int]) -> None:
    """Whatever the pane, of a map that is seen whole."""
    page.resize(*size)
    page.go("#/world")
    page.until("document.querySelectorAll('.ground .heights path').length > 2")
    page.until(f"{CUT}.length === 0")


def test_no_name_lies_on_the_rails_of_a_bridge(page: Chromium) -> None:
    """In a low pane, too, where the name has less room beside the bridge."""
    covering = """(async (sizes) => {
      const { rooms } = await (await fetch('/api/v1/rooms')).json();
      const { chart, findSpread, spreadOut } = await import('tarn/views/world/layout.js');
      const { listRails } = await import('tarn/views/world/routes.js');
      const { runsThrough } = await import('tarn/views/world/boxes.js');
      const charted = chart(rooms);
      return sizes.map((size) => {
        const [x, y] = findSpread(charted, size);
        const laid = spreadOut(charted, x, y);
        const rails = listRails(charted.ways.map((way) =>
          ({ ...way, points: way.points.map(([left, top]) => [left * x, top * y]) })));
        const boxes = [...laid.names.values()].map(({ box }) => box);
        const covered = boxes.filter((box) => rails.some(({ line }) => runsThrough(line, box)));
        return [rails.length, covered.length];
      });
    })"""
    assert page.evaluate(f"{covering}([[838, 672], [838, 420], [390, 310]])") == [[2, 0]] * 3


#: How much smaller than they are all letters are drawn in panes of these sizes.
SHRUNK = """(async (sizes) => {
  const { rooms } = await (await fetch('/api/v1/rooms')).json();
  const { chart, findSpread, spreadOut } = await import('tarn/views/world/layout.js');
  const charted = chart(rooms);
  return sizes.map((size) => {
    const { box } = spreadOut(charted, ...findSpread(charted, size));
    return Math.min(1, size[0] / box.width, size[1] / box.height);
  });
})"""


def test_letters_keep_their_size_where_rooms_can_lie_closer(page: Chromium) -> None:
    """In the panes of World, of Replay, and of Replay with all that it offers."""
    shrunk = page.evaluate(f"{SHRUNK}([[838, 672], [838, 502], [838, 420], [566, 648]])")
    assert min(shrunk) > 0.98
