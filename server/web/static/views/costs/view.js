// The view Costs: for one period what the models were asked and cost; and how the server fares now.
import { useAnswer } from "tarn/asking.js";
import { html } from "tarn/html.js";
import { Disk, Lag, Longer, ModelsNow } from "tarn/views/costs/health.js";
import { Overview } from "tarn/views/costs/overview.js";
import { Period, readAgain, readSpan } from "tarn/views/costs/period.js";
import { Requests } from "tarn/views/costs/requests.js";

export function View({ place }) {
  const [health, error] = useAnswer("/costs/health", 5);
  const span = readSpan(place);
  const [asked, unasked] = useAnswer(`/costs/requests?span=${span}&by=agent`, readAgain(span));
  // While another period is asked for, nothing stands below its name that belongs to the one before.
  const data = asked && asked.span === span ? asked : null;
  return html`
    <main id="main" tabindex="-1" class="plain costs">
      <${Period} place=${place} data=${data} />
      <${Overview} health=${health} data=${data} error=${unasked} />
      <div class="both">
        <div>
          <${Requests} place=${place} />
          ${health && html`<div class="longer"><${Longer} data=${health} /></div>`}
        </div>
        <div>
          <${ModelsNow} data=${health} error=${error} />
          ${health && html`<${Disk} disk=${health.disk} /><${Lag} lag=${health.lag} />`}
        </div>
      </div>
    </main>
  `;
}
