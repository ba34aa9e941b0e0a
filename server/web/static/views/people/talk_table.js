// Who talks with whom, and who talked last; for a player, their own talk.
import { useMemo } from "preact/hooks";
import { useAnswer } from "tarn/asking.js";
import { html } from "tarn/html.js";
import { Waiting } from "tarn/views/people/common.js";
import { joinCouples } from "tarn/views/people/couples.js";
import { Matrix } from "tarn/views/people/matrix.js";
import { OwnTalk } from "tarn/views/people/own_talk.js";
import { TalkList } from "tarn/views/people/talk_list.js";

const NOTHING_SAID = { pairs: [], more: 0 };

export function TalkTable({ all, name }) {
  const [data, error] = useAnswer("/talk");
  const [spoken, unheard] = useAnswer("/spoken");
  if (!data || !(spoken || unheard)) return html`<${Waiting} error=${error} />`;
  const said = spoken || NOTHING_SAID;
  return html`
    <section aria-label="Who talks with whom">
      ${data.unread.length > 0 && html`<p class="error">Not read now: ${data.unread.join(", ")}.</p>`}
      ${unheard && html`<p class="error" role="alert">${unheard}</p>`}
      ${said.reading && html`
        <p role="status"><progress max=${said.size} value=${said.read} aria-label="Read so far"></progress>
          ${" "}The chronicle is read for talk between visitors: ${Math.floor((100 * said.read) / Math.max(1, said.size))} %.</p>
      `}
      ${all ? html`<${Everybody} data=${data} said=${said} />` : html`<${OwnTalk} data=${data} said=${said} name=${name} />`}
    </section>
  `;
}

// How much everybody talks with everybody; and who talked last, about what.
function Everybody({ data, said }) {
  const couples = useMemo(() => joinCouples(data, said), [data, said]);
  return html`
    <div class="talks">
      <div class="card">
        <h2>Who talks with whom</h2>
        <${Matrix} data=${data} said=${said} couples=${couples} />
      </div>
      <div class="card">
        <h2>Who talked last</h2>
        <${TalkList} couples=${couples} />
      </div>
    </div>
  `;
}
