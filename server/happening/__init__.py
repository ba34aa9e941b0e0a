"""The passing of the world's time: the clock by which it goes, and what happens by itself."""
