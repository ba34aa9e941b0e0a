"""The parts that administrators' commands use."""

from __future__ import annotations

from dataclasses import dataclass

from agents.mind.commands.admin_row import LateReply
from server.accounts import StoredAccounts
from server.administration.audit import AuditLog
from server.gate import WorldGate


@dataclass(frozen=True, slots=True)
class Administration:
    """What administrators' commands use of a running server."""

    audit: AuditLog
    accounts: StoredAccounts
    gate: WorldGate
    late: LateReply
