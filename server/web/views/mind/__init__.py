"""The view Mind: what one agent is shown now and was ever shown, and what it made of it."""
