"""The server's certificate and key: read from two files, and again when they are renewed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from config.telnet import TelnetSettings
from late.late_dataclass import late_dataclass

SOON = timedelta(days=14)
"""A certificate that ends within this time is warned of."""

_HINT = "`tarn certificate` makes a certificate and a key"


class CertificateRejected(Exception):
    """A certificate or key cannot be used. The message names the file and what is wrong."""

    def __init__(self, path: Path, wrong: str) -> None:
        super().__init__(f"{path}: {wrong}")


@late_dataclass(frozen=True, slots=True)
class CertificatePaths:
    """Where certificate and key are."""

    certificate: Path
    key: Path

    @classmethod
    def of(cls, config: Path, settings: TelnetSettings) -> CertificatePaths:
        """Return the paths that the settings in the folder `config` name."""
        return cls(config / settings.certificate, config / settings.key)


class Certificates:
    """The certificate in force, for new connections. It is Twisted's maker of TLS connections.

    Twisted's `IOpenSSLServerConnectionCreator` asks for no more than `serverConnectionForTLS`.
    """

    def __init__(self, paths: CertificatePaths) -> None:
        """Read the certificate. Raises `CertificateRejected`."""
        self._context = load_context(paths)

    def renew(self, paths: CertificatePaths) -> None:
        """Read it again. Raises `CertificateRejected`; then the one in force stays."""
        self._context = load_context(paths)

    def serverConnectionForTLS(self, protocol: object) -> Any:  # noqa: N802  # Twisted's name
        """Return the TLS state of a new connection."""
        from OpenSSL import SSL  # noqa: PLC0415  # loaded by then

        return SSL.Connection(self._context, None)


def load_context(paths: CertificatePaths) -> Any:
    """Return pyOpenSSL's context of certificate and key. Raises `CertificateRejected`."""
    # Loading OpenSSL takes 60 ms and 10 MB, which a server without TLS does not need.
    from OpenSSL import SSL  # noqa: PLC0415

    context = SSL.Context(SSL.TLS_SERVER_METHOD)
    context.set_min_proto_version(SSL.TLS1_2_VERSION)
    context.set_options(SSL.OP_NO_COMPRESSION | SSL.OP_NO_RENEGOTIATION)
    _read_certificates(paths.certificate)
    key = _read_key(paths.key)
    try:
        context.use_certificate_chain_file(str(paths.certificate))
        context.use_privatekey(key)
        context.check_privatekey()
    except SSL.Error as error:
        raise CertificateRejected(
            paths.key, f"is not the key of {paths.certificate.name}, or too weak"
        ) from error
    return context


def find_certificate_doubts(paths: CertificatePaths, now: datetime) -> Iterator[str]:
    """Yield a sentence for what may become trouble. Raises `CertificateRejected`."""
    first = _read_certificates(paths.certificate)[0]
    until, since = first.not_valid_after_utc, first.not_valid_before_utc
    if until <= now:
        yield f"{paths.certificate}: the certificate ended on {until:%Y-%m-%d}; clients refuse it"
    elif until <= now + SOON:
        yield f"{paths.certificate}: the certificate ends on {until:%Y-%m-%d}"
    if since > now:
        yield f"{paths.certificate}: the certificate begins only on {since:%Y-%m-%d}"
    if paths.key.stat().st_mode & 0o044:
        yield f"{paths.key}: others on this machine can read the key; do: chmod 600 {paths.key}"


def _read_certificates(path: Path) -> list[Any]:
    from cryptography import x509  # noqa: PLC0415

    data = _read(path)
    try:
        found = x509.load_pem_x509_certificates(data)
    except ValueError as error:
        raise CertificateRejected(path, f"is no certificate in PEM; {_HINT}") from error
    return list(found)


def _read_key(path: Path) -> Any:
    from cryptography.exceptions import UnsupportedAlgorithm  # noqa: PLC0415
    from cryptography.hazmat.primitives.serialization import (  # noqa: PLC0415
        load_pem_private_key,
    )

    data = _read(path)
    try:
        return load_pem_private_key(data, password=None)
    except TypeError as error:
        raise CertificateRejected(path, "has a password; allowed: a key without one") from error
    except (ValueError, UnsupportedAlgorithm) as error:
        raise CertificateRejected(path, f"is no private key in PEM; {_HINT}") from error


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise CertificateRejected(path, f"cannot be read: {error.strerror}; {_HINT}") from error
