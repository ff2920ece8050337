"""Languages with a country, in OpenGraph's format (ogp.me, `og:locale`)."""

from __future__ import annotations

from babel import Locale
from babel.core import UnknownLocaleError, get_global
from babel.languages import get_official_languages


def get_locale(language: str, time_zone: str) -> str:
    """Return a locale such as `fr_CA`.

    The country is the language tag's own, or the time zone's if the language is official there, or the
    likeliest.
    """
    base, _, country = language.replace("-", "_").partition("_")
    if country:
        return f"{base}_{country.upper()}"
    territory = get_global("zone_territories").get(time_zone)
    if territory and base in get_official_languages(territory, regional=True, de_facto=True):
        return f"{base}_{territory}"
    return f"{base}_{_get_likely_territory(base)}"


def _get_likely_territory(language: str) -> str:
    try:
        subtags = str(get_global("likely_subtags").get(language, "")).split("_")
        return Locale.parse("_".join(subtags)).territory or language.upper()
    except (UnknownLocaleError, ValueError):
        return language.upper()
