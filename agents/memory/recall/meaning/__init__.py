"""Searches by meaning: the vectors of memories, kept beside the index."""
