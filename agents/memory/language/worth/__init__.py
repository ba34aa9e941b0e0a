"""What is worth telling where there is no room for all of it."""
