// The strip: a life on a canvas that can be dragged, zoomed, clicked, and moved by keys.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { html } from "tarn/html.js";
import { Summaries, Tiles } from "tarn/views/memory/life.js";
import { describeAxes, describePointed, findExample } from "tarn/views/memory/guide.js";
import { Legend } from "tarn/views/memory/legend.js";
import { draw, readColors } from "tarn/views/memory/drawing.js";
import { Way } from "tarn/views/memory/way.js";
import { layOut, measure } from "tarn/views/memory/layout.js";

const LEAST_SHOWN = 12;
const ZOOM_STEP = 1.6;
const SETTLED = 250;
const STILL = 4;
// From this width on the names of the rows stand in a column of their own, and what bars stand for has room behind the newest memory.
const WIDE = 720;
const ROOM = 112;

export function Strip({ life, checks, from, to, chosen, marks, onMove, onSummary, onMemory }) {
  const canvas = useRef(null);
  const [height, setHeight] = useState(220);
  const [under, setUnder] = useState("");
  const [replaced, setReplaced] = useState(false);
  const shown = useMemo(() => new Window(life.name), [life.name]);
  const [, seeLanes] = useState(null);
  const [names, setNames] = useState([]);
  shown.onNames = setNames;
  shown.onHeight = setHeight;
  shown.onLanes = seeLanes;
  shown.lived = new Map(life.amounts.map((each) => [each.id, each.lived]));
  shown.onMove = onMove;
  shown.chosen = chosen;
  const denied = useMemo(() => new Map((checks || []).filter((each) => each.contradicted).map((each) => [each.id, each.contradicted])), [checks]);
  shown.denied = denied;
  const example = findExample(shown.lanes, chosen.summary || [...denied.keys()][0], from || 1, to || life.memories);
  shown.example = example && example.summary;

  // At once with the page: a key that comes right then moves what is shown, and not what was.
  useLayoutEffect(() => shown.attach(canvas.current), [shown]);
  useLayoutEffect(() => {
    shown.grow(Math.max(1, life.memories), life.read_up_to);
  }, [shown, life.memories, life.read_up_to]);
  useLayoutEffect(() => {
    shown.place(from, to);
  }, [shown, from, to]);
  useEffect(() => {
    shown.replaced = replaced;
    shown.arrange();
  }, [shown, replaced, chosen.memory, chosen.summary]);
  useEffect(() => {
    shown.marks = marks;
    shown.ask();
  }, [shown, marks, denied, example && example.summary.id]);

  function press(event) {
    const run = KEYS[event.key];
    if (!run || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    run(shown);
  }

  function point(event) {
    const found = shown.drag(event) ? null : shown.find(event);
    setUnder(describePointed(found, life, shown));
    shown.pointAt(found);
    canvas.current.style.cursor = found ? "pointer" : "grab";
  }

  function leave() {
    setUnder("");
    shown.pointAt(null);
  }

  function release(event) {
    if (!shown.release(event)) return;
    const found = shown.find(event);
    if (found && found.summary) onSummary(found.summary.id);
    else if (found && found.memory) onMemory(found.memory);
  }

  return html`
    <section class="strip card" aria-label="The life as a strip">
      <div class="tools">
        <${Way} life=${life} lanes=${shown.lanes} joined=${!replaced} />
        <span class="joined">
          <button aria-label="Earlier" title="Earlier" onClick=${() => shown.pan(-0.5)}>←</button>
          <button aria-label="Later" title="Later" onClick=${() => shown.pan(0.5)}>→</button>
          <button aria-label="Nearer" title="Nearer" onClick=${() => shown.zoom(1 / ZOOM_STEP)}>+</button>
          <button aria-label="Farther" title="Farther" onClick=${() => shown.zoom(ZOOM_STEP)}>−</button>
          <button class="whole" onClick=${() => shown.showAll()}>Whole life</button>
        </span>
        ${life.summaries > life.standing && html`
          <button aria-pressed=${replaced} onClick=${() => setReplaced(!replaced)}>Show replaced summaries</button>
        `}
      </div>
      <div class=${names.length ? "drawn aside" : "drawn"}>
      ${names.length > 0 && html`<div class="lanes" aria-hidden="true" style=${{ height: `${height}px` }}>${names.map(({ top, height: tall, words: [name, detail] }) => html`
        <p key=${name} style=${{ top: `${top}px`, height: `${tall}px` }}><span>${name}</span>${detail && html`<span class="quiet">${detail}</span>`}</p>`)}</div>`}
      <canvas ref=${canvas} tabindex="0" role="img" style=${{ height: `${height}px` }}
        aria-label=${`${describeAxes(life, shown.lanes, from, to)} Arrow keys move, plus and minus zoom, Home and End go to the ends; the lists below have the same as text.`}
        onKeyDown=${press} onPointerDown=${(event) => shown.hold(event)} onPointerMove=${point}
        onPointerUp=${release} onPointerCancel=${(event) => shown.release(event)} onPointerLeave=${leave}></canvas>
      </div>
      <div class=${names.length ? "below aside" : "below"}>
        <${Legend} life=${life} lanes=${shown.lanes} marks=${marks} replaced=${replaced} denied=${denied} />
        <p class="under quiet">${under || `Click a bar or a column to read it; drag to move, turn the wheel to zoom.${shown.tiles.zone ? "" : " Days are those of UTC."}`}</p>
      </div>
    </section>
  `;
}

const KEYS = {
  ArrowLeft: (shown) => shown.pan(-0.2),
  ArrowRight: (shown) => shown.pan(0.2),
  PageUp: (shown) => shown.pan(-1),
  PageDown: (shown) => shown.pan(1),
  "+": (shown) => shown.zoom(1 / ZOOM_STEP),
  "=": (shown) => shown.zoom(1 / ZOOM_STEP),
  "-": (shown) => shown.zoom(ZOOM_STEP),
  Home: (shown) => shown.pan(-1e9),
  End: (shown) => shown.pan(1e9),
};

// The part of a life that is in sight, and what the pointers do with it.
class Window {
  constructor(name) {
    this.tiles = new Tiles(name, () => this.ask());
    this.summaries = new Summaries(name, () => {
      this.arrange();
    });
    Object.assign(this, { first: 1, last: 2, newest: 0, lanes: [], width: 0, chosen: {}, replaced: false, pointers: new Map(), moved: 0, lived: new Map(), denied: new Map(), room: 0, onLanes: () => null, aside: false, told: "[]" });
  }

  arrange() {
    this.lanes = layOut(this.summaries.lanes, this.replaced, this.chosen.summary, this.aside);
    this.onLanes(this.lanes);
    this.ask();
  }

  attach(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    const sizes = new ResizeObserver(() => {
      const aside = canvas.parentElement.clientWidth >= WIDE;
      this.room = aside ? ROOM : 0;
      this.width = canvas.clientWidth - this.room;
      if (aside === this.aside) this.ask();
      else {
        this.aside = aside;
        this.arrange();
      }
    });
    sizes.observe(canvas);
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    const repaint = () => this.ask();
    scheme.addEventListener("change", repaint);
    document.fonts.ready.then(repaint);
    const turn = (event) => this.turn(event);
    canvas.addEventListener("wheel", turn, { passive: false });
    return () => {
      sizes.disconnect();
      scheme.removeEventListener("change", repaint);
      canvas.removeEventListener("wheel", turn);
      cancelAnimationFrame(this.frame);
      clearTimeout(this.timer);
    };
  }

  grow(newest, read) {
    const atEnd = this.last >= this.newest;
    const whole = this.first <= 1 && atEnd;
    this.newest = newest;
    this.tiles.grow(newest, read);
    this.read = read;
    if (whole) this.show(1, newest + 1);
    else this.ask();
  }

  // What the address asks for; null: the whole life.
  place(from, to) {
    if (this.settled && this.settled[0] === from && this.settled[1] === to) return;
    this.show(from || 1, (to || this.newest) + 1);
  }

  showAll() {
    this.show(1, this.newest + 1);
    this.settle();
  }

  show(first, last) {
    const size = Math.min(Math.max(last - first, Math.min(LEAST_SHOWN, this.newest)), Math.max(this.newest, 1));
    const begin = Math.min(Math.max(first, 1), Math.max(1, this.newest + 1 - size));
    this.first = begin;
    this.last = begin + size;
    this.ask();
  }

  pan(share) {
    const size = this.last - this.first;
    this.show(Math.min(Math.max(this.first + share * size, 1), this.newest + 1), Math.min(Math.max(this.first + share * size, 1), this.newest + 1) + size);
    this.settle();
  }

  zoom(factor, at = 0.5) {
    const size = this.last - this.first;
    const fixed = this.first + at * size;
    const next = Math.min(Math.max(size * factor, LEAST_SHOWN), this.newest);
    this.show(fixed - at * next, fixed - at * next + next);
    this.settle();
  }

  // Tell the address where the window has come to rest.
  settle() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const whole = this.first <= 1 && this.last > this.newest;
      this.settled = whole ? [null, null] : [Math.round(this.first), Math.round(this.last) - 1];
      this.onMove(...this.settled);
    }, SETTLED);
  }

  // --- pointers

  turn(event) {
    event.preventDefault();
    const { left } = this.canvas.getBoundingClientRect();
    const { width } = this;
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey) this.pan((event.deltaX || event.deltaY) / width);
    else this.zoom(1.0015 ** event.deltaY, (event.clientX - left) / width);
  }

  hold(event) {
    this.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, event.clientX);
    this.moved = 0;
  }

  // Moves with one pointer, zooms with two; returns whether it did either.
  drag(event) {
    if (!this.pointers.has(event.pointerId)) return false;
    const before = this.pointers.get(event.pointerId);
    this.moved += Math.abs(event.clientX - before);
    if (this.moved <= STILL) return false;
    const { left } = this.canvas.getBoundingClientRect();
    const { width } = this;
    const other = [...this.pointers].find(([id]) => id !== event.pointerId);
    this.pointers.set(event.pointerId, event.clientX);
    if (other) {
      const middle = ((event.clientX + other[1]) / 2 - left) / width;
      this.zoom(Math.abs(before - other[1]) / Math.max(Math.abs(event.clientX - other[1]), 1), middle);
    } else {
      this.pan((before - event.clientX) / width);
    }
    return true;
  }

  // Returns whether it was a click.
  release(event) {
    const held = this.pointers.delete(event.pointerId);
    return held && event.type === "pointerup" && this.moved <= STILL;
  }

  find(event) {
    const { left, top } = this.canvas.getBoundingClientRect();
    const [x, y] = [event.clientX - left, event.clientY - top];
    if (!this.drawn) return null;
    const { places, band } = this.drawn;
    const hit = places.find((each) => each.left - 1 <= x && x <= each.right + 1 && each.top <= y && y < each.bottom);
    if (hit) return { summary: hit.summary };
    if (y < band.top || y > band.bottom || x > this.width) return null;
    const memory = Math.floor(this.first + (x / this.width) * (this.last - this.first));
    return memory >= 1 && memory <= this.newest ? { memory } : null;
  }

  // A bar is then shaded down to its memories, a memory has its number on the axis.
  pointAt(found) {
    this.bar = found && found.summary;
    this.pointed = found && found.memory;
    this.ask();
  }

  // --- drawing, once a frame at most

  ask() {
    if (!this.frame && this.context) this.frame = requestAnimationFrame(() => this.paint());
  }

  paint() {
    this.frame = 0;
    if (!this.width || !this.newest) return;
    this.summaries.want(this.first, this.last, this.newest, this.read);
    const height = measure(this.lanes, this.aside);
    const ratio = devicePixelRatio || 1;
    const [wide, tall] = [Math.round((this.width + this.room) * ratio), Math.round(height * ratio)];
    if (this.canvas.width !== wide || this.canvas.height !== tall) {
      this.canvas.width = wide;
      this.canvas.height = tall;
      this.onHeight(height);
    }
    const view = { first: this.first, last: this.last, newest: this.newest, read: this.read, width: this.width, room: this.room, denied: this.denied, height, ratio, lived: this.lived, marks: this.marks, example: this.bar || this.example, aside: this.aside, pointed: this.pointed };
    this.drawn = draw(this.context, view, this.lanes, this.tiles, readColors(this.canvas), this.chosen);
    this.tell(this.aside ? this.drawn.names : []);
  }

  // The names of the rows, where they are others than before.
  tell(names) {
    const told = JSON.stringify(names);
    if (told !== this.told) this.onNames(names);
    this.told = told;
  }
}
