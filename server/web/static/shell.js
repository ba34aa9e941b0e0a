// What stands around every view: who looks on, the hour, the ways to the other views, the stream.
import { useEffect, useReducer, useState } from "preact/hooks";
import { connect } from "tarn/connection.js";
import { Dictionary } from "tarn/dictionary.js";
import { useEdges } from "tarn/edges.js";
import { html } from "tarn/html.js";
import { formatPlace, usePlace } from "tarn/place.js";
import { Persons, useColors } from "tarn/persons.js";
import { logOut } from "tarn/session.js";
import { describeClock, describePace, formatHour } from "tarn/time.js";
import { useTurnedAway } from "tarn/turned_away.js";
import { VIEWS, mayOpen } from "tarn/views.js";
import { EMPTY, change } from "tarn/world_state.js";

const LINKS = { connecting: "connecting", live: "connected", lost: "connection lost" };

export function Shell({ account, onLoggedOut }) {
  const [world, tell] = useReducer(change, EMPTY);
  const [link, setLink] = useState("connecting");
  const place = usePlace();
  const colorOf = useColors(world.people.values());
  const open = VIEWS.filter((view) => mayOpen(view, account));
  const view = open.find((each) => each.name === place.view) || open[0];
  const away = useTurnedAway(place, view, account);

  useEffect(() => connect({ onMessage: tell, onState: setLink, onLoggedOut }), []);
  useEffect(() => scrollTo(0, 0), [view, place.parts.join("/")]);
  useEffect(() => {
    document.title = `${view.title} – Tarn`;
  }, [view]);
  // On a phone the ways to the views are one line, of which a part is in sight.
  const ways = useEdges((element) => element.querySelector("[aria-current]"), view);

  async function leave() {
    await logOut();
    onLoggedOut();
  }

  return html`
    <a class="skip" href="#main" onClick=${skip}>Skip to the view</a>
    <header>
      <h1>Tarn</h1>
      <nav class="edges" aria-label="Views" ref=${ways}>
        ${open.map((each) => html`
          <a key=${each.name} href=${formatPlace(each.name)} data-title=${each.title} aria-current=${each === view ? "page" : null}>${each.title}</a>
        `)}
      </nav>
      <${Hour} time=${view.isPast ? null : world.time} />
      <${Clock} isAway=${view.isPast} />
      <span class=${`link ${link}`} role="status" title=${LINKS[link]}>${LINKS[link]}</span>
      <span class="who" title=${account.role}>${account.name}<span class="quiet role"> · ${account.role}</span></span>
      <button onClick=${leave}>Log out</button>
    </header>
    <section class="lead" aria-labelledby="lead"><h2 id="lead">${view.title}</h2><p class=${away ? "error" : null} role=${away ? "alert" : null}>${away || view.lead}</p>${view.way && html`<a class="way-in primary" href=${formatPlace(view.way[0])}>${isInside(world, account) ? view.way[2] : view.way[1]}</a>`}<${Dictionary} /></section>
    <${Persons.Provider} value=${colorOf}><${Loaded} key=${view.name} view=${view} link=${link} world=${world} account=${account} place=${place} /><//>
  `;
}

// A view's code is fetched when it is opened. If the connection was lost, it is fetched once it is back;
// a browser that remembers the failure needs the page anew, in the same place.
function Loaded({ view, link, ...rest }) {
  const [View, setView] = useState(null);
  const [failures, setFailures] = useState(0);
  useEffect(() => {
    if (View || (failures > 0 && link !== "live")) return undefined;
    let wanted = true;
    view.load().then(
      (module) => wanted && setView(() => module.View),
      () => wanted && (failures === 0 ? setFailures(1) : location.reload()),
    );
    return () => {
      wanted = false;
    };
  }, [view, failures, link]);
  if (failures > 0 && !View) return html`<main id="main" class="plain" tabindex="-1"><p class="error" role="alert">This view is loaded when the connection is back.</p></main>`;
  if (!View) return html`<main id="main" class="plain" tabindex="-1" aria-busy="true"></main>`;
  return html`<${View} ...${rest} />`;
}

// Whether somebody is in the world already, wherever from.
function isInside({ people }, { name }) {
  return [...people.values()].some((each) => each.kind !== "agent" && each.name === name);
}

function Hour({ time }) {
  if (!time) return html`<span class="hour"></span>`;
  const words = [time.phase, time.season, time.weather].filter(Boolean).join(", ");
  return html`<span class="hour" title=${`The hour in the world, by which those who live there go${time.hour_minutes ? `; ${describePace(time.hour_minutes)}` : ""}`}><span class="whose-clock">World<span class="clock-word"> clock</span> </span><b>${time.clock}</b><span class="quiet"> ${words}</span></span>`;
}

const LOOK_MILLISECONDS = 1000;

// The clock by which all times and days of the page are told. In the past it keeps its place, and is not seen.
function Clock({ isAway }) {
  const [now, setNow] = useState(readClock());
  useEffect(() => {
    const timer = setInterval(() => setNow(readClock()), LOOK_MILLISECONDS);
    return () => clearInterval(timer);
  }, []);
  return html`<span class=${isAway ? "clock away" : "clock"} title="All times and days of the page are by your clock, but for those of the world"><span class="whose-clock">You<span class="clock-word">r clock</span> </span><b>${now}</b> <span class="zone">${describeClock()}</span></span>`;
}

function readClock() {
  return formatHour(Date.now());
}

// The fragment of the address belongs to the views, so the focus is moved by hand.
function skip(event) {
  event.preventDefault();
  document.getElementById("main")?.focus();
}
