"""The view Edit: the files that people write by hand, read and written from the page."""
