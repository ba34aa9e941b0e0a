"""Draws small SVG plots of lines and bars for results pages; pure functions.

White ground and dark text, so that a page shows them alike in a light and a dark theme.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

Points = Sequence[tuple[float, float]]

WIDTH, HEIGHT = 720, 380
LEFT, RIGHT, TOP, BOTTOM = 64, 120, 48, 52
LINE_HEIGHT, BAR_HEIGHT = 15, 24
#: Colours that colour-blind readers can tell apart (Okabe and Ito).
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b8860b", "#56b4e9", "#555555")
GREY, INK = "#d8d8d8", "#222222"


@dataclass(frozen=True, slots=True)
class Axis:
    """One axis of a plot, from `low` to `high`."""

    name: str
    low: float
    high: float
    logarithmic: bool = False
    marks: tuple[float, ...] = ()
    """The values to mark; empty: round values."""

    def share(self, value: float) -> float:
        """Return how far along the axis `value` lies, 0 to 1."""
        if self.logarithmic:
            return math.log(value / self.low) / math.log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)

    def ticks(self) -> list[float]:
        """Return the values to be marked."""
        if self.marks:
            return list(self.marks)
        if self.logarithmic:
            first, last = math.ceil(math.log10(self.low)), math.floor(math.log10(self.high))
            return [10.0**n for n in range(first, last + 1)]
        step = _find_step((self.high - self.low) / 5)
        first = math.ceil(self.low / step)
        return [n * step for n in range(first, int(self.high / step + 1e-9) + 1)]


def lines(
    title: str, x: Axis, y: Axis, series: Mapping[str, Points], *, aim: float | None = None
) -> str:
    """Return a plot with a named line for each of `series`; `aim` is a dashed line."""
    parts = [*_draw_frame(title, x, y)]
    if aim is not None:
        parts.append(_draw_aim(_place_down(y, aim)))
    for colour, points in zip(_cycle_colours(), series.values(), strict=False):
        placed = [(_place_right(x, a), _place_down(y, b)) for a, b in points]
        parts.append(_draw_polyline(placed, colour))
        parts += [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="3" fill="{colour}"/>' for a, b in placed]
    ends = {name: _place_down(y, points[-1][1]) for name, points in series.items()}
    places = _place_names(ends)
    for colour, name in zip(_cycle_colours(), series, strict=False):
        parts.append(
            _draw_text(WIDTH - RIGHT + 10, places[name] + 4, name, colour=colour, bold=True)
        )
    return _draw_svg(HEIGHT, title, parts)


def bars(title: str, unit: str, values: Mapping[str, float], *, aim: float | None = None) -> str:
    """Return a plot with a bar, name and value for each of `values`."""
    most = max([*values.values(), aim or 0.0]) or 1.0
    left, room = 190, WIDTH - 190 - 90
    height = TOP + BAR_HEIGHT * len(values) + 24
    parts = [_draw_text(16, 26, f"{title} ({unit})" if unit else title, bold=True, size=15)]
    for n, (name, value) in enumerate(values.items()):
        y, long = TOP + n * BAR_HEIGHT, max(1.0, room * value / most)
        parts.append(_draw_text(left - 8, y + 15, name, anchor="end"))
        shape = f'x="{left}" y="{y + 3}" width="{long:.1f}" height="{BAR_HEIGHT - 7}"'
        parts.append(f'<rect {shape} fill="{COLOURS[0]}"/>')
        parts.append(_draw_text(left + long + 6, y + 15, format_figure(value)))
    if aim is not None:
        at, end = left + room * aim / most, TOP + BAR_HEIGHT * len(values)
        parts.append(_draw_dashed(at, TOP - 6, at, end))
        parts.append(
            _draw_text(at, end + 14, f"aim {format_figure(aim)}", anchor="middle", size=11)
        )
    return _draw_svg(height, title, parts)


def format_figure(value: float) -> str:
    """Return a number as people read it: thousands with commas, small ones with a few digits."""
    if abs(value) >= 100 or value == int(value):
        return f"{value:,.0f}"
    return f"{value:.3g}"


# --- parts ------------------------------------------------------------------------------


def _draw_frame(title: str, x: Axis, y: Axis) -> Iterator[str]:
    yield _draw_text(16, 26, title, bold=True, size=15)
    for tick in y.ticks():
        at = _place_down(y, tick)
        yield f'<path d="M{LEFT} {at:.1f}H{WIDTH - RIGHT}" stroke="{GREY}"/>'
        yield _draw_text(LEFT - 8, at + 4, format_figure(tick), anchor="end")
    for tick in x.ticks():
        at = _place_right(x, tick)
        yield f'<path d="M{at:.1f} {HEIGHT - BOTTOM}v5" stroke="{INK}"/>'
        yield _draw_text(at, HEIGHT - BOTTOM + 19, format_figure(tick), anchor="middle")
    yield f'<path d="M{LEFT} {HEIGHT - BOTTOM}H{WIDTH - RIGHT}" stroke="{INK}"/>'
    yield _draw_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, x.name, anchor="middle")
    yield _draw_text(LEFT - 8, TOP - 6, y.name, anchor="start", size=11)


def _place_right(axis: Axis, value: float) -> float:
    return LEFT + axis.share(value) * (WIDTH - LEFT - RIGHT)


def _place_down(axis: Axis, value: float) -> float:
    return HEIGHT - BOTTOM - axis.share(value) * (HEIGHT - TOP - BOTTOM)


def _place_names(ends: Mapping[str, float]) -> dict[str, float]:
    """Return heights for the names of lines, so that none covers another."""
    places: dict[str, float] = {}
    for name in sorted(ends, key=lambda each: -ends[each]):
        lowest = min(places.values(), default=math.inf) - LINE_HEIGHT
        places[name] = min(ends[name], lowest)
    return places


def _draw_polyline(points: Iterable[tuple[float, float]], colour: str) -> str:
    path = " ".join(f"{a:.1f},{b:.1f}" for a, b in points)
    return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'


def _draw_aim(at: float) -> str:
    name = _draw_text(WIDTH - RIGHT - 4, at - 4, "aim", anchor="end", size=11)
    return _draw_dashed(LEFT, at, WIDTH - RIGHT, at) + name


def _draw_dashed(x1: float, y1: float, x2: float, y2: float) -> str:
    path = f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"
    return f'<path d="{path}" stroke="{INK}" stroke-dasharray="5 4"/>'


def _draw_text(
    x: float,
    y: float,
    words: str,
    *,
    anchor: str = "start",
    colour: str = INK,
    size: int = 12,
    bold: bool = False,
) -> str:
    weight = ' font-weight="600"' if bold else ""
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f'<text {place} font-size="{size}" fill="{colour}"{weight}>{escape(words)}</text>'


def _cycle_colours() -> Iterator[str]:
    while True:
        yield from COLOURS


def _find_step(step: float) -> float:
    size = 10.0 ** math.floor(math.log10(step))
    return next(n * size for n in (1, 2, 5, 10) if n * size >= step)


def _draw_svg(height: float, title: str, parts: Iterable[str]) -> str:
    size = f'width="{WIDTH}" height="{height:.0f}" viewBox="0 0 {WIDTH} {height:.0f}"'
    inside = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img"'
        f' font-family="system-ui, sans-serif">\n<title>{escape(title)}</title>\n'
        f'<rect width="100%" height="100%" fill="#ffffff"/>\n{inside}\n</svg>\n'
    )
