"""Telnet: bytes to lines and back, options, limits, and the listening factory.

`codec`, `editor`, `qmethod`, `options` and `negotiator` do no input or output; `protocol`
and `factory` join them to Twisted.  Only `factory.TelnetFactory` is needed from outside.
"""
