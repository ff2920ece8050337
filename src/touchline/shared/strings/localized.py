"""Text in several languages."""

from collections.abc import Mapping, Sequence

from touchline.shared.defaults import LANGUAGE

LocalText = dict[str, str]
"""Language code → text. Stored as JSON; has at least one language unless the text is absent."""


def localize(text: Mapping[str, str] | None, language: str, fallback: str = LANGUAGE) -> str:
    """Return the text in `language`, else in `fallback`, else in any language; empty if there is none."""
    if not text:
        return ""
    return text.get(language) or text.get(fallback) or next(iter(text.values()), "")


def choose_language(
    requested: str | None, accept_language: str | None, available: Sequence[str], fallback: str
) -> str:
    """Return the response language: `lang=` first, then Accept-Language, then the channel's own.

    The first two count only if the channel has the language. `fr-CA` also matches `fr`.
    """
    preferred = [requested] if requested else []
    preferred += _parse_accept_language(accept_language or "")
    available_by_tag = {tag.lower(): tag for tag in available}
    for tag in preferred:
        for candidate in (tag.lower(), tag.lower().split("-")[0]):
            if candidate in available_by_tag:
                return available_by_tag[candidate]
    return fallback


def _parse_accept_language(header: str) -> list[str]:
    """Return the language tags of an Accept-Language header, best first (RFC 9110 §12.5.4)."""
    weighted_tags: list[tuple[float, int, str]] = []
    for position, part in enumerate(header.split(",")[:20]):
        tag, _, parameter = part.strip().partition(";")
        try:
            quality = float(parameter.strip().removeprefix("q=")) if parameter else 1.0
        except ValueError:
            continue
        if tag and tag != "*" and quality > 0:
            weighted_tags.append((-quality, position, tag))
    return [tag for _, _, tag in sorted(weighted_tags)]
