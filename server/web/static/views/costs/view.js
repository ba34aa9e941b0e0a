// The view Costs: for one period what the models were asked and cost; and how the server fares now.
import { useAnswer } from "tarn/asking.js";
import { html } from "tarn/html.js";
import { Disk, Lag, Longer, ModelsNow } from "tarn/views/costs/health.js";
import { Overview } from "tarn/views/costs/overview.js";
import { Period, Requests, readSpan } from "tarn/views/costs/requests.js";

export function View({ place }) {
  const [health, error] = useAnswer("/costs/health", 5);
  const span = readSpan(place);
  return html`
    <main id="main" tabindex="-1" class="plain costs">
      <${Period} place=${place} />
      <${Overview} health=${health} span=${span} />
      <div class="both">
        <div>
          <${Requests} place=${place} />
          ${health && html`<div class="machine"><${Lag} lag=${health.lag} /></div><${Longer} data=${health} />`}
        </div>
        <div>
          <section class="present" aria-label="Now"><${ModelsNow} data=${health} error=${error} /></section>
          ${health && html`<div class="machine"><${Disk} disk=${health.disk} /></div>`}
        </div>
      </div>
    </main>
  `;
}
