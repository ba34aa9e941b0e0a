"""A client for a server on this machine costs next to nothing."""

from __future__ import annotations

from pathlib import Path

import certifi
import pytest

from agents.clock import VirtualClock
from agents.models.providers.json_http import JsonEndpoint


def make_endpoint(url: str) -> JsonEndpoint:
    return JsonEndpoint(url, "a model", clock=VirtualClock(), timeout=1, headers={})


def test_authorities_are_loaded_only_where_certificates_are_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server elsewhere may be reached through a proxy with TLS, whatever its own address says."""
    for name in ("SSL_CERT_FILE", "SSL_CERT_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(certifi, "where", lambda: str(tmp_path / "missing.pem"))
    make_endpoint("http://127.0.0.1:11434")
    for url in ("https://127.0.0.1:11434", "https://models.example", "http://models.example"):
        with pytest.raises(FileNotFoundError):
            make_endpoint(url)
