"""One turn: its phases, the thinking, and what is done with its line."""
