"""The views of the page: each a folder with its routes and their description."""
