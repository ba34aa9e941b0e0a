// The rows of what happens: a walk that is seen from two rooms is one, and minute and place stand where either begins.
import { formatHour } from "tarn/time.js";

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
    walks.set(other, { ...one, isWalk: true, room: "", last: other.key, text: `${one.actor} walks from ${one.room} to ${other.room}.` });
  }
  return walks.get(other);
}

// For each row its `day` and `place` where they are others than those above it, and its `minute` where that or the place is; empty: they
// are the same. What is of today alone needs no day.
export function markChanges(rows, now = new Date()) {
  let [day, minute, place] = [now.toDateString(), "", ""];
  return rows.map((event) => {
    const its = { day: findDay(event), minute: formatHour(event.at), place: event.room || place };
    const isNewDay = its.day !== day;
    const isElsewhere = Boolean(event.room) && (isNewDay || its.place !== place);
    const found = { event, isNewDay, minute: isElsewhere || isNewDay || its.minute !== minute ? its.minute : "", place: isElsewhere ? its.place : "" };
    [day, minute, place] = [its.day, its.minute, its.place];
    return found;
  });
}

const days = new WeakMap();

// The day of an event, which is worked out once.
function findDay(event) {
  if (!days.has(event)) days.set(event, new Date(event.at).toDateString());
  return days.get(event);
}
