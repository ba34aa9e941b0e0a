"""The model servers of this machine: finding them, and using one of their models."""
