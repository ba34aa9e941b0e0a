// How large the map is drawn: whole if its names can be read then, else a part of it.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

// Of the names' size; smaller ones nobody reads, larger ones shout.
const LEAST = 0.65;
const MOST = 1.45;
const LARGEST = 4;
const STEP = 1.25;

// `box` is what is drawn: left, top, width, height; `middle` what to begin with, if not all is seen.
// Returns besides the `window`: the part of it that is in sight.
export function useScale(box, middle) {
  const canvas = useRef(null);
  const [size, setSize] = useState(null);
  const [scale, setScale] = useState(null);
  const [scrolled, setScrolled] = useState([0, 0]);
  useEffect(() => {
    const element = canvas.current;
    const watcher = new ResizeObserver(() => setSize([element.clientWidth, element.clientHeight]));
    watcher.observe(element);
    const scroll = () => setScrolled([element.scrollLeft, element.scrollTop]);
    element.addEventListener("scroll", scroll, { passive: true });
    return () => {
      watcher.disconnect();
      element.removeEventListener("scroll", scroll);
    };
  }, []);
  const fits = size ? Math.min(size[0] / box[2], size[1] / box[3]) : 1;
  const usual = Math.min(Math.max(fits, LEAST), MOST);
  const shown = Math.min(Math.max(scale || usual, Math.min(fits, usual)), LARGEST);
  // Where there is more room than the map needs, it has all of it.
  const [wide, high] = size ? [Math.max(box[2], size[0] / shown), Math.max(box[3], size[1] / shown)] : [box[2], box[3]];
  const seen = [box[0] - (wide - box[2]) / 2, box[1] - (high - box[3]) / 2, wide, high];
  const begun = useRef(false);
  useLayoutEffect(() => {
    if (!size || !middle || begun.current) return;
    begun.current = true;
    canvas.current.scrollLeft = (middle.x - seen[0]) * shown - size[0] / 2;
    canvas.current.scrollTop = (middle.y - seen[1]) * shown - size[1] / 2;
  }, [size, middle]);
  return {
    canvas,
    box: seen,
    window: size ? [seen[0] + scrolled[0] / shown, seen[1] + scrolled[1] / shown, size[0] / shown, size[1] / shown] : seen,
    style: size ? { width: `${Math.floor(wide * shown)}px`, height: `${Math.floor(high * shown)}px` } : { width: "100%", height: "100%" },
    enlarge: () => setScale(shown * STEP),
    reduce: () => setScale(shown / STEP),
  };
}
