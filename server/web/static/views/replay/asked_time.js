// A moment that somebody types: "25 Nov, 08:20", as times are written everywhere, with its year or without, or "2026-11-25 08:20".
import { formatDay } from "tarn/time.js";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const HOUR = /^(?:(.+?)[T,\s]\s*)?(\d{1,2}:\d\d(?::\d\d)?)$/;
const NUMBERS = /^(\d{4})-(\d\d)-(\d\d)$/;
const WORDS = /^(?:[a-z]+,? )?(\d{1,2}) ([a-z]{3,9})\.?(?: (\d{4}))?$/i;

// By the clock of whoever types it: an hour alone is of the day of `at`, a day without a year of the last year that has it before `now`.
// null: it is none.
export function readTime(text, at, now = Date.now()) {
  const [, day = formatDay(at), hour] = text.trim().match(HOUR) || [];
  if (!hour) return null;
  const [, year, month, date] = day.match(NUMBERS) || readDay(day, hour, now);
  return year ? makeTime(year, month, date, hour) : null;
}

function readDay(day, hour, now) {
  const [, date, word, year] = day.match(WORDS) || [];
  const month = date ? MONTHS.indexOf(word.slice(0, 3).toLowerCase()) + 1 : 0;
  if (!month) return [];
  const thisYear = Number(formatDay(now).slice(0, 4));
  const found = year || (makeTime(thisYear, month, date, hour) > now ? thisYear - 1 : thisYear);
  return ["", found, month, date];
}

function makeTime(year, month, date, hour) {
  const two = (number) => String(number).padStart(2, "0");
  const at = Date.parse(`${year}-${two(month)}-${two(date)}T${hour.padStart(hour.length + (hour.indexOf(":") === 1 ? 1 : 0), "0")}`);
  return Number.isNaN(at) || new Date(at).getDate() !== Number(date) ? null : at;
}
