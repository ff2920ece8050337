"""The certificate of RTMPS: wrong files are named when Touchline starts."""

import ssl
from pathlib import Path

import pytest

from touchline.platform.config.settings import InvalidSettingError, read_settings

CERTIFICATE, KEY = "TOUCHLINE_INGEST_CERTIFICATE", "TOUCHLINE_INGEST_CERTIFICATE_KEY"


def test_a_certificate_needs_its_key() -> None:
    for name in (CERTIFICATE, KEY):
        with pytest.raises(InvalidSettingError, match=f"Set {CERTIFICATE} and {KEY} together"):
            read_settings({name: "/etc/ssl/stream.pem"})


def test_a_file_that_is_missing_is_named(tmp_path: Path) -> None:
    certificate = tmp_path / "chain.pem"
    certificate.write_text("")
    with pytest.raises(InvalidSettingError, match=f"Cannot read {KEY}, the file .*key.pem: No such file"):
        read_settings({CERTIFICATE: str(certificate), KEY: str(tmp_path / "key.pem")})


def test_files_that_are_no_certificate_are_named(tmp_path: Path) -> None:
    wrong = tmp_path / "chain.pem"
    wrong.write_text("no certificate")
    with pytest.raises(InvalidSettingError, match="must be PEM files of one certificate"):
        read_settings({CERTIFICATE: str(wrong), KEY: str(wrong)})


def test_nginx_has_its_own_certificate() -> None:
    authorities = ssl.get_default_verify_paths().cafile or "/etc/ssl/certs/ca-certificates.crt"
    with pytest.raises(InvalidSettingError, match="put nginx's stream module in front for RTMPS"):
        read_settings({"TOUCHLINE_INGEST": "nginx", CERTIFICATE: authorities, KEY: authorities})
