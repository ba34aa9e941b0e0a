"""The person's side: the login dialogue, the session in the world, rendering.

Nothing here knows of sockets or of telnet; a connection is a `boundaries.Wire`.
"""
