"""The port of telnet over TLS: its certificate is read and its socket bound before the world."""

from __future__ import annotations

import socket
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from config.address import format_address
from config.telnet import TelnetSettings
from late.late_dataclass import late_dataclass
from server.tls.certificates import (
    CertificatePaths,
    CertificateRejected,
    Certificates,
    find_certificate_doubts,
)


@late_dataclass(frozen=True, slots=True)
class TlsPort:
    """A bound socket, and the certificate for the connections to it."""

    listening: socket.socket
    certificates: Certificates
    config: Path
    """The folder at which relative paths of the settings begin."""
    now: Callable[[], datetime]

    @property
    def address(self) -> str:
        """Where people connect: ``HOST:PORT``."""
        return format_address(*self.listening.getsockname()[:2])

    @property
    def number(self) -> int:
        """The port alone."""
        return int(self.listening.getsockname()[1])

    def renew(self, settings: TelnetSettings) -> list[str]:
        """Read the certificate again; return what is wrong. If it cannot be used, the old stays."""
        paths = CertificatePaths.of(self.config, settings)
        try:
            self.certificates.renew(paths)
            return [*find_certificate_doubts(paths, self.now())]
        except CertificateRejected as error:
            return [str(error)]


def prepare_tls(
    settings: TelnetSettings,
    config: Path,
    bind: Callable[[str, int], socket.socket],
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> TlsPort | None:
    """Read the certificate and bind the port, if there is to be one; nothing is written.

    Raises `CertificateRejected`, and whatever `bind` raises.
    """
    if settings.tls is None:
        return None
    certificates = Certificates(CertificatePaths.of(config, settings))
    return TlsPort(bind(*settings.tls), certificates, config, now)


def check_certificate(settings: TelnetSettings, config: Path) -> None:
    """Raise `CertificateRejected` if a start would."""
    if settings.tls is not None:
        Certificates(CertificatePaths.of(config, settings))


def check_tls(settings: TelnetSettings, config: Path, now: datetime) -> tuple[list[str], list[str]]:
    """Return why a start would fail, and what else may become trouble; a sentence each."""
    if settings.tls is None:
        return [], []
    paths = CertificatePaths.of(config, settings)
    try:
        check_certificate(settings, config)
        return [], [*find_certificate_doubts(paths, now)]
    except CertificateRejected as error:
        return [str(error)], []
