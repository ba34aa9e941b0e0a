// What the server knows of one life: its numbers, tiles of density, and summaries of a stretch.
import { request } from "tarn/session.js";
import { ZONE } from "tarn/time.js";

const TILE = 256;
const MOST_TILES = 400;
const MOST_LEVEL = 40;

export function lifePath(name, rest = "", values = {}) {
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== "" && value !== null && value !== undefined));
  return `/memory/${encodeURIComponent(name)}${rest}${query.size ? `?${query}` : ""}`;
}

// Tiles of 256 buckets; a bucket of level L counts 2^L memories. `onChange` is called when one has come.
export class Tiles {
  constructor(name, onChange) {
    this.name = name;
    this.zone = ZONE;
    this.onChange = onChange;
    this.tiles = new Map();
    this.newest = 0;
    this.read = 0;
  }

  // What lies behind what the server had read before is asked for again; till then the old is drawn.
  grow(newest, read) {
    for (const tile of this.tiles.values()) {
      if (read !== this.read && tile.last > Math.min(this.read, read)) tile.stale = true;
    }
    this.newest = newest;
    this.read = read;
  }

  // The tile of a level that holds a memory; while it is on its way, undefined.
  find(level, seq) {
    const index = Math.floor((seq - 1) / (TILE * 2 ** level));
    const key = `${level}/${index}`;
    const known = this.tiles.get(key);
    if (!known || known.stale) this.fetch(level, index, key, known);
    return known && known.data;
  }

  // The finest tile at hand of a coarser level.
  findCoarser(level, seq) {
    for (let coarser = level + 1; coarser < MOST_LEVEL; coarser += 1) {
      const known = this.tiles.get(`${coarser}/${Math.floor((seq - 1) / (TILE * 2 ** coarser))}`);
      if (known && known.data) return known.data;
      if (TILE * 2 ** coarser > this.newest) return undefined;
    }
    return undefined;
  }

  // A server without a table of time zones counts days by UTC; the strip says so.
  forgetZone() {
    this.zone = "";
    this.onChange();
  }

  async fetch(level, index, key, before) {
    const size = TILE * 2 ** level;
    const from = index * size + 1;
    if (from > this.newest) return;
    const tile = { last: from + size - 1, data: before && before.data };
    this.tiles.set(key, tile);
    if (this.tiles.size > MOST_TILES) this.tiles.delete(this.tiles.keys().next().value);
    try {
      tile.data = await request(lifePath(this.name, "/density", { from, to: tile.last, buckets: TILE, zone: this.zone }));
      this.onChange();
    } catch (failure) {
      if (this.tiles.get(key) === tile) this.tiles.delete(key);
      if (failure.status === 400 && this.zone) this.forgetZone();
    }
  }
}

// The summaries of a window and as much again on both sides; one question at a time.
export class Summaries {
  constructor(name, onChange) {
    this.name = name;
    this.onChange = onChange;
    this.lanes = [];
    this.span = [0, 0];
    this.asked = null;
    this.busy = false;
    this.read = 0;
  }

  want(first, last, newest, read) {
    const size = last - first;
    const wide = this.span[1] - this.span[0] > 6 * size && this.lanes.some((lane) => lane.count > lane.summaries.length);
    const held = first >= this.span[0] && last <= this.span[1] && read === this.read;
    if (held && !wide) return;
    this.asked = [Math.max(1, Math.floor(first - size)), Math.min(newest, Math.ceil(last + size)), newest, read];
    if (!this.busy) this.fetch();
  }

  async fetch() {
    this.busy = true;
    while (this.asked) {
      const [from, to, newest, read] = this.asked;
      this.asked = null;
      try {
        const found = await request(lifePath(this.name, "/summaries", { from, to }));
        this.lanes = found.lanes;
        this.span = [from, to >= newest ? Infinity : to];
        this.read = read;
        this.onChange();
      } catch {
        this.span = [0, 0];
      }
    }
    this.busy = false;
  }
}
