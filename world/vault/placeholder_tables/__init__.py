"""Tables of placeholders by topic, in the form that `world.vault.placeholders` reads."""
