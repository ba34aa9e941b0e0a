"""The chronicle: what happens in public, written down as it happens and read back as a story."""
