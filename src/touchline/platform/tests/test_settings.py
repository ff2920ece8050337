"""Settings from the environment."""

from dataclasses import fields
from pathlib import Path

import pytest

from touchline.platform.settings import KNOWN, Settings, WrongSetting, describe, read_settings, secret_key


def test_every_setting_is_described() -> None:
    assert list(KNOWN) == [spot.name for spot in fields(Settings)]


def test_settings_are_read_from_the_environment() -> None:
    settings = read_settings({"TOUCHLINE_PORT": "9000", "TOUCHLINE_DEVELOPMENT": "true", "HOME": "/root"})
    assert (settings.port, settings.development) == (9000, True)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TOUCHLINE_PORT", "eighty"),
        ("TOUCHLINE_PORT", "70000"),
        ("TOUCHLINE_DEVELOPMENT", "perhaps"),
        ("TOUCHLINE_QUEUE", "celery"),
        ("TOUCHLINE_MEDIA_HOST", "media.example.org"),
        ("TOUCHLINE_GEO_COUNTRY", "USA"),
        ("TOUCHLINE_PROT", "8080"),
    ],
)
def test_a_wrong_setting_is_named_in_one_sentence(name: str, value: str) -> None:
    with pytest.raises(WrongSetting) as wrong:
        read_settings({name: value})
    assert name in str(wrong.value)
    assert "\n" not in str(wrong.value)


def test_secrets_are_not_listed() -> None:
    shown = describe(Settings(secret_key="hush", database_url="postgresql://me:hush@db/touchline"))
    assert "hush" not in repr(shown)


def test_the_secret_key_is_made_once_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    settings = Settings(var=tmp_path / "var")
    first = secret_key(settings)
    assert first == secret_key(settings)
    assert len(first) == 64
    assert (tmp_path / "var" / "secret.key").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in (tmp_path / "var").iterdir()] == ["secret.key"]


def test_a_header_with_the_country_is_believed_behind_a_proxy_alone() -> None:
    with pytest.raises(WrongSetting, match="TOUCHLINE_TRUSTED_PROXIES must be at least 1"):
        read_settings({"TOUCHLINE_GEO": "header"})
    assert read_settings({"TOUCHLINE_GEO": "header", "TOUCHLINE_TRUSTED_PROXIES": "1"}).geo == "header"


def test_a_geo_database_must_be_named() -> None:
    with pytest.raises(WrongSetting, match="TOUCHLINE_GEO_DATABASE"):
        read_settings({"TOUCHLINE_GEO": "maxmind"})
    named = {"TOUCHLINE_GEO": "maxmind", "TOUCHLINE_GEO_DATABASE": "/data/geo.mmdb"}
    assert read_settings(named).geo_database_path == Path("/data/geo.mmdb")
