"""What a person sees and does: the login dialogue, the session in the world, rendering.

Nothing here knows of sockets or of telnet; `wire.Wire` is all it asks of a connection.
"""
