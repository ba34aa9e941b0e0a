"""The upgrade of a running server: a new program takes over its sockets, lock and visits.

The process stays the same: it closes its files, keeps its sockets and starts the new program in
its own place (``execve``).  `handover` is what the old program leaves to the new one.
"""
