"""Watching agents: the stream of what happens in and around them, told like a story."""
