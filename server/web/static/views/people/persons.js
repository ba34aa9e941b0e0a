// One colour for each who lives here, the same wherever they stand beside each other; visitors have the colour of ink.
import { useMemo } from "preact/hooks";
import { useAnswer } from "tarn/asking.js";

// So many colours page.css has; of more residents some share one, and are told apart by their names.
const COLORS = 8;
const VISITOR = "--ink";
const SELDOM = 60;

// The custom property of somebody's colour, by their name; ink while it is not known who lives here.
export function usePersons() {
  const [data] = useAnswer("/agents", SELDOM);
  const shape = JSON.stringify(data?.agents.map(({ id, name }) => ({ id, name })) || []);
  return useMemo(() => nameColors(JSON.parse(shape)), [shape]);
}

// By their numbers, which grow: whoever comes to live here leaves the others their colours.
export function nameColors(residents) {
  const sorted = [...residents].sort((one, other) => one.id - other.id);
  const colors = new Map(sorted.map((each, at) => [each.name, `--person-${1 + (at % COLORS)}`]));
  return (name) => colors.get(name) || VISITOR;
}

// As the filling of an area, where ink would be too much.
export function fillWith(color) {
  return isVisitor(color) ? "color-mix(in srgb, var(--ink) 50%, var(--sheet))" : `var(${color})`;
}

export function isVisitor(color) {
  return color === VISITOR;
}
