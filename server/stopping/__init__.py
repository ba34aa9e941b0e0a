"""How a server ends: in order and in time, whatever happens meanwhile."""
