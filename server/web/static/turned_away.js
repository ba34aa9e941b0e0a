// Why a view is shown that the address does not ask for; the address becomes that of what is shown.
import { useLayoutEffect, useState } from "preact/hooks";
import { formatPlace, goTo } from "tarn/place.js";
import { VIEWS } from "tarn/views.js";

const FOR = { player: "those with an account", builder: "builders and administrators", administrator: "administrators" };

// Returns a sentence, until one goes elsewhere; empty: what is shown is what was asked for.
export function useTurnedAway(place, view, account) {
  const [away, setAway] = useState({ words: "", from: null });
  useLayoutEffect(() => {
    if (place.view === "" || place.view === view.name) {
      // Its own change of the address is the first after it.
      setAway(({ words, from }) => ({ words: from ? words : "", from: null }));
      return;
    }
    setAway({ words: explain(place.view, view, account), from: place });
    goTo(formatPlace(view.name), { replace: true });
  }, [place]);
  return away.words;
}

function explain(name, shown, { role }) {
  const asked = VIEWS.find((each) => each.name === name);
  if (!asked) return `The page has no view “${name}”, so this is ${shown.title}.`;
  return `${asked.title} is for ${FOR[asked.role]} and you are ${role === "administrator" ? "an" : "a"} ${role}, so this is ${shown.title}.`;
}
