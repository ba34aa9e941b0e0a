"""The view World: the map, who is where, and what happens."""
