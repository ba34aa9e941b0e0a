"""The fallback policy, which decides when no model can be reached."""
