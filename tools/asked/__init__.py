"""Teaches who asks for what they told, and what answers it, from visits that people wrote."""
