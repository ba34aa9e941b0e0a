// The one period for which everything is drawn and added up: it is chosen and told here, and nowhere else.
import { html } from "tarn/html.js";
import { formatPlace } from "tarn/place.js";
import { shortenDay } from "tarn/views/people/common.js";
import { formatWhen } from "tarn/when.js";

const SPANS = { day: "24 hours", week: "7 days", month: "30 days", year: "Year" };
export const SPOKEN = { day: "the last 24 hours", week: "the last 7 days", month: "the last 30 days", year: "the last year" };

// Seconds; what is many days long costs the server more, and changes little.
const AGAIN = { day: 15 };
const SELDOM = 60;

export function readSpan(place) {
  return SPANS[place.values.span] ? place.values.span : "day";
}

export function readAgain(span) {
  return AGAIN[span] || SELDOM;
}

// `data` is what was asked in it, once that is known.
export function Period({ place, data }) {
  const { by, show } = place.values;
  const chosen = readSpan(place);
  const known = data && data.span === chosen ? data : null;
  const begin = known && findBegin(known);
  const isLater = Boolean(begin) && begin > known.times[0];
  return html`
    <div class="period">
      <h2>${isLater ? `Since ${nameSlots(known.step)(begin)}` : capitalize(SPOKEN[chosen])}</h2>
      ${known && html`<p class="quiet">${isLater ? `no requests before that in ${SPOKEN[chosen]}` : describeTimes(known.times, known.step)}</p>`}
      <${Choice} label="Period" options=${SPANS} chosen=${chosen} link=${(span) => formatPlace("costs", [], { span, by, show })} />
    </div>
  `;
}

// One of several; what is chosen says enough, so that the label is for those who hear the page.
export function Choice({ label, options, chosen, link, shown = false }) {
  return html`
    <p class="choices">${shown && html`<span class="quiet">${label}</span>`}
      <span class="joined" role="group" aria-label=${label}>${Object.entries(options).map(([name, title]) => html`
        <a key=${name} href=${link(name)} aria-current=${name === chosen ? "true" : null}>${title}</a>
      `)}</span>
    </p>
  `;
}

function capitalize(words) {
  return words[0].toUpperCase() + words.slice(1);
}

// "29 Oct to 27 Nov"
function describeTimes(times, step) {
  const name = nameSlots(step);
  return step < DAY ? `${name(times[0])} until now` : `${name(times[0])} to ${name(times[times.length - 1])}`;
}

const DAY = 86_400;

// How the beginnings of slots are told: days are those of UTC, hours of the clock of whoever looks on.
function nameSlots(step) {
  return (seconds) => (step < DAY ? formatWhen(seconds * 1000) : nameDay(seconds));
}

export function nameDay(seconds) {
  return shortenDay(new Date(seconds * 1000).toISOString().slice(0, 10));
}

// The first time at which something was asked, whichever measure is shown; in seconds.
export function findBegin({ times, groups }) {
  return times.find((_, at) => groups.some(({ values }) => values.answers[at] + values.failures[at] > 0));
}
