"""Commands: the table, the parser and the invocation."""
