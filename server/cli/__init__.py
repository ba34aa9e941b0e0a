"""The command line: options, sub-commands, start."""
