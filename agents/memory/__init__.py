"""Memories that last: an append-only archive, and a view of it that stays small, whole and true.

`memory.AgentMemory` is what the other packages use.  Below it: `records` and `codec` (what a
line of the archive is), `segment`, `archive` and `reading` (the files), `view` (the fold),
`ledger` (log and fold together), `strategy` and `waterfall` (when and what to compact),
`summarizer`, `validation`, `deterministic` and `writer` (who writes the summaries),
`compaction` (the protocol), `files` and `editing` (the markdown), `masking` and `transcript`
(what the prompt shows), `status` and `health` (what a person is told), and `recall`.
"""
