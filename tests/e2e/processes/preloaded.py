"""What nearly every server loads: imported by the process that servers are forked from."""

import httpx  # noqa: F401  # where a model is asked

import server.cli.running  # noqa: F401
from agents.memory.core.tokens import load_encoding

load_encoding()
