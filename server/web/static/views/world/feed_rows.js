// The rows of what happens: a walk that is seen from two rooms is one, and minute and place stand where either begins.
import { formatHour, formatLength } from "tarn/time.js";

// A walk is over so soon; its two halves are no farther apart.
const LONGEST_WALK = 10_000;

const walks = new WeakMap();

// The events, of which those of one walk are joined where it began.
export function joinWalks(events) {
  const rows = [];
  const left = new Map();
  for (const event of events) {
    const begun = event.event === "arrive" ? left.get(event.actor) : undefined;
    if (begun !== undefined && isOneWalk(rows[begun], event)) rows[begun] = join(rows[begun], event);
    else rows.push(event);
    left.delete(event.actor);
    if (event.event === "leave") left.set(event.actor, rows.length - 1);
  }
  return rows;
}

// Told otherwise than usual, the two say more than where somebody went.
function isOneWalk(one, other) {
  const { actor } = one;
  return one.text === `${actor} leaves for ${other.room}.` && other.text === `${actor} arrives from ${one.room}.`
    && Math.abs(Date.parse(other.at) - Date.parse(one.at)) <= LONGEST_WALK;
}

function join(one, other) {
  if (!walks.has(other)) {
    walks.set(other, { ...one, isWalk: true, room: "", last: other.key, ends: [one.room, other.room], text: `${one.actor} walks from ${one.room} to ${other.room}.` });
  }
  return walks.get(other);
}

// For each row its `day`, `place` and `minute` where they are others than those above it; empty: they are the same. What is of today alone needs no day. A walk that does not touch the place above it stands under none (`isApart`), and
// after a long quiet a row says how long it was (`later`), and its place again.
// What is said to some alone has that for its place.
export function markChanges(rows, now = new Date()) {
  let [day, minute, place, before] = [now.toDateString(), "", "", null];
  return rows.map((event) => {
    const isApart = Boolean(event.ends) && place !== "" && !event.ends.includes(place);
    const room = event.private && event.to ? IN_PRIVATE : event.room;
    const its = { day: findDay(event), minute: findHour(event), place: room || (isApart ? "" : place) };
    const isNewDay = its.day !== day;
    const later = before === null || isNewDay ? "" : describeQuiet(Date.parse(event.at) - before);
    const isElsewhere = Boolean(room) && (isNewDay || Boolean(later) || its.place !== place);
    // By the row above alone: the oldest row goes when a new one comes, and all others stay as they are drawn.
    const found = { event, isNewDay, minute: isNewDay || its.minute !== minute ? its.minute : "", place: isElsewhere ? its.place : "", isApart, later };
    [day, minute, place, before] = [its.day, its.minute, its.place, Date.parse(event.at)];
    return found;
  });
}

const IN_PRIVATE = "in private";
const MINUTE = 60_000;
// A quiet that is worth a word.
const QUIET_MINUTES = 20;

// "45 min later"
function describeQuiet(milliseconds) {
  return Math.round(milliseconds / MINUTE) < QUIET_MINUTES ? "" : `${formatLength(milliseconds)} later`;
}

const days = new WeakMap();
const hours = new WeakMap();

function findHour(event) {
  if (!hours.has(event)) hours.set(event, formatHour(event.at));
  return hours.get(event);
}

// The day of an event, which is worked out once.
function findDay(event) {
  if (!days.has(event)) days.set(event, new Date(event.at).toDateString());
  return days.get(event);
}
