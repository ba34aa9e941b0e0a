"""The archive: an append-only log in segments of JSON lines, its codec, and the ledger over it."""
