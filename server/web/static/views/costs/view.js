// The view Costs: what the models were asked and cost, and how the server fares.
import { html } from "tarn/html.js";
import { Health } from "tarn/views/costs/health.js";
import { Requests } from "tarn/views/costs/requests.js";

export function View({ place }) {
  return html`
    <main id="main" tabindex="-1" class="plain costs">
      <${Requests} place=${place} />
      <${Health} />
    </main>
  `;
}
