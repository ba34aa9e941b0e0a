// What the checks of a summary have found, in words.
import { html } from "tarn/html.js";

// What is supported is the rule, and is said once, above; what nobody has checked has no sign.
const VERDICTS = {
  contradicts: ["contradicted", "✗ contradicted"],
  "cannot tell": ["unsupported", "? not confirmed"],
};

export function Verdict({ verdict }) {
  const [kind, words] = VERDICTS[verdict] || [];
  return words && html`<b class=${`verdict ${kind}`}>${words}</b>`;
}

// Why a sentence does not bear a check, as the comparison of its words has found.
export function explainVerdict({ verdict, why }) {
  if (verdict === "contradicts") return `Its memories say otherwise: ${why}.`;
  if (verdict === "cannot tell") return `Its memories do not say enough: ${why}.`;
  return "";
}

// How many sentences do not bear a check, then how many do, and of how many there is nothing to check them by; empty: none was checked.
export function describeChecks(sentences) {
  const all = sentences.length;
  const number = (verdict) => sentences.filter((each) => each.verdict === verdict).length;
  const [supported, contradicted, unsupported] = ["supports", "contradicts", "cannot tell"].map(number);
  const wrong = [
    contradicted && ["contradicted", `✗ ${contradicted} of ${all} contradicted`],
    unsupported && ["unsupported", `? ${unsupported} of ${all} not confirmed`],
  ];
  const unknown = all - supported - contradicted - unsupported;
  const whole = all === 1 ? "✓ supported" : `✓ all ${all} supported`;
  const well = supported && ["supported", supported === all ? whole : `✓ ${supported} of ${all} supported`];
  const rest = well && unknown > 0 && ["unknown", `${unknown} without recorded memories`];
  return [...wrong, well, rest].filter(Boolean);
}
