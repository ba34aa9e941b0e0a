"""The rehearsed model server as the end-to-end tests use it: in a thread of its own."""

from agents.models.testing import ScriptedModelServer, write_combination, write_recollection
from agents.models.testing.prompts import MERGE, SUMMARY

__all__ = ["MERGE", "SUMMARY", "ModelServer", "write_combination", "write_recollection"]

ModelServer = ScriptedModelServer
