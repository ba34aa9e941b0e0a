"""Commands of builders: making, altering, finding, destroying, and undoing it."""
