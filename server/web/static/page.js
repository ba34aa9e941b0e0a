// The page: a login, then the views, one at a time.
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { html } from "tarn/html.js";
import { LoginForm } from "tarn/login_form.js";
import { findSession } from "tarn/session.js";
import { Shell } from "tarn/shell.js";

function Page() {
  const [account, setAccount] = useState(undefined);
  useEffect(() => {
    findSession().then(setAccount, () => setAccount(null));
  }, []);
  if (account === undefined) return null;
  if (account === null) return html`<${LoginForm} onLogin=${setAccount} />`;
  return html`<${Shell} account=${account} onLoggedOut=${() => setAccount(null)} />`;
}

render(html`<${Page} />`, document.getElementById("page"));
