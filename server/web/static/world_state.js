// What the page knows of the world, and how each message changes it.

const MOST_EVENTS = 800;

export const EMPTY = { you: null, time: null, rooms: [], people: new Map(), events: [] };

const CHANGES = {
  world: (state, message) => ({
    you: message.you,
    time: message.time,
    rooms: message.rooms,
    people: new Map(message.people.map((each) => [each.id, each])),
    events: message.events.map(number),
  }),
  event: (state, message) => ({
    ...state,
    events: [...state.events.slice(1 - MOST_EVENTS), number(message)],
  }),
  presence: (state, message) => {
    const people = new Map(state.people);
    for (const each of message.people) people.set(each.id, each);
    for (const id of message.gone) people.delete(id);
    return { ...state, people };
  },
  everybody: (state, message) => ({ ...state, people: new Map(message.people.map((each) => [each.id, each])) }),
  rooms: (state, message) => ({ ...state, rooms: message.rooms }),
  time: (state, message) => ({ ...state, time: message.time }),
};

let count = 0;

function number(event) {
  count += 1;
  return { ...event, key: count };
}

export function change(state, message) {
  const apply = CHANGES[message.type];
  return apply ? apply(state, message) : state;
}
