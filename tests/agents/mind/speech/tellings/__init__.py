"""What somebody told of themselves and theirs."""
