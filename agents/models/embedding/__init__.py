"""Embedders: what turns texts into vectors, so that they can be compared by meaning."""
