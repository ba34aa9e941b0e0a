// Texts that are not saved yet: kept by the browser's tab, so that neither a lost connection nor a
// page that is loaded again loses them.

function keyOf(owner, name) {
  return `draft of ${owner}: ${name}`;
}

// A long text is not written at each key, but when nothing has been typed for so long, or the page goes.
const SOON = 300;
const waiting = new Map();

export function readDraft(owner, name) {
  writeWaiting();
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(owner, name)));
  } catch {
    return null;
  }
}

export function keepDraft(owner, name, draft) {
  const key = keyOf(owner, name);
  clearTimeout(waiting.get(key)?.timer);
  waiting.set(key, { draft, timer: setTimeout(writeWaiting, SOON) });
}

function writeWaiting() {
  for (const [key, { draft, timer }] of waiting) {
    clearTimeout(timer);
    try {
      sessionStorage.setItem(key, JSON.stringify(draft));
    } catch {
      // The storage is full or forbidden: the text is in the page all the same.
    }
  }
  waiting.clear();
}

addEventListener("pagehide", writeWaiting);

export function forgetDraft(owner, name) {
  const key = keyOf(owner, name);
  clearTimeout(waiting.get(key)?.timer);
  waiting.delete(key);
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Then nothing was kept.
  }
}
