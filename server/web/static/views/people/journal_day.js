// One day of an agent's journal.
import { useAnswer } from "tarn/asking.js";
import { html } from "tarn/html.js";
import { Waiting, Way, makePath, shortenDay } from "tarn/views/people/common.js";
import { JournalPage } from "tarn/views/people/journal_page.js";

export function JournalDay({ agent, day }) {
  const [page, error] = useAnswer(makePath("journal", agent, day));
  return html`
    <${Way} agent=${agent} last=${shortenDay(day)} />
    <h2>Journal of <span class="text">${agent}</span>, ${shortenDay(day)}</h2>
    ${page ? html`<div class="card"><${JournalPage} agent=${agent} page=${page} /></div>` : html`<${Waiting} error=${error} />`}
  `;
}
