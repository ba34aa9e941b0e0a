"""The parts of an agent's prompt."""
