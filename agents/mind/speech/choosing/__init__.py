"""Chooses among all that an agent might say, by how far each makes sense there."""
