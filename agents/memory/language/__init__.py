"""English heuristics: who says what, what it rests on, and what of it is worth keeping."""
