"""The pages that registration and checkout ask viewers to accept (product.md, section 2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from touchline.front.packs.layout import PAGES
from touchline.front.packs.problems import Problem

TERMS, PRIVACY = "/terms_conditions", "/privacy_policy"


def missing_pages(content: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield a warning for each address that registration links to and the pack has no page or route for."""
    given = {page["url"] for page in content["pages"]} | {route["path"] for route in content["routes"]}
    for address in (TERMS, PRIVACY):
        if address not in given:
            file = f"{PAGES}{address}.md"
            yield Problem(
                file,
                1,
                "",
                f"is missing: registration asks viewers to accept `{address}`, which answers 404",
                f"add {file} (`touchline channel new` writes a draft)",
            )
