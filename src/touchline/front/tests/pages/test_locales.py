"""Locales: languages with their country."""

from __future__ import annotations

import pytest

from touchline.front.pages.locales import get_locale


@pytest.mark.parametrize(
    ("language", "zone", "locale"),
    [
        ("fr", "America/Toronto", "fr_CA"),
        ("en", "America/Toronto", "en_CA"),
        ("en", "America/Chicago", "en_US"),
        ("fr", "America/Chicago", "fr_FR"),
        ("fr-CA", "America/Chicago", "fr_CA"),
        ("en", "UTC", "en_US"),
        ("de", "Europe/Vienna", "de_AT"),
        ("nb", "Europe/Oslo", "nb_NO"),
        ("xx", "UTC", "xx_XX"),
    ],
)
def test_a_language_gets_the_country_where_it_is_spoken(language: str, zone: str, locale: str) -> None:
    assert get_locale(language, zone) == locale
