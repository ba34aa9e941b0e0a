"""The world's own commands, one file for each category; `world.verbs.rows` has them all."""
