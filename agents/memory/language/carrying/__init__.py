"""Which of the memories carries a statement: what was lived, or what was heard."""
