"""The command line: options, sub-commands and start."""
