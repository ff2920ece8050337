"""One normalized form for each kind of user input, so that the same text always has the same bytes.

Every text field of a request names its kind (a test checks this). Pasted text may contain invisible
characters: zero-width spaces, word joiners, direction marks. They are removed where they have no meaning.
"""

import re
import unicodedata

import idna

_JOINERS = "\u200c\u200d"
"""Zero-width joiners, which many scripts and emoji need."""
_FULLWIDTH_TO_ASCII = {character: character - 0xFEE0 for character in range(0xFF01, 0xFF5F)}
"""Full-width characters, which East Asian keyboards type, mapped to ASCII."""
_BLANK_CHARACTERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\u2800")
"""Characters that look blank but are not in category `Cf`."""


def unchanged(text: str) -> str:
    """Return the text unchanged. For passwords, which are normalized when they are hashed and compared."""
    return text


def password(text: str) -> str:
    """Return the form of a password that is hashed: NFKC (NIST SP 800-63B, section 5.1.1.2).

    No character is removed.
    """
    return unicodedata.normalize("NFKC", text)


def email(text: str) -> str:
    """Return an email address with its domain as A-labels (IDNA 2008) and its local part in NFC.

    An ASCII domain keeps its case. Text that is not an address is not converted, so that validation refuses
    it.
    """
    address = _strip_invisible(text, keep="").strip().translate(_FULLWIDTH_TO_ASCII)
    local, separator, domain = address.rpartition("@")
    return f"{unicodedata.normalize('NFC', local)}{separator}{_to_a_labels(domain)}" if separator else address


def phone(text: str) -> str:
    """Return a phone number without invisible characters, with ASCII digits and dashes."""
    visible = _strip_invisible(unicodedata.normalize("NFKC", _strip_invisible(text, keep="")), keep="")
    return "".join(_to_ascii_dash(character) for character in visible).strip()


def login(text: str) -> str:
    """Return a login name: an email address or a phone number."""
    return email(text) if "@" in text or "\uff20" in text else phone(text)


def code(text: str) -> str:
    """Return a code without invisible characters and surrounding spaces.

    Digits of every script and dashes of every length become ASCII. Each kind of code handles its own case and
    dashes.
    """
    return "".join(map(_to_ascii_digit, phone(text)))


def name(text: str) -> str:
    """Return one line in NFC with single spaces, without control and invisible characters."""
    return " ".join(_replace_unprintable(text).split())


def free_text(text: str) -> str:
    """Return several lines in NFC, without controls and invisible signs, with `\\n` between lines."""
    lines = re.split(r"\r\n|\r|\n", text)
    return "\n".join(_replace_unprintable(line).rstrip() for line in lines).strip()


def query(text: str) -> str:
    """Return search words as one line, like a name."""
    return name(text)


def token(text: str) -> str:
    """Return a machine-made text (an id, a signature, an address) unchanged, because it must match
    exactly."""
    return text


def file_name(text: str) -> str:
    """Return the form in which file names are compared: NFC. macOS writes NFD."""
    return unicodedata.normalize("NFC", text)


def _strip_invisible(text: str, *, keep: str) -> str:
    """Return the text without invisible characters, except those in `keep`."""
    return "".join(character for character in text if character in keep or not _is_hidden(character))


def _replace_unprintable(text: str) -> str:
    """Return the text in NFC, with spaces in place of unprintable characters."""
    normalized = unicodedata.normalize("NFC", _strip_invisible(text, keep=_JOINERS))
    return "".join(
        character if character.isprintable() or character in _JOINERS else " " for character in normalized
    )


def _is_hidden(character: str) -> bool:
    return character in _BLANK_CHARACTERS or unicodedata.category(character) == "Cf"


def _to_ascii_dash(character: str) -> str:
    return "-" if unicodedata.category(character) == "Pd" or character == "\u2212" else character


def _to_ascii_digit(character: str) -> str:
    digit = unicodedata.decimal(character, None)
    return character if digit is None else str(digit)


def _to_a_labels(domain: str) -> str:
    if domain.isascii():
        return domain
    try:
        return idna.encode(domain, uts46=True).decode()
    except (idna.IDNAError, UnicodeError):
        return domain
