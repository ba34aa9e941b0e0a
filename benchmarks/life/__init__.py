"""How alive agents are: lives in fast time with the real model, counted and sampled for readers."""
