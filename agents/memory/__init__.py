"""Memories that last: an append-only archive, and a view of it that stays small, whole and true.

Other packages use `memory.AgentMemory`.  Below it, layer by layer: `inspect` (reads archives from
outside) and `journal` (facts extracted from memories); `summarization` (writes and validates
summaries); `strategies` (when and what to compact), `recall` (search), `summary_files` (summaries
as markdown) and `interchange` (imports and exports); `log` (the archive on disk); `language`
(English heuristics); `core` (records, the view, the transcript).
"""
