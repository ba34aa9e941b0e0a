// The view People: who talks with whom, and what agents have written of each other.
import { html } from "tarn/html.js";
import { AgentTalk } from "tarn/views/people/agent_talk.js";
import { JournalDay } from "tarn/views/people/journal_day.js";
import { PairTalk } from "tarn/views/people/pair_talk.js";
import { TalkTable } from "tarn/views/people/talk_table.js";

export function View({ account, place }) {
  const [agent] = place.parts;
  const { with: other, day } = place.values;
  const all = account.role === "administrator";
  return html`
    <main id="main" tabindex="-1" class="plain people">
      ${!agent || !all ? html`<${TalkTable} all=${all} name=${account.name} />`
        : day ? html`<${JournalDay} key=${`${agent} ${day}`} agent=${agent} day=${day} />`
          : other ? html`<${PairTalk} key=${`${agent} ${other}`} agent=${agent} other=${other} />`
            : html`<${AgentTalk} key=${agent} agent=${agent} />`}
    </main>
  `;
}
