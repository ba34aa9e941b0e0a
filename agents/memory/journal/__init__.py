"""Facts of memories, found before these leave the verbatim view; the journal that they make."""
