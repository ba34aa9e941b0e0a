// What models are asked for.
export const PURPOSES = { turn: "turns", summary: "summaries", reading: "summaries read again", facts: "notes for the journal", trial: "trials" };
