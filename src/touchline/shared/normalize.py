"""One form of each kind of text that people type, so that the same text is the same bytes at every door.

Every text field of a request names its kind (a law checks that). A pasted text may hold signs that nobody
sees: zero-width spaces, word joiners, marks of the writing direction. They go where they mean nothing.
"""

import re
import unicodedata

import idna

_JOINERS = "\u200c\u200d"
"""Zero-width joiners, which many scripts and pictures are written with."""
_WIDE = {sign: sign - 0xFEE0 for sign in range(0xFF01, 0xFF5F)}
"""Fullwidth signs, which East Asian keyboards type, and the ASCII that they stand for."""
_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\u2800")
"""Signs that look like nothing and are in another category than `Cf`."""


def as_typed(text: str) -> str:
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
    whole = _visible(text, keep="").strip().translate(_WIDE)
    local, at, domain = whole.rpartition("@")
    return f"{unicodedata.normalize('NFC', local)}{at}{_a_labels(domain)}" if at else whole


def phone(text: str) -> str:
    """Return a telephone number without invisible signs, its fullwidth digits and its dashes as ASCII."""
    plain = _visible(unicodedata.normalize("NFKC", _visible(text, keep="")), keep="")
    return "".join(_ascii_dash(sign) for sign in plain).strip()


def login(text: str) -> str:
    """Return what people log in with: an email address, or a telephone number."""
    return email(text) if "@" in text or "\uff20" in text else phone(text)


def code(text: str) -> str:
    """Return a code without invisible signs and outer spaces; digits of every script and dashes of every
    length become ASCII. Capitals and dashes are the business of each kind of code."""
    return "".join(map(_ascii_digit, phone(text)))


def name(text: str) -> str:
    """Return one line in NFC with single spaces, without controls and invisible signs."""
    return " ".join(_printable(text).split())


def free_text(text: str) -> str:
    """Return several lines in NFC, without controls and invisible signs, with `\\n` between lines."""
    lines = re.split(r"\r\n|\r|\n", text)
    return "\n".join(_printable(line).rstrip() for line in lines).strip()


def query(text: str) -> str:
    """Return words that somebody searches by: one line, as a name."""
    return name(text)


def token(text: str) -> str:
    """Return a text that a program made (an id, a signature, an address) as it is: it must fit exactly."""
    return text


def file_name(text: str) -> str:
    """Return the form in which names of files are compared: NFC. macOS writes NFD."""
    return unicodedata.normalize("NFC", text)


def _visible(text: str, *, keep: str) -> str:
    """The text without signs that show nothing."""
    return "".join(sign for sign in text if sign in keep or not _is_hidden(sign))


def _printable(text: str) -> str:
    """The text in NFC, with spaces in the place of what cannot be printed."""
    shown = unicodedata.normalize("NFC", _visible(text, keep=_JOINERS))
    return "".join(sign if sign.isprintable() or sign in _JOINERS else " " for sign in shown)


def _is_hidden(sign: str) -> bool:
    return sign in _BLANKS or unicodedata.category(sign) == "Cf"


def _ascii_dash(sign: str) -> str:
    return "-" if unicodedata.category(sign) == "Pd" or sign == "\u2212" else sign


def _ascii_digit(sign: str) -> str:
    digit = unicodedata.decimal(sign, None)
    return sign if digit is None else str(digit)


def _a_labels(domain: str) -> str:
    if domain.isascii():
        return domain
    try:
        return idna.encode(domain, uts46=True).decode()
    except (idna.IDNAError, UnicodeError):
        return domain
