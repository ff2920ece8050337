"""Text in several languages."""

from collections.abc import Mapping, Sequence

from touchline.shared.defaults import LANGUAGE

LocalText = dict[str, str]
"""Language code → text. Stored as JSON; at least one language is there unless the text is absent."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""The last four are wide signs, which some spreadsheets take for the others."""


def no_formula(text: str) -> str:
    """A text for a cell of CSV that no spreadsheet takes for a formula: an apostrophe before what begins as
    one (OWASP, CSV injection)."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def pick(text: Mapping[str, str] | None, language: str, fallback: str = LANGUAGE) -> str:
    """The text in a language, else in the fallback's, else in any; "" where there is none."""
    if not text:
        return ""
    return text.get(language) or text.get(fallback) or next(iter(text.values()), "")


def choose_language(
    wanted: str | None, accept_language: str | None, offered: Sequence[str], fallback: str
) -> str:
    """The answer's language: `lang=` first, then Accept-Language, then the channel's own.

    Both count only when the channel offers them; `fr-CA` is content with `fr`.
    """
    ranked = [wanted] if wanted else []
    ranked += _by_quality(accept_language or "")
    offered_as = {tag.lower(): tag for tag in offered}
    for tag in ranked:
        for candidate in (tag.lower(), tag.lower().split("-")[0]):
            if candidate in offered_as:
                return offered_as[candidate]
    return fallback


def _by_quality(header: str) -> list[str]:
    """Language tags of an Accept-Language header, best first (RFC 9110 §12.5.4)."""
    found: list[tuple[float, int, str]] = []
    for position, part in enumerate(header.split(",")[:20]):
        tag, _, parameter = part.strip().partition(";")
        try:
            quality = float(parameter.strip().removeprefix("q=")) if parameter else 1.0
        except ValueError:
            continue
        if tag and tag != "*" and quality > 0:
            found.append((-quality, position, tag))
    return [tag for _, _, tag in sorted(found)]
