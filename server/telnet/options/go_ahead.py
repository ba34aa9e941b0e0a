"""SGA (RFC 858): a client may leave out its go-aheads, which nobody waits for.

We do not offer it for our own side, and refuse it: clients take WILL SGA as the wish for single
keys instead of lines, and then show what is erased.
"""

from __future__ import annotations

from server.telnet.options.boundaries import Handler


class SuppressGoAhead(Handler):
    """Has nothing to do: the codec ignores a client's go-aheads anyway."""
