"""The telnet options, one module each, and the table of those that a connection has."""
