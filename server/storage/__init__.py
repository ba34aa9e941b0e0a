"""Keeps the state of the world and the accounts in SQLite under ``vault/.tarn``."""

from server.storage.accounts import AccountRow, AccountTable
from server.storage.database import StorageError
from server.storage.world import StoreHealth, WorldStore

__all__ = ["AccountRow", "AccountTable", "StorageError", "StoreHealth", "WorldStore"]
