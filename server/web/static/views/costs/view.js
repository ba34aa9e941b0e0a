// The view Costs: what the models were asked and cost, and how the server fares.
import { useAnswer } from "tarn/asking.js";
import { html } from "tarn/html.js";
import { Health } from "tarn/views/costs/health.js";
import { Overview } from "tarn/views/costs/overview.js";
import { Requests } from "tarn/views/costs/requests.js";

export function View({ place }) {
  const [health, error] = useAnswer("/costs/health", 5);
  return html`
    <main id="main" tabindex="-1" class="plain costs">
      <${Overview} health=${health} />
      <${Requests} place=${place} />
      <${Health} data=${health} error=${error} />
    </main>
  `;
}
