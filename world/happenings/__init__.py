"""Happenings: what the world does by itself, as notes of ``vault/world/happenings`` tell."""
