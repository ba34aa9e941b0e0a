"""A life on the page: its memories, every summary that stood, and what rests on what."""
