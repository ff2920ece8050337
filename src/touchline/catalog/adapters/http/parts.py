"""Parts of lists that are short enough to be loaded whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from touchline.platform.http.paging import many, page_request
from touchline.shared.paging import Page


def part(things: Sequence[dict[str, Any]], args: Mapping[str, Any]) -> dict[str, Any]:
    """The asked part of a short list, in the envelope of lists."""
    request = page_request(args)
    shown = things[request.offset : request.offset + request.limit]
    return many(Page(shown, len(things), request.limit, request.offset))
