// Login and logout.

async function ask(method, body) {
  const reply = await fetch("/api/v1/session", {
    method,
    headers: body ? { "content-type": "application/json" } : {},
    body: body && JSON.stringify(body),
  });
  return { ok: reply.ok, status: reply.status, data: await reply.json().catch(() => ({})) };
}

// Who is logged in; null: nobody. Throws when the server cannot tell.
export async function findSession() {
  const reply = await ask("GET");
  if (!reply.ok) throw new Error(reply.data.error || "The server did not answer.");
  return reply.data;
}

export async function logIn(who) {
  const reply = await ask("POST", who);
  if (!reply.ok) throw new Error(reply.data.error || "The server did not answer.");
  return reply.data;
}

export async function logOut() {
  await ask("DELETE");
  dispatchEvent(new Event("logout"));
}

const TOO_SOON = 429;
const TRIES = 5;

// Asks the interface; throws what the server said if it refused, with `status` and `data`. Without
// them, the answer has not come.
// What it was asked too soon is asked again when it says so.
export async function request(path, { method = "GET", body, signal } = {}, tries = TRIES) {
  const reply = await fetch(`/api/v1${path}`, {
    method,
    signal,
    headers: body ? { "content-type": "application/json" } : {},
    body: body && JSON.stringify(body),
  }).catch((failure) => {
    throw failure.name === "AbortError" ? failure : new Error("The server cannot be reached.");
  });
  const again = Number(reply.headers.get("retry-after"));
  if (reply.status === TOO_SOON && again && tries > 1) {
    await new Promise((done) => setTimeout(done, again * 1000));
    return request(path, { method, body, signal }, tries - 1);
  }
  const data = await reply.json().catch((failure) => {
    if (!reply.ok) return {};
    throw failure.name === "AbortError" ? failure : new Error("The answer broke off: the connection is lost.");
  });
  if (!reply.ok) throw Object.assign(new Error(data.error || "The server did not answer."), { status: reply.status, data });
  return data;
}
