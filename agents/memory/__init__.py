"""Memories that last: an append-only archive, and a view of it that stays small, whole and true.

`memory.AgentMemory` is what the other packages use.  Below it, floor by floor: `inspect` (looking
at archives from outside) and `journal` (facts drawn from memories); `summarization` (who writes
the summaries, and what is accepted); `strategies` (when and what to compact), `recall` (searching
all of it), `summary_files` (the markdown) and `interchange` (imports and exports); `log` (the
archive on disk); `language` (English heuristics); `core` (records, the view, the transcript).
"""
