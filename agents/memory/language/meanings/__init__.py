"""What common English words mean to each other: alike, opposite, or one of a kind."""
