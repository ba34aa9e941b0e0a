// What models are asked for.
export const PURPOSES = { turn: "turns", summary: "summaries", reading: "summaries read again", facts: "facts for the journal", trial: "trials" };
