"""The short prompt for small models: who the agent is, what matters now, and the last words."""
