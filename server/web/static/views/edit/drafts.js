// Texts that are not saved yet: kept by the browser's tab, so that neither a lost connection nor a
// page that is loaded again loses them.

function keyOf(owner, name) {
  return `draft of ${owner}: ${name}`;
}

export function readDraft(owner, name) {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(owner, name)));
  } catch {
    return null;
  }
}

export function keepDraft(owner, name, draft) {
  try {
    sessionStorage.setItem(keyOf(owner, name), JSON.stringify(draft));
  } catch {
    // The storage is full or forbidden: the text is in the page all the same.
  }
}

export function forgetDraft(owner, name) {
  try {
    sessionStorage.removeItem(keyOf(owner, name));
  } catch {
    // Then nothing was kept.
  }
}
