"""Summaries that tell what is so now, in the place of what was so before."""
