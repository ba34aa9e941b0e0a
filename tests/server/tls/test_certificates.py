"""`tarn certificate`, and what is said of certificates that are no good."""

from __future__ import annotations

import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from config.telnet import TelnetSettings
from server.cli.start import start
from server.tls.certificates import (
    CertificatePaths,
    CertificateRejected,
    Certificates,
    find_certificate_doubts,
)
from server.tls.making import VALID_DAYS, make_certificate
from server.tls.port import check_tls

NOW = datetime(2026, 11, 22, tzinfo=UTC)


def written(folder: Path, made: tuple[bytes, bytes], mode: int = 0o600) -> CertificatePaths:
    paths = CertificatePaths.of(folder, TelnetSettings())
    paths.certificate.write_bytes(made[0])
    paths.key.write_bytes(made[1])
    paths.key.chmod(mode)
    return paths


def test_the_command_makes_a_certificate_that_clients_can_trust(tmp_path: Path) -> None:
    """For localhost and this machine; the key is its owner's alone."""
    assert start(["certificate", str(tmp_path / "made")]) == 0
    paths = CertificatePaths.of(tmp_path / "made", TelnetSettings())
    assert paths.key.stat().st_mode & 0o777 == 0o600
    trusting = ssl.create_default_context(cafile=str(paths.certificate))
    assert trusting.cert_store_stats()["x509"] == 1
    Certificates(paths)
    assert not [*find_certificate_doubts(paths, datetime.now(UTC))]


@pytest.mark.parametrize("name", ["certificate.pem", "key.pem"])
def test_nothing_is_written_over(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / name).write_text("mine")
    assert start(["certificate", str(tmp_path)]) == 2
    assert capsys.readouterr().err == (
        f"tarn: {tmp_path / name}: is there already, and was left as it is\n"
    )
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [(name, "mine")]


def test_a_folder_that_cannot_be_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SystemExit, match="2"):
        start(["certificate", str(tmp_path / "file" / "below")])
    assert str(tmp_path / "file") in capsys.readouterr().err


@pytest.mark.parametrize(
    ("later", "doubt"),
    [
        (0, None),
        (VALID_DAYS - 7, "the certificate ends on 2029-"),
        (VALID_DAYS + 1, "the certificate ended on 2029-"),
        (-2, "the certificate begins only on 2026-11-21"),
    ],
)
def test_a_certificate_that_ends_is_warned_of(
    tmp_path: Path, later: int, doubt: str | None
) -> None:
    paths = written(tmp_path, make_certificate(["localhost"], NOW))
    found = [*find_certificate_doubts(paths, NOW + timedelta(days=later))]
    assert len(found) == (doubt is not None)
    assert doubt is None or f"{paths.certificate}: {doubt}" in found[0]


def test_a_key_that_others_can_read_is_warned_of(tmp_path: Path) -> None:
    paths = written(tmp_path, make_certificate(["localhost"], NOW), mode=0o644)
    [doubt] = find_certificate_doubts(paths, NOW)
    assert doubt.endswith(f"chmod 600 {paths.key}")


def test_a_renewed_certificate_that_is_broken_leaves_the_old_one(tmp_path: Path) -> None:
    paths = written(tmp_path, make_certificate(["localhost"], NOW))
    certificates = Certificates(paths)
    before = certificates._context
    written(tmp_path, (b"", b""))
    with pytest.raises(CertificateRejected):
        certificates.renew(paths)
    assert certificates._context is before


def test_check_says_what_a_start_would(tmp_path: Path) -> None:
    """Nothing is looked at while TLS is off."""
    on = TelnetSettings(tls=("127.0.0.1", 0))
    assert check_tls(TelnetSettings(), tmp_path, NOW) == ([], [])
    [[refused], doubts] = check_tls(on, tmp_path, NOW)
    assert refused.startswith(f"{tmp_path / 'certificate.pem'}: cannot be read: No such file")
    assert doubts == []
    written(tmp_path, make_certificate(["localhost"], NOW))
    assert check_tls(on, tmp_path, NOW) == ([], [])
