"""``tarn certificate``: makes a key and a certificate that it signs itself."""

from __future__ import annotations

import ipaddress
import os
import socket
import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from config.telnet import TelnetSettings
from server.arguments import BAD_USAGE

VALID_DAYS = 825
"""The longest that clients accept."""

_LOCAL = ("localhost", "127.0.0.1", "::1")


def make_certificate_files(folder: Path) -> int:
    """Write certificate and key into `folder`, and return the exit status.

    0: they exist now.  2: one of them exists already, or they cannot be written.
    """
    plain = TelnetSettings()
    certificate, key = folder / plain.certificate, folder / plain.key
    names = [*dict.fromkeys((*_LOCAL, socket.gethostname()))]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path in (certificate, key):
            if path.exists():
                raise FileExistsError(None, "is there already, and was left as it is", str(path))
        made_certificate, made_key = make_certificate(names, datetime.now(UTC))
        _write(key, made_key, 0o600)
        _write(certificate, made_certificate, 0o644)
    except OSError as error:
        print(f"tarn: {error.filename}: {error.strerror}", file=sys.stderr, flush=True)
        return BAD_USAGE
    print(f"made {certificate} and {key}, good for {VALID_DAYS} days, for {', '.join(names)}")
    # The port after the plain one is the page's, as they come.
    print("Write these lines into server.yaml, under telnet:, and start again:")
    print(f'  tls: "127.0.0.1:{plain.port + 2}"\n  certificate: {certificate.resolve()}')
    print(f"  key: {key.resolve()}")
    return 0


def make_certificate(names: Sequence[str], now: datetime) -> tuple[bytes, bytes]:
    """Return a certificate for the names and addresses, and its key (P-256), both in PEM."""
    from cryptography import x509  # noqa: PLC0415  # takes time to load
    from cryptography.hazmat.primitives import hashes, serialization  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415

    key = ec.generate_private_key(ec.SECP256R1())
    who = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, names[0])])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(who)
        .issuer_name(who)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))  # clocks differ
        .not_valid_after(now + timedelta(days=VALID_DAYS))
        .add_extension(x509.SubjectAlternativeName([*map(_general_name, names)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    private = key.private_bytes(
        pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return certificate.public_bytes(pem), private


def _general_name(name: str) -> Any:
    from cryptography import x509  # noqa: PLC0415

    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _write(path: Path, data: bytes, mode: int) -> None:
    # O_EXCL: whatever came to be there meanwhile is not written over.
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
        file.write(data)
