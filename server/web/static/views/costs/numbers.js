// Numbers for people.

// A narrow space at which no line breaks.
const THIN = "\u202f";
const MOST_DECIMALS = 9;

export function count(number) {
  return Math.round(number).toLocaleString("en");
}

// In few letters: "1.2 M", "31 k".
export function short(number) {
  if (number >= 1e6) return `${trim(number / 1e6)}${THIN}M`;
  return number >= 1e4 ? `${trim(number / 1e3)}${THIN}k` : count(number);
}

// Numbers that stand below each other: all with as many decimals, so many that the smallest has two digits that count.
export function alike(numbers, least = 0, most = 4) {
  const decimals = countDecimals(numbers, least, most);
  return (number) => fix(number, decimals);
}

function countDecimals(numbers, least, most) {
  const smallest = Math.min(...numbers.filter((each) => each > 0));
  const digits = Number.isFinite(smallest) ? 1 - Math.floor(Math.log10(smallest)) : 0;
  return Math.max(least, Math.min(most, digits));
}

// Money, wherever it is told in one period: `costs` are those of all rows, which say how many decimals each number has. `parts` are
// rounded together, so that as they are told they add up to what is told of all; the n-th of them is told by its place.
export function tellMoney(costs, parts = []) {
  const decimals = countDecimals(costs, 2, 4);
  const rounded = roundTogether(parts, decimals);
  return (number, at) => fix(rounded[at] ?? number, decimals);
}

// Down, and then up for those that lose most by it.
export function roundTogether(numbers, decimals) {
  const unit = 10 ** decimals;
  const exact = numbers.map((each) => each * unit);
  // What is a whole number but for the slip of a sum stays it.
  const whole = exact.map((each) => Math.floor(each + 1e-6));
  const left = Math.round(exact.reduce((sum, each) => sum + each, 0)) - whole.reduce((sum, each) => sum + each, 0);
  const order = [...exact.keys()].sort((one, other) => exact[other] - whole[other] - (exact[one] - whole[one]));
  for (const at of order.slice(0, Math.max(0, left))) whole[at] += 1;
  return whole.map((each) => each / unit);
}

// The marks of an axis, all in one unit and with as many decimals as their distance asks for.
export function markAxis(marks, distance) {
  const largest = Math.max(...marks);
  const [unit, sign] = largest >= 1e6 ? [1e6, `${THIN}M`] : largest >= 1e4 ? [1e3, `${THIN}k`] : [1, ""];
  const decimals = countStepDecimals(distance / unit);
  return marks.map((each) => (each ? `${fix(each / unit, decimals)}${sign}` : "0"));
}

// Of 0.025 three: marks at such a distance would else stand unevenly.
function countStepDecimals(step) {
  const digits = Array.from({ length: MOST_DECIMALS }, (_, decimals) => decimals);
  const isWhole = (number) => Math.abs(number - Math.round(number)) < 1e-6 * number;
  return digits.find((decimals) => isWhole(step * 10 ** decimals)) ?? MOST_DECIMALS;
}

function fix(number, decimals) {
  return number.toLocaleString("en", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

// With its currency; a sum that is said in a sentence needs no more than two digits of a small one.
export function sum(number, currency) {
  const digits = number >= 1 ? 2 : Math.min(6, 1 - Math.floor(Math.log10(number || 1)));
  return `${number >= 1000 ? count(number) : number.toFixed(digits)}${THIN}${currency}`;
}

export function seconds(number) {
  if (number >= 1) return `${trim(number)}${THIN}s`;
  return `${trim(number * 1000)}${THIN}ms`;
}

// In the unit that fits `most`, which those have in common that stand below each other.
export function bytes(number, most = number) {
  const unit = findUnit(most);
  return `${fix(number / 1024 ** unit, unit ? 1 : 0)}${THIN}${UNITS[unit]}`;
}

const UNITS = ["bytes", "KB", "MB", "GB", "TB"];

function findUnit(most) {
  return Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log2(most || 1) / 10)));
}

// As many bytes as `bytes` tells: what is told below each other then adds up to what is told of all.
export function roundBytes(number, most) {
  const unit = findUnit(most);
  return unit ? Math.round((number / 1024 ** unit) * 10) / 10 * 1024 ** unit : number;
}

export function percent(share) {
  return `${Math.round(share * 100)}${THIN}%`;
}

// From this share of requests on, and from so many, failures are worth a word.
const MANY_FAILED = 0.05;
const FEW = 3;

export function haveManyFailed({ answers, failures }) {
  return failures >= FEW && failures >= MANY_FAILED * (answers + failures);
}

export function plural(number, word) {
  return `${count(number)} ${word}${number === 1 ? "" : "s"}`;
}

function trim(number) {
  return String(Number(number.toFixed(number >= 100 ? 0 : number >= 10 ? 1 : 2)));
}

export function clock(at, withSeconds = false) {
  const parts = [at.getHours(), at.getMinutes(), ...(withSeconds ? [at.getSeconds()] : [])];
  return parts.map((each) => String(each).padStart(2, "0")).join(":");
}
