"""How long the loop of the real server stands still while agents with long lives remember."""
