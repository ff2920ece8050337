"""Text that came from an operator's command line or file system, as it is stored and shown: valid UTF-8.

Python keeps a byte that is no UTF-8 as a lone surrogate (PEP 383), which
neither a database nor a strict stream accepts.
"""


def valid_text(text: str) -> str:
    """Return the text with `?` for each byte that is no UTF-8."""
    return text.encode("utf-8", "replace").decode("utf-8")


def is_valid_text(text: str) -> bool:
    """Return whether the text can be written as UTF-8."""
    return valid_text(text) == text


def printable_name(name: str) -> str:
    """Return the name of a file on one line: `?` for what is no UTF-8 and for control characters."""
    return "".join("?" if _is_control(character) else character for character in valid_text(name))


def _is_control(character: str) -> bool:
    return character < " " or "\x7f" <= character < "\xa0"
