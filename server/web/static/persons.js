// One colour for each who lives here, the same on every view; visitors have the colour of ink. It is given out in this module alone.
import { createContext } from "preact";
import { useContext, useMemo } from "preact/hooks";

// So many colours page.css has; of more residents some share one, and are told apart by their names.
const COLORS = 8;
const VISITOR = "--ink";

// By their numbers, which grow: whoever comes to live here leaves the others their colours.
export function nameColors(residents) {
  const sorted = [...residents].sort((one, other) => one.id - other.id);
  const colors = new Map(sorted.map((each, at) => [each.name, `--person-${1 + (at % COLORS)}`]));
  return (name) => colors.get(name) || VISITOR;
}

// What the views are given: the custom property of somebody's colour, by their name; ink while it is not known who lives here.
export const Persons = createContext(nameColors([]));

export function usePersons() {
  return useContext(Persons);
}

// The colours of those of some people who live here, the same function as long as they are the same.
export function useColors(people) {
  const residents = [...people].filter((each) => each.kind === "agent").map(({ id, name }) => ({ id, name }));
  const shape = JSON.stringify(residents.sort((one, other) => one.id - other.id));
  return useMemo(() => nameColors(JSON.parse(shape)), [shape]);
}

// As a style, in which page.css finds it.
export function paint(color) {
  return { "--who": `var(${color})` };
}

// As the filling of an area, where ink would be too much.
export function fillWith(color) {
  return isVisitor(color) ? "color-mix(in srgb, var(--ink) 50%, var(--sheet))" : `var(${color})`;
}

export function isVisitor(color) {
  return color === VISITOR;
}
