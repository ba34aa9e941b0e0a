// Numbers for people.

// A narrow space at which no line breaks.
const THIN = "\u202f";

export function count(number) {
  return Math.round(number).toLocaleString("en");
}

export function short(number) {
  if (number >= 1e6) return `${trim(number / 1e6)}${THIN}M`;
  if (number >= 1e4) return `${trim(number / 1e3)}${THIN}k`;
  return number % 1 ? trim(number) : count(number);
}

export function money(number) {
  if (!number) return "0";
  return number >= 100 ? count(number) : number.toFixed(number >= 1 ? 2 : 4);
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

export function bytes(number) {
  const units = ["bytes", "KB", "MB", "GB", "TB"];
  let unit = 0;
  while (number >= 1024 && unit < units.length - 1) {
    number /= 1024;
    unit += 1;
  }
  return `${trim(number)}${THIN}${units[unit]}`;
}

export function percent(share) {
  return `${Math.round(share * 100)}${THIN}%`;
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
