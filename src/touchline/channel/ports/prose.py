"""Markdown to HTML."""

from typing import Protocol


class Prose(Protocol):
    """Turns an operator's Markdown into HTML that a page may show as it is."""

    def html(self, markdown: str) -> str:
        """Sanitised HTML: no scripts, no styles, no frames, links with `rel="noopener"`."""
        ...
