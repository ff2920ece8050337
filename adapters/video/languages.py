"""Language codes and names as used in media files."""

from __future__ import annotations

import re

from babel import Locale, UnknownLocaleError
from babel.core import get_global

_TAG = re.compile(r"[a-z]{2,8}(?:-[a-z0-9]{1,8})*")
"""The characters of a BCP 47 tag in small letters (RFC 5646, 2.1).

Tags are part of file names and of playlists. Babel would accept more, and copy it unchecked: `en@/../x`.
"""
_MAX_TAG_LENGTH = 20


def language_tag(language: str) -> str:
    """Return the BCP 47 tag of a language code found in a file (`eng`, `fre`, `fr-CA`, `und`), or ""."""
    language = language.replace("_", "-").strip().lower()
    if language == "und" or not _TAG.fullmatch(language):
        return ""
    alias = get_global("language_aliases").get(language, language).replace("_", "-")
    try:
        tag = str(Locale.parse(alias, sep="-")).replace("_", "-")
    except (UnknownLocaleError, ValueError):
        return ""
    return tag if len(tag) <= _MAX_TAG_LENGTH else ""


def language_name(tag: str) -> str:
    """Return the name of a language in that language, capitalized. Returns "" for ""."""
    name = (Locale.parse(tag, sep="-").get_display_name() if tag else None) or ""
    return name[:1].upper() + name[1:].replace('"', "")


def unique_name(name: str, used_names: set[str]) -> str:
    """Return the name, with a number if it is already used. Names must be unique within a group (RFC 8216,
    4.3.4.1.1).
    """
    name = " ".join(name.replace('"', "").split())
    numbered = (name, *(f"{name} {number}" for number in range(2, 1000)))
    return next(candidate for candidate in numbered if candidate not in used_names)


def iso_639_2_code(tag: str) -> str:
    """Return the ISO 639-2 code of a BCP 47 tag, as MP4 requires, or `und` if there is none."""
    language = tag.partition("-")[0]
    if len(language) == 3:
        return language
    aliases = get_global("language_aliases")
    codes = [code for code, alias in aliases.items() if alias == language and len(code) == 3]
    return min(codes, key=lambda code: not code.startswith(language), default="und")
