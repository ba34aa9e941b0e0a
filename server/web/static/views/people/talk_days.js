// Talk by day: who said how much, day beside day.
import { html } from "tarn/html.js";

const HEIGHT = 64;
// Above each bar stands its number, below it its day, while there are few enough to be read.
const LABEL = 18;
const FEW = 14;
const WIDE = 80;
const NARROW = 10;
const MOST_DAYS = 60;
const DAY_MILLISECONDS = 86_400_000;

export function TalkDays({ days: known, agent, other }) {
  const days = fillDays(known).slice(-MOST_DAYS);
  const most = Math.max(...days.map((each) => each.heard + each.said));
  const labelled = days.length <= FEW;
  const step = labelled ? WIDE : NARROW;
  const [top, bottom] = labelled ? [LABEL, LABEL] : [0, 0];
  const size = { width: days.length * step, height: top + HEIGHT + bottom };
  return html`
    <figure>
      <figcaption class="quiet">Lines a day, ${days[0].day} to ${days[days.length - 1].day}, said by <span class="talk-said">${agent}</span> and by <span class="talk-heard">${other}</span></figcaption>
      <svg class="talk-days" viewBox=${`0 0 ${size.width} ${size.height}`} style=${{ width: `${size.width}px` }} role="img"
        aria-label=${`Talk by day: ${days.length} days, ${most} lines at most in one`}>
        ${days.map((each, n) => html`<${Day} key=${each.day} each=${each} left=${n * step} step=${step} scale=${HEIGHT / most} base=${top + HEIGHT} labelled=${labelled} names=${[agent, other]} />`)}
        <line x1="0" x2=${size.width} y1=${top + HEIGHT} y2=${top + HEIGHT} />
      </svg>
    </figure>
  `;
}

function Day({ each, left, step, scale, base, labelled, names }) {
  const { day, heard, said } = each;
  const [tall, high] = [heard * scale, (heard + said) * scale];
  const middle = left + step / 2;
  return html`
    <g>
      <title>${`${day}: ${names[0]} ${said}, ${names[1]} ${heard}`}</title>
      <rect class="talk-heard" x=${left + step * 0.1} width=${step * 0.8} y=${base - tall} height=${tall} />
      <rect class="talk-said" x=${left + step * 0.1} width=${step * 0.8} y=${base - high} height=${said * scale} />
      ${labelled && heard + said > 0 && html`<text x=${middle} y=${base - high - 5}>${heard + said}</text>`}
      ${labelled && html`<text x=${middle} y=${base + 13}>${day}</text>`}
    </g>
  `;
}

// Days without talk have a place, too.
function fillDays(days) {
  const known = new Map(days.map((each) => [each.day, each]));
  const [first, last] = [days[0].day, days[days.length - 1].day].map(Date.parse);
  return Array.from({ length: Math.round((last - first) / DAY_MILLISECONDS) + 1 }, (_, n) => {
    const day = new Date(first + n * DAY_MILLISECONDS).toISOString().slice(0, 10);
    return known.get(day) || { day, heard: 0, said: 0 };
  });
}
