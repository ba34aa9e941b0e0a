"""How far what an agent carries can be trusted: measured on labelled sentences."""
