"""The records of a journal: their file beside the log, and an index of it."""
