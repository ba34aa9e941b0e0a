"""The rehearsed model server as the end-to-end tests use it: in a thread of its own."""

from agents.rehearsal import ScriptedModelServer, combination, recollection
from agents.rehearsal.prompts import MERGE, SUMMARY

__all__ = ["MERGE", "SUMMARY", "ModelServer", "combination", "recollection"]

ModelServer = ScriptedModelServer
