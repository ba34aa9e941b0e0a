"""The page for browsers: a window into the world, beside telnet, which is its door.

Nothing of it is loaded before the first browser connects (`late`).  It watches the same events as
the chronicle and a telnet watcher; agents and world know nothing of it.
"""
