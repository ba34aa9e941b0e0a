// Plays the past again: a clock that runs faster than ours, and what it brings.
//
// A source has `moment(at)` ({rooms, people, events, clock}) and `events({from, after})` ({events, next, later});
// that the server was started anew is an event, too, with the time since when it had been `stopped`, if that is known.
// times are ISO texts, the player's own are milliseconds. Both are given a signal, which says that nobody wants
// the answer any more, and a function that is told why there is none yet.

export const SPEEDS = [1, 10, 60, 300, 1000];

const MOST_SHOWN = 600;
const FEW = 100;
const DAY_MINUTES = 1440;

// A pause that would last longer than this, in our seconds, is skipped.
const LONGEST_PAUSE = 30;

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
    this.clock = null;
    this.stop = null;
    this.clear(at);
  }

  clear(at) {
    this.leave();
    this.stop = new AbortController();
    Object.assign(this, { at, rooms: [], ids: new Map(), people: new Map(), shown: [], queue: [], next: "", later: "", fetching: null, failed: "", ready: false });
  }

  get ended() {
    return this.ready && this.queue.length === 0 && !this.next && !this.fetching;
  }

  // Waits for no answer any more.
  leave() {
    if (this.stop) this.stop.abort();
  }

  // Goes to a moment; what was asked for before is forgotten.
  async seek(at) {
    this.clear(at);
    this.onChange();
    const from = new Date(at).toISOString();
    await this.ask(
      (...how) => Promise.all([this.source.moment(from, ...how), this.source.events({ from }, ...how)]),
      ([moment, stretch]) => this.begin(moment, stretch),
    );
  }

  // Takes an answer, if it is still wanted when it comes.
  async ask(question, take) {
    const { signal } = this.stop;
    try {
      const answer = await question(signal, (why) => this.fail(why, signal));
      if (signal.aborted) return;
      this.failed = "";
      take(answer);
    } catch (failure) {
      if (!signal.aborted) this.playing = false;
      this.fail(failure.message, signal);
    }
    this.onChange();
  }

  fail(why, signal) {
    if (signal.aborted) return;
    this.failed = why;
    this.onChange();
  }

  begin(moment, stretch) {
    this.rooms = moment.rooms;
    this.clock = moment.clock;
    this.ids = new Map(moment.rooms.map((room) => [room.name, room.id]));
    for (const each of moment.people) this.place(each.name, each.kind, each.room, Date.parse(each.seen), each.came);
    this.shown = moment.events.map((event) => (isStill(event) ? noteStill(event) : this.dress(event, false)));
    this.take(stretch);
    this.ready = true;
  }

  take({ events, next, later }) {
    this.queue.push(...events.filter((event) => !isMark(event) || isStill(event)));
    this.next = next;
    this.later = later || "";
  }

  async fetchMore(after = this.next) {
    const { signal } = this.stop;
    this.fetching = true;
    await this.ask((...how) => this.source.events({ after }, ...how), (stretch) => this.take(stretch));
    if (!signal.aborted) this.fetching = false;
  }

  // Goes on where the past ended, after more of it has come.
  goOn() {
    if (this.ended && this.later) this.fetchMore(this.later);
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
    if (!isStill(this.queue[0])) this.show(note(this.at, `${describeTime(pause)} without anything to see, skipped`));
    this.at += pause - 500 * this.speed;
  }

  // Goes to what happens next, however long nothing does.
  async goToNext() {
    const { signal } = this.stop;
    const last = this.shown[this.shown.length - 1];
    while (this.ready && !signal.aborted && last === this.shown[this.shown.length - 1]) {
      if (this.queue.length === 0 && this.next && !this.fetching) await this.fetchMore();
      if (signal.aborted || this.queue.length === 0) break;
      this.at = Math.max(this.at, Date.parse(this.queue[0].at));
      this.apply(this.queue.shift());
    }
    if (this.ended) this.playing = false;
    this.onChange();
  }

  // --- what an event changes ------------------------------------------------------------

  apply(event) {
    const at = Date.parse(event.at);
    for (const name of event.agents) this.place(name, "agent", event.room, at, event.event === "arrive" && name === event.actor);
    for (const name of event.people) this.place(name, "person", event.room, at, event.event === "arrive" && name === event.actor);
    if (event.event === "leave") this.people.delete(event.actor);
    this.people = new Map(this.people);
    if (isStill(event)) this.show(noteStill(event));
    else if (event.lost) this.show(note(at, `${event.lost} lines are missing here: the disk was full`));
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

  // How many real minutes an hour of the world takes.
  get hourMinutes() {
    return this.clock ? this.clock.day_length / 24 : 0;
  }

  // The hour that the world had then, as 18:05; empty: it keeps no time.
  get hour() {
    if (!this.clock) return "";
    const passed = ((this.at - Date.parse(this.clock.at)) / 60000) * (DAY_MINUTES / this.clock.day_length);
    const minutes = Math.floor(((this.clock.minutes + passed) % DAY_MINUTES + DAY_MINUTES) % DAY_MINUTES);
    return [Math.floor(minutes / 60), minutes % 60].map((each) => String(each).padStart(2, "0")).join(":");
  }

  // The world as the map and the feed want it.
  get world() {
    const people = new Map([...this.people].map(([name, each]) => [name, { ...each, mark: this.at - each.seen > UNSURE ? "not seen of late" : "" }]));
    return { rooms: this.rooms, people, events: this.shown };
  }
}

// So much later the server is noticed to have been away; a shorter time nobody misses.
const SHORTEST_STILL = 60_000;

// The server was stopped or started: nothing happened to anybody.
function isMark({ kind }) {
  return kind === "start" || kind === "stop";
}

// The server was started, and when it had been stopped is known.
export function isStill({ kind, at, stopped }) {
  return kind === "start" && Boolean(stopped) && Date.parse(at) - Date.parse(stopped) >= SHORTEST_STILL;
}

function noteStill({ at, stopped }) {
  return note(Date.parse(at), `The world stood still for ${describeTime(Date.parse(at) - Date.parse(stopped))}`);
}

function note(at, text) {
  count += 1;
  return { key: count, at: new Date(at).toISOString(), room: "", actor: "", by: "note", kind: "note", event: "note", text: `– ${text} –` };
}

// In whole units that are over, as everywhere, at least two of them but for minutes and seconds: two days and fourteen hours are
// "2 days", a day and eighteen hours "42 hours", as "1 day" would leave too much out.
export function describeTime(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  const units = [[86400, "day", 2], [3600, "hour", 2], [60, "minute", 1], [1, "second", 1]];
  const [size, unit] = units.find(([each, , least]) => seconds >= least * each) || [1, "second"];
  const number = Math.floor(seconds / size);
  return `${number} ${unit}${number === 1 ? "" : "s"}`;
}
