// Who is together in which room.

const NAMES = new Intl.Collator();

// For each room that somebody is in those people, by name. What is as it was `before`, a room's people or all, is the same object,
// so that whoever draws it need not look at it again.
export function groupPeople(people, before) {
  const here = new Map();
  for (const person of [...people.values()].sort((one, other) => NAMES.compare(one.name, other.name))) {
    if (!here.has(person.room)) here.set(person.room, []);
    here.get(person.room).push(person);
  }
  for (const [room, now] of here) {
    const then = before.get(room);
    if (then && then.length === now.length && now.every((each, at) => isAlike(each, then[at]))) here.set(room, then);
  }
  return here.size === before.size && [...here].every(([room, now]) => before.get(room) === now) ? before : here;
}

function isAlike(one, other) {
  return one === other || (one.id === other.id && one.name === other.name && one.kind === other.kind && one.mark === other.mark);
}
