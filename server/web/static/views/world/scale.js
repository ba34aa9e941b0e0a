// How large the map is drawn, and which part of it is in sight.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { SMALL, findSpread, spreadOut } from "tarn/views/world/layout.js";
import { forgetWidths } from "tarn/views/world/labels.js";

const STEP = 1.25;
const LARGEST = 4;
// A small map is drawn so much smaller, so that its outermost names are in sight.
const SMALLER = 0.75;

// The pane's size and how far it is scrolled; null: it is not there yet.
function useCanvas() {
  const canvas = useRef(null);
  const [size, setSize] = useState(null);
  const [scrolled, setScrolled] = useState([0, 0]);
  useLayoutEffect(() => {
    const element = canvas.current;
    const look = () => setSize((before) => (before && before[0] === element.clientWidth && before[1] === element.clientHeight
      ? before : [element.clientWidth, element.clientHeight]));
    look();
    const watcher = new ResizeObserver(look);
    watcher.observe(element);
    const scroll = () => setScrolled([element.scrollLeft, element.scrollTop]);
    element.addEventListener("scroll", scroll, { passive: true });
    return () => {
      watcher.disconnect();
      element.removeEventListener("scroll", scroll);
    };
  }, []);
  return { canvas, size, scrolled };
}

// A number that changes when letters have come by which names have another width.
function useLetters() {
  const [number, setNumber] = useState(0);
  useEffect(() => {
    const look = () => {
      forgetWidths();
      setNumber((before) => before + 1);
    };
    document.fonts.addEventListener("loadingdone", look);
    return () => document.fonts.removeEventListener("loadingdone", look);
  }, []);
  return number;
}

// Spreads what is `charted` over the pane. Zoomed in, rooms are farther apart; zoomed out, all is smaller, until all of it is seen.
// Returns where everything stands, or null for it before there is a pane, and the part of it that is in sight: the `window`.
export function useScale(charted) {
  const { canvas, size, scrolled } = useCanvas();
  const [zoom, setZoom] = useState(1);
  const letters = useLetters();
  const [x, y] = useMemo(() => (size ? findSpread(charted, size) : [1, 1]), [charted, size, letters]);
  const larger = Math.max(1, zoom);
  const laid = useMemo(() => (size ? spreadOut(charted, x * larger, y * larger) : null), [charted, x, y, larger, letters, !size]);
  if (!size) return { canvas, laid, box: [0, 0, 1, 1], window: null, style: { width: "100%", height: "100%" }, enlarge: () => null, reduce: () => null };
  const { box } = laid;
  const whole = Math.min(1, size[0] / box.width, size[1] / box.height);
  const usual = charted.rooms.length <= SMALL && zoom === 1 ? Math.max(whole, SMALLER) : 1;
  const shown = zoom < 1 ? Math.max(zoom, whole) : usual;
  // Where there is more room than the map needs, it has all of it.
  const [wide, high] = [Math.max(box.width, size[0] / shown), Math.max(box.height, size[1] / shown)];
  const seen = [box.left - (wide - box.width) / 2, box.top - (high - box.height) / 2, wide, high];
  return {
    canvas, laid, shown,
    box: seen,
    window: { left: seen[0] + scrolled[0] / shown, top: seen[1] + scrolled[1] / shown, width: size[0] / shown, height: size[1] / shown },
    style: { width: `${Math.floor(wide * shown)}px`, height: `${Math.floor(high * shown)}px` },
    enlarge: () => setZoom(Math.min(LARGEST, (zoom < 1 ? shown : zoom) * STEP)),
    reduce: () => setZoom(zoom > 1 ? Math.max(1, zoom / STEP) : Math.max(whole, shown / STEP)),
  };
}

// Begins with a place in the middle, if not all is seen.
export function useMiddle({ canvas, laid, box, shown }, middle) {
  const begun = useRef(false);
  useLayoutEffect(() => {
    if (!laid || !middle || begun.current) return;
    begun.current = true;
    const element = canvas.current;
    element.scrollLeft = (middle.x - box[0]) * shown - element.clientWidth / 2;
    element.scrollTop = (middle.y - box[1]) * shown - element.clientHeight / 2;
  }, [laid, middle]);
}
