// Login and logout.

async function ask(method, body) {
  const reply = await fetch("/api/v1/session", {
    method,
    headers: body ? { "content-type": "application/json" } : {},
    body: body && JSON.stringify(body),
  });
  return { ok: reply.ok, status: reply.status, data: await reply.json().catch(() => ({})) };
}

export async function findSession() {
  const reply = await ask("GET");
  return reply.ok ? reply.data : null;
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

export async function fetchJson(path) {
  const reply = await fetch(`/api/v1${path}`);
  return reply.ok ? reply.json() : null;
}

// Asks the interface; throws what the server said if it refused, with `status` and `data`.
export async function request(path, { method = "GET", body, signal } = {}) {
  const reply = await fetch(`/api/v1${path}`, {
    method,
    signal,
    headers: body ? { "content-type": "application/json" } : {},
    body: body && JSON.stringify(body),
  });
  const data = await reply.json().catch(() => ({}));
  if (!reply.ok) throw Object.assign(new Error(data.error || "The server did not answer."), { status: reply.status, data });
  return data;
}
