"""What somebody told of themselves and theirs: of whom it is, and the values that it holds."""
