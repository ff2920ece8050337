"""One form of each kind of text that people type, so that the same text is the same bytes at every door.

Every text field of a request names its kind (a law checks that). A pasted text may hold signs that nobody
sees: zero-width spaces, word joiners, marks of the writing direction. They go where they mean nothing.
"""

import re
import unicodedata

import idna

_JOINERS = "\u200c\u200d"
"""Zero-width joiners, which many scripts and pictures are written with."""
_FULLWIDTH_TO_ASCII = {character: character - 0xFEE0 for character in range(0xFF01, 0xFF5F)}
"""Fullwidth signs, which East Asian keyboards type, and the ASCII that they stand for."""
_BLANK_CHARACTERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\u2800")
"""Signs that look like nothing and are in another category than `Cf`."""


def unchanged(text: str) -> str:
    """Return the text as it is: for passwords, which are normalized where they are hashed and compared."""
    return text


def password(text: str) -> str:
    """Return the form in which a password is hashed: NFKC (NIST SP 800-63B, section 5.1.1.2). No character is
    dropped."""
    return unicodedata.normalize("NFKC", text)


def email(text: str) -> str:
    """Return an email address with its domain as A-labels (IDNA 2008) and its local part in NFC.

    An ASCII domain keeps its case. What is no address stays as it is, to be refused.
    """
    address = _strip_invisible(text, keep="").strip().translate(_FULLWIDTH_TO_ASCII)
    local, separator, domain = address.rpartition("@")
    return f"{unicodedata.normalize('NFC', local)}{separator}{_to_a_labels(domain)}" if separator else address


def phone(text: str) -> str:
    """Return a telephone number without invisible signs, its fullwidth digits and its dashes as ASCII."""
    visible = _strip_invisible(unicodedata.normalize("NFKC", _strip_invisible(text, keep="")), keep="")
    return "".join(_to_ascii_dash(character) for character in visible).strip()


def login(text: str) -> str:
    """Return what people log in with: an email address, or a telephone number."""
    return email(text) if "@" in text or "\uff20" in text else phone(text)


def code(text: str) -> str:
    """Return a code without invisible signs and outer spaces; digits of every script and dashes of every
    length become ASCII. Capitals and dashes are the business of each kind of code."""
    return "".join(map(_to_ascii_digit, phone(text)))


def name(text: str) -> str:
    """Return one line in NFC with single spaces, without controls and invisible signs."""
    return " ".join(_replace_unprintable(text).split())


def free_text(text: str) -> str:
    """Return several lines in NFC, without controls and invisible signs, with `\\n` between lines."""
    lines = re.split(r"\r\n|\r|\n", text)
    return "\n".join(_replace_unprintable(line).rstrip() for line in lines).strip()


def query(text: str) -> str:
    """Return words that somebody searches by: one line, as a name."""
    return name(text)


def token(text: str) -> str:
    """Return a text that a program made (an id, a signature, an address) as it is: it must fit exactly."""
    return text


def file_name(text: str) -> str:
    """Return the form in which names of files are compared: NFC. macOS writes NFD."""
    return unicodedata.normalize("NFC", text)


def _strip_invisible(text: str, *, keep: str) -> str:
    """The text without signs that show nothing."""
    return "".join(character for character in text if character in keep or not _is_hidden(character))


def _replace_unprintable(text: str) -> str:
    """The text in NFC, with spaces in the place of what cannot be printed."""
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
