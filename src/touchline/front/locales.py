"""Languages with their country, as OpenGraph wants them (ogp.me, `og:locale`)."""

from __future__ import annotations

from babel import Locale
from babel.core import UnknownLocaleError, get_global
from babel.languages import get_official_languages


def locale_of(language: str, time_zone: str) -> str:
    """`fr_CA`: the tag's own country, else the zone's where it is official, else the likeliest."""
    base, _, country = language.replace("-", "_").partition("_")
    if country:
        return f"{base}_{country.upper()}"
    here = get_global("zone_territories").get(time_zone)
    if here and base in get_official_languages(here, regional=True, de_facto=True):
        return f"{base}_{here}"
    return f"{base}_{_likeliest(base)}"


def _likeliest(language: str) -> str:
    try:
        subtags = str(get_global("likely_subtags").get(language, "")).split("_")
        return Locale.parse("_".join(subtags)).territory or language.upper()
    except (UnknownLocaleError, ValueError):
        return language.upper()
