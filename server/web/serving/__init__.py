"""How browsers are served: the port, connections and their limits, requests, files, headers."""
