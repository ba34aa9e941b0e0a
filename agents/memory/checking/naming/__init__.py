"""The names of people, as memories have them."""
