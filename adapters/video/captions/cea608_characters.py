"""CEA-608 characters (ANSI/CTA-608-E, tables 49 to 53)."""

from __future__ import annotations

_BASIC = {
    **{0x27: "’", 0x2A: "á", 0x5C: "é", 0x5E: "í", 0x5F: "ó", 0x60: "ú"},
    **{0x7B: "ç", 0x7C: "÷", 0x7D: "Ñ", 0x7E: "ñ", 0x7F: "█"},
}
"""Characters of the basic set that differ from ASCII."""
_SPECIAL = "®°½¿™¢£♪à èâêîôû"
_SPANISH_AND_FRENCH = "ÁÉÓÚÜü‘¡*'—©℠•“”ÀÂÇÈÊËëÎÏïÔÙùÛ" + chr(0xAB) + chr(0xBB)
_PORTUGUESE_AND_GERMAN = "ÃãÍÌìÒòÕõ{}\\^_|~ÄäÖöß¥¤│ÅåØø┌┐└┘"


def decode_character(group: int, code: int) -> str:
    """Return the character for a code, or "" if the code has none.

    `group` is 0 for the basic set, 1 for the special characters, and 2 and 3 for the extended characters.
    """
    if group == 0:
        return _BASIC.get(code, chr(code)) if 0x20 <= code <= 0x7F else ""
    if group == 1:
        return _SPECIAL[code - 0x30] if 0x30 <= code <= 0x3F else ""
    extended = {2: _SPANISH_AND_FRENCH, 3: _PORTUGUESE_AND_GERMAN}.get(group, "")
    return extended[code - 0x20] if extended and 0x20 <= code <= 0x3F else ""
