// What models are asked for.
export const PURPOSES = { turn: "turns", summary: "summaries", facts: "facts for the journal", trial: "trials" };
