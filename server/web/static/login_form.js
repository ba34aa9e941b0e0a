// The form for a name and password, or a look around as a guest.
import { useState } from "preact/hooks";
import { html } from "tarn/html.js";
import { logIn } from "tarn/session.js";

export function LoginForm({ onLogin }) {
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);

  async function send(who) {
    setBusy(true);
    setError("");
    try {
      onLogin(await logIn(who));
    } catch (failure) {
      setError(failure.message);
      setBusy(false);
    }
  }

  function submit(event) {
    event.preventDefault();
    const fields = new FormData(event.target);
    send({ name: fields.get("name"), password: fields.get("password") });
  }

  return html`
    <main class="login">
      <h1>Tarn</h1>
      <p>A small invented world. Those who live there are played by computer, by language models or by rules; visitors are people. Here you can watch it, or come in.</p>
      <form onSubmit=${submit}>
        <label>Name <input name="name" autocomplete="username" required autofocus /></label>
        <label>
          Password
          <input name="password" type="password" autocomplete="current-password" required />
        </label>
        <p class="error" role="alert">${error}</p>
        <button class="primary" disabled=${busy}>Log in</button>
        <button type="button" disabled=${busy} onClick=${() => send({ guest: true })}>
          Look around as a guest
        </button>
      </form>
      <p class="quiet">The name and password are those of telnet, where accounts are made.</p>
    </main>
  `;
}
