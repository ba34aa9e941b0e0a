"""What can be done with things, and what is written in them."""
