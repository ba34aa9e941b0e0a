// A chart of uPlot: columns that stand on each other, or lines.
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import { html } from "tarn/html.js";
import { formatDay } from "tarn/time.js";
import { clock } from "tarn/views/costs/numbers.js";

const DAY = 86400;
// The name of a day needs so many pixels.
const DAY_WIDTH = 90;

// `columns` are [{values, color}], the first at the bottom; `color` names a custom property.
export function Chart({ label, times, columns, format, height = 220, lines = false, most = 0 }) {
  const place = useRef(null);
  const drawn = useRef(null);
  const days = times.length > 1 ? times[1] - times[0] >= DAY : times.length === 1;
  const shape = `${days} ${columns.length} ${columns.map((each) => each.color).join(" ")} ${lines} ${height}`;

  useEffect(() => {
    // Kept: the page lets go of it before the watcher below is told to stop.
    const element = place.current;
    const draw = () => {
      drawn.current?.destroy();
      drawn.current = new uPlot(
        describe({ element, columns, days, height, lines, most, format }),
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
  }, [shape, format]);

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

function describe({ element, columns, days, height, lines, most, format }) {
  const style = getComputedStyle(element);
  const color = (name) => style.getPropertyValue(name).trim();
  const font = `13px ${style.fontFamily}`;
  const axis = {
    font,
    stroke: color("--quiet"),
    grid: { stroke: color("--line"), width: 1 },
    ticks: { show: false },
    gap: 6,
  };
  const shown = lines ? columns : [...columns].reverse();
  return {
    width: element.clientWidth,
    height,
    legend: { show: false },
    cursor: { show: false },
    padding: [8, 8, 0, 0],
    scales: { x: { range: (chart, low, high) => widen(chart, low, high, lines) }, y: { range: (_, low, high) => [0, Math.max(high || 0, most) * 1.08 || 1] } },
    axes: [
      { ...axis, size: 30, grid: { show: false }, ...(days ? { splits: splitDays } : {}), values: (chart, at) => at.map((each) => nameTime(each, chart)), space: 90 },
      { ...axis, size: 64, values: (_, at) => at.map(format) },
    ],
    series: [
      {},
      ...shown.map((each) => (lines
        ? { stroke: color(each.color), width: 1.5, points: { show: false }, spanGaps: false }
        : { fill: color(each.color), width: 0, points: { show: false }, paths: uPlot.paths.bars({ size: [0.8, 48] }) })),
    ],
  };
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

function nameTime(seconds, chart) {
  const at = new Date(seconds * 1000);
  const shown = chart.scales.x.max - chart.scales.x.min;
  if (shown <= 2 * DAY) return clock(at, shown < 600);
  return formatDay(at);
}
