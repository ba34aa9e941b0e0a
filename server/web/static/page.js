// The page: a login, then the world.
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { html } from "./html.js";
import { LoginForm } from "./login_form.js";
import { findSession } from "./session.js";
import { WorldView } from "./world_view.js";

function Page() {
  const [account, setAccount] = useState(undefined);
  useEffect(() => {
    findSession().then(setAccount, () => setAccount(null));
  }, []);
  if (account === undefined) return null;
  if (account === null) return html`<${LoginForm} onLogin=${setAccount} />`;
  return html`<${WorldView} account=${account} onLoggedOut=${() => setAccount(null)} />`;
}

render(html`<${Page} />`, document.getElementById("page"));
