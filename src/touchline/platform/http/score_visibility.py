"""Whether a request asks for scores: `?scores=hidden` or `?scores=shown`, and a cookie for pages (ADR 89).

Browsers request a page before any script runs, so the web app sets a cookie if its viewer hides scores.
API calls use only the parameter, because shared caches keep some of their responses.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import parse_qsl, urlsplit

SCORES_PARAM = "scores"
HIDDEN, SHOWN = "hidden", "shown"
SCORES_COOKIE = "touchline_scores"
_CHOICES = {HIDDEN: True, SHOWN: False}


def hides_scores_at(url: str) -> bool:
    """Return whether a link to a page hides scores. An invalid address does not."""
    try:
        query = urlsplit(url).query
    except ValueError:
        return False
    return bool(parse_scores_param(dict(parse_qsl(query))))


def parse_scores_param(args: Mapping[str, str]) -> bool | None:
    """Return whether the query asks to hide scores. None if it does not say."""
    return _CHOICES.get(args.get(SCORES_PARAM, ""))


def hides_scores_on_page(args: Mapping[str, str], cookies: Mapping[str, str]) -> bool:
    """Return whether a page must not contain scores: as its address says, or else its viewer's cookie."""
    choice = parse_scores_param(args)
    return cookies.get(SCORES_COOKIE) == HIDDEN if choice is None else choice
