"""Training data: what agents were shown, what they did, and what came of it."""
