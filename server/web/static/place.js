// Where one is on the page, as the fragment of the address: #/view/part/part?name=value
import { useLayoutEffect, useState } from "preact/hooks";

export function formatPlace(view, parts = [], values = {}) {
  const path = [view, ...parts].map(encodeURIComponent).join("/");
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== ""));
  return `#/${path}${query.size ? `?${query}` : ""}`;
}

export function readPlace(fragment = location.hash) {
  const [path, query] = fragment.replace(/^#\/?/, "").split("?");
  const [view, ...parts] = path.split("/").map(decode);
  return { view, parts, values: Object.fromEntries(new URLSearchParams(query || "")) };
}

// Replacing leaves no step in the browser's history: for what changes many times a second.
export function goTo(place, { replace = false } = {}) {
  if (!replace) {
    location.hash = place;
    return;
  }
  history.replaceState(null, "", place);
  dispatchEvent(new HashChangeEvent("hashchange"));
}

export function usePlace() {
  const [place, setPlace] = useState(readPlace());
  // Before anything is painted: an effect after that would miss a step taken at once.
  useLayoutEffect(() => {
    const read = () => setPlace(readPlace());
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);
  return place;
}

function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
