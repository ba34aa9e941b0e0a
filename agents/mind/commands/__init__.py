"""Commands of minds: rows of the command table."""
