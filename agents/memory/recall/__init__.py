"""Search over everything an agent remembers."""
