"""Text from an operator's command line or file system, made valid UTF-8 for storage and display.

Python keeps a byte that is not UTF-8 as a lone surrogate (PEP 383). Neither a database nor a strict stream
accepts it.
"""


def valid_text(text: str) -> str:
    """Return the text with `?` for each byte that is not UTF-8."""
    return text.encode("utf-8", "replace").decode("utf-8")


def is_valid_text(text: str) -> bool:
    """Return whether the text can be encoded as UTF-8."""
    return valid_text(text) == text


def printable_name(name: str) -> str:
    """Return a file name on one line, with `?` for control characters and bytes that are not UTF-8."""
    return "".join("?" if _is_control(character) else character for character in valid_text(name))


def _is_control(character: str) -> bool:
    return character < " " or "\x7f" <= character < "\xa0"
