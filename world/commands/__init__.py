"""Commands: the table, the parser, and what a command acts through."""
