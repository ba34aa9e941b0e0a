"""An index of one life, read from its archive: what stood when, and what rests on what."""
