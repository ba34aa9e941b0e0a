// A chart of uPlot: columns that stand on each other, or lines, each with its name beside it.
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import { html } from "tarn/html.js";
import { COLUMN, drawGround, drawNames, drawSums, measureMarks, measureNames } from "tarn/views/costs/chart_names.js";
import { clock } from "tarn/views/costs/numbers.js";
import { nameDay } from "tarn/views/costs/period.js";

const DAY = 86400;
// The name of a day needs so many pixels.
const DAY_WIDTH = 64;
// Whole seconds, minutes and hours: no mark stands twice on the axis.
const STEPS = [1, 2, 5, 10, 30, 60, 300, 600, 1800, 3600, 10_800, 21_600, DAY, 7 * DAY];
const WHOLE = [1, 2, 5].flatMap((each) => Array.from({ length: 12 }, (_, n) => each * 10 ** n)).sort((a, b) => a - b);

// `columns` are [{values, color, name}], the first at the bottom; `color` names a custom property. `mark` tells the marks of
// the axis, and `tell` the sum above a column, if there is to be one; of what is `whole` there are no halves.
export function Chart({ label, times, columns, mark, tell, height = 240, lines = false, whole = false, most = 0 }) {
  const place = useRef(null);
  const drawn = useRef(null);
  const shown = useRef(null);
  shown.current = { columns, tell };
  const days = times.length > 1 ? times[1] - times[0] >= DAY : times.length === 1;
  const shape = `${days} ${columns.map((each) => `${each.color} ${each.name}`).join("\n")} ${lines} ${whole} ${height}`;

  useEffect(() => {
    // Kept: the page lets go of it before the watcher below is told to stop.
    const element = place.current;
    const draw = () => {
      drawn.current?.destroy();
      drawn.current = new uPlot(
        describe({ element, shown, days, height, lines, whole, most, mark }),
        arrange(times, columns, lines), element,
      );
    };
    draw();
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    const watcher = new ResizeObserver(() => drawn.current.setSize({ width: element.clientWidth, height }));
    scheme.addEventListener("change", draw);
    watcher.observe(element);
    return () => {
      scheme.removeEventListener("change", draw);
      watcher.disconnect();
      drawn.current.destroy();
      drawn.current = null;
    };
  }, [shape, mark]);

  useEffect(() => drawn.current?.setData(arrange(times, columns, lines)), [times, columns]);

  return html`<div class="chart" ref=${place} role="img" aria-label=${label}></div>`;
}

// The tallest column is drawn first, and each lower one over it.
function arrange(times, columns, lines) {
  if (lines) return [times, ...columns.map((each) => each.values)];
  const sums = [];
  let below = times.map(() => 0);
  for (const { values } of columns) {
    below = below.map((sum, n) => sum + values[n]);
    sums.push(below);
  }
  return [times, ...sums.reverse()];
}

function describe({ element, shown, days, height, lines, whole, most, mark }) {
  const style = getComputedStyle(element);
  const color = (name) => style.getPropertyValue(name).trim();
  const letters = { family: style.fontFamily, color };
  const axis = {
    font: `14px ${style.fontFamily}`,
    stroke: color("--quiet"),
    grid: { stroke: color("--line"), width: 1 },
    ticks: { show: false },
    gap: 6,
  };
  const { columns } = shown.current;
  const series = lines ? columns : [...columns].reverse();
  return {
    width: element.clientWidth,
    height,
    legend: { show: false },
    cursor: { show: false },
    padding: [18, (chart) => measureNames(chart, columns, letters), 0, 0],
    scales: { x: { range: (chart, low, high) => widen(chart, low, high, lines) }, y: { range: (_, low, high) => [0, Math.max(high || 0, most) * 1.04 || 1] } },
    axes: [
      { ...axis, size: 30, grid: { show: false }, ...(days ? { splits: splitDays } : { incrs: STEPS }), values: (chart, at) => at.map((each) => nameTime(each, chart, days)), space: 64 },
      { ...axis, size: measureMarks(letters), ...(whole ? { incrs: WHOLE } : {}), values: (_, at, number, space, distance) => mark(at, distance) },
    ],
    series: [{}, ...series.map((each) => (lines ? drawLine(color(each.color), Boolean(each.name)) : drawColumn(color(each.color), color("--paper"))))],
    hooks: {
      draw: [(chart) => {
        if (!lines) drawGround(chart, letters);
        drawNames(chart, shown.current.columns, lines, letters);
        if (!lines && shown.current.tell) drawSums(chart, shown.current.tell, letters);
      }],
    },
  };
}

// A time that stands alone has no line, and so every one of a named line has its point.
function drawLine(color, isDotted) {
  return { stroke: color, width: 2, points: { show: isDotted, size: 5, fill: color, stroke: color }, spanGaps: false };
}

// What stands on each other is parted by the colour of the paper.
function drawColumn(color, paper) {
  return { fill: color, stroke: paper, width: 1, points: { show: false }, paths: uPlot.paths.bars({ size: COLUMN }) };
}

// Columns stand in the middle of their times, and the first and the last need room.
function widen(chart, low, high, lines) {
  const times = chart.data[0];
  const half = lines || times.length < 2 ? 0 : (times[1] - times[0]) / 2;
  return [low - half, high + half];
}

// Days have their ticks below the columns, as many as have room.
export function splitDays(chart) {
  const times = chart.data[0];
  const step = Math.max(1, Math.ceil((times.length * DAY_WIDTH) / chart.width));
  return times.filter((_, at) => at % step === 0);
}

function nameTime(seconds, chart, days) {
  if (days) return nameDay(seconds);
  const at = new Date(seconds * 1000);
  const shown = chart.scales.x.max - chart.scales.x.min;
  if (shown <= 2 * DAY) return clock(at, shown < 600);
  return nameDay(seconds);
}
