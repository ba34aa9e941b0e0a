"""How a sentence relates two things: which is more, which came first, who is whose."""
