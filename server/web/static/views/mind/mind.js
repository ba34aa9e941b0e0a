// One agent: its state and orders to it, and the prompt of a turn or of now.
import { useEffect, useState } from "preact/hooks";
import { askUntilAnswered } from "tarn/asking.js";
import { html } from "tarn/html.js";
import { formatPlace, goTo } from "tarn/place.js";
import { paint, usePersons } from "tarn/persons.js";
import { request } from "tarn/session.js";
import { Residents } from "tarn/who.js";
import { useAgain } from "tarn/views/mind/again.js";
import { PromptStrip } from "tarn/views/mind/prompt_strip.js";
import { Scrubber } from "tarn/views/mind/scrubber.js";
import { State } from "tarn/views/mind/state.js";
import { Story } from "tarn/views/mind/story.js";
import { Talk } from "tarn/views/mind/talk.js";
import { Shown } from "tarn/views/mind/shown.js";
import { TurnList } from "tarn/views/mind/turn_list.js";

const STATE_SECONDS = 3;
// A hand on the scrubber passes many turns: only where it rests is fetched.
const REST_MILLISECONDS = 120;

export function Mind({ name, world, account, values }) {
  const root = `/minds/${encodeURIComponent(name)}`;
  const [mind, setMind] = useState(null);
  const [error, setError] = useState("");
  const [ordered, setOrdered] = useState(0);
  const again = useAgain(STATE_SECONDS);
  const deeds = world.events.filter((event) => event.actor === name).length;
  useEffect(() => {
    request(root).then(
      (data) => { setMind(data); setError(""); },
      (failure) => setError(failure.message),
    );
  }, [root, again, ordered, deeds]);
  useFoundByMemory(root, name, values.at, setError);
  const asked = Math.trunc(Math.max(0, Number(values.turn))) || null;
  const turn = mind && asked ? Math.min(asked, mind.turns) : null;
  const go = (number, replace = false) => goTo(formatPlace("mind", [name], { turn: number }), { replace });
  const names = useNames(name);
  const [shown, failed] = useShown(root, turn, mind && `${mind.memory.memories} ${mind.turns}`);
  return html`
    <main id="main" tabindex="-1" class="plain mind" style=${paint(usePersons()(name))} aria-busy=${!(shown || failed || error) || null}>
      <${Residents} label="Residents" names=${names} open=${name} link=${(each) => formatPlace("mind", [each])} first=${html`<a href=${formatPlace("mind")}>All</a>`}>
        <a href=${formatPlace("memory", [name])}>Memory</a> <a href=${formatPlace("edit", ["agents", name, "profile.md"])}>Edit profile.md</a>
      <//>
      <div class="head">${mind && html`<${Scrubber} count=${mind.turns} turn=${turn} go=${go} />`}</div>
      ${(error || failed) && html`<p class="error" role="alert">${error || failed}</p>`}
      ${shown && html`<div class=${shown.number ? "turn past card" : "turn card"}>
        <${Story} story=${shown.story} name=${name} turn=${shown.number} decided=${shown.number ? shown : mind?.last} />
        <${Shown} shown=${shown} />
      </div>`}
      ${mind && html`<div class="now">
        <${State} mind=${mind} root=${root} onOrdered=${() => setOrdered(ordered + 1)} />
        <${Talk} mind=${mind} root=${root} account=${account} events=${world.events} onTold=${() => setOrdered(ordered + 1)} />
      </div>`}
      ${shown && html`<div class="given card"><${PromptStrip} shown=${shown} name=${name} root=${root} decides=${mind?.model.decides} /></div>`}
      ${mind && html`<div class="rest"><${TurnList} root=${root} name=${name} count=${mind.turns} turn=${turn} /></div>`}
    </main>
  `;
}

// All agents, to go from one to another; until they are known there is this one.
function useNames(name) {
  const [names, setNames] = useState([name]);
  useEffect(() => {
    request("/minds").then(({ minds }) => setNames(minds.map((each) => each.name)), () => null);
  }, []);
  return names;
}

// An address may name a memory in place of a turn: then it is the last turn that knew of no later one.
function useFoundByMemory(root, name, at, setError) {
  useEffect(() => {
    if (!at) return;
    request(`${root}/turns?limit=1&at=${encodeURIComponent(at)}`).then(
      ({ turns }) => goTo(formatPlace("mind", [name], { turn: turns.length ? turns[0].number : 1 }), { replace: true }),
      (failure) => setError(failure.message),
    );
  }, [root, at]);
}

// What is shown of a turn, or of now as long as nothing new has happened.
function useShown(root, turn, news) {
  const [shown, setShown] = useState(null);
  const [failed, setFailed] = useState("");
  useEffect(() => {
    if (!news) return undefined;
    const call = new AbortController();
    const path = turn ? `${root}/turns/${turn}` : `${root}/prompt`;
    const timer = setTimeout(() => {
      askUntilAnswered(path, call.signal, setFailed).then(
        (data) => { setShown(data); setFailed(""); },
        (failure) => call.signal.aborted || setFailed(failure.message),
      );
    }, REST_MILLISECONDS);
    return () => {
      clearTimeout(timer);
      call.abort();
    };
  }, [root, turn, turn ? Boolean(news) : news]);
  return [shown, failed];
}
