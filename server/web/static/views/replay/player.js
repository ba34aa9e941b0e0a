// Plays the past again: a clock that runs faster than ours, and what it brings.
//
// A source has `moment(at)` ({rooms, people, events}) and `events({from, after})` ({events, next});
// times are ISO texts, the player's own are milliseconds.

export const SPEEDS = [1, 10, 60, 300, 1000];

const MOST_SHOWN = 600;
const FEW = 100;

// A pause that would last longer than this, in our seconds, is skipped.
const LONGEST_PAUSE = 4;

// Who was not seen for so long may be elsewhere by now.
const UNSURE = 30 * 60 * 1000;

let count = 0;

export class Player {
  constructor(at, onChange) {
    this.source = null;
    this.onChange = onChange;
    this.speed = 10;
    this.playing = false;
    this.skips = true;
    this.clear(at);
  }

  clear(at) {
    Object.assign(this, { at, rooms: [], ids: new Map(), people: new Map(), shown: [], queue: [], next: "", fetching: null, failed: "", ready: false });
  }

  get ended() {
    return this.ready && this.queue.length === 0 && !this.next && !this.fetching;
  }

  // Goes to a moment; what was asked for before is forgotten.
  async seek(at) {
    this.clear(at);
    const mine = Symbol("seek");
    this.seeking = mine;
    this.onChange();
    const from = new Date(at).toISOString();
    try {
      const [moment, stretch] = await Promise.all([this.source.moment(from), this.source.events({ from })]);
      if (this.seeking !== mine) return;
      this.begin(moment, stretch);
    } catch (failure) {
      if (this.seeking !== mine) return;
      this.failed = failure.message;
      this.playing = false;
    }
    this.onChange();
  }

  begin(moment, stretch) {
    this.rooms = moment.rooms;
    this.ids = new Map(moment.rooms.map((room) => [room.name, room.id]));
    for (const each of moment.people) this.place(each.name, each.kind, each.room, Date.parse(each.seen), each.came);
    this.shown = moment.events.map((event) => this.dress(event, false));
    this.take(stretch);
    this.ready = true;
  }

  take({ events, next }) {
    this.queue.push(...events);
    this.next = next;
  }

  async fetchMore() {
    const mine = this.seeking;
    this.fetching = this.source.events({ after: this.next });
    try {
      const stretch = await this.fetching;
      if (this.seeking === mine) this.take(stretch);
    } catch (failure) {
      if (this.seeking === mine) Object.assign(this, { failed: failure.message, playing: false });
    }
    if (this.seeking === mine) this.fetching = null;
  }

  // Lets `seconds` of ours go by.
  tick(seconds) {
    if (!this.playing || !this.ready) return;
    if (this.queue.length < FEW && this.next && !this.fetching) this.fetchMore();
    if (this.queue.length === 0 && this.fetching) return;
    this.at += seconds * 1000 * this.speed;
    this.skipPause();
    while (this.queue.length && Date.parse(this.queue[0].at) <= this.at) this.apply(this.queue.shift());
    if (this.ended) this.playing = false;
    this.onChange();
  }

  skipPause() {
    if (!this.skips || !this.queue.length) return;
    const pause = Date.parse(this.queue[0].at) - this.at;
    if (pause <= LONGEST_PAUSE * 1000 * this.speed) return;
    this.show(note(this.at, `${describeTime(pause)} without anything to see, skipped`));
    this.at += pause - 500 * this.speed;
  }

  // --- what an event changes ------------------------------------------------------------

  apply(event) {
    const at = Date.parse(event.at);
    for (const name of event.agents) this.place(name, "agent", event.room, at, event.event === "arrive" && name === event.actor);
    for (const name of event.people) this.place(name, "person", event.room, at, event.event === "arrive" && name === event.actor);
    if (event.event === "leave") this.people.delete(event.actor);
    this.people = new Map(this.people);
    if (event.lost) this.show(note(at, `${event.lost} lines are missing here: the disk was full`));
    else if (event.text) this.show(this.dress(event, true));
  }

  place(name, kind, room, seen, came) {
    const known = this.people.get(name);
    const stayed = known && known.place === room;
    this.people.set(name, { id: name, name, kind, place: room, room: this.ids.get(room) || 0, seen, came: came || Boolean(stayed && known.came), since: stayed ? known.since : seen });
  }

  dress(event, now) {
    count += 1;
    return { ...event, key: count, seq: 1, who: event.actor, place: this.ids.get(event.room), private: Boolean(event.private), now };
  }

  show(event) {
    this.shown = [...this.shown.slice(1 - MOST_SHOWN), event];
  }

  // The world as the map and the feed want it.
  get world() {
    const people = new Map([...this.people].map(([name, each]) => [name, { ...each, mark: this.at - each.seen > UNSURE ? "not seen of late" : "" }]));
    return { rooms: this.rooms, people, events: this.shown };
  }
}

function note(at, text) {
  count += 1;
  return { key: count, at: new Date(at).toISOString(), room: "", actor: "", by: "note", kind: "note", event: "note", text: `– ${text} –` };
}

export function describeTime(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  const units = [[86400, "day"], [3600, "hour"], [60, "minute"], [1, "second"]];
  const [size, unit] = units.find(([each]) => seconds >= each) || [1, "second"];
  const number = Math.round(seconds / size);
  return `${number} ${unit}${number === 1 ? "" : "s"}`;
}
