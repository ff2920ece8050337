"""Markdown to HTML."""

from typing import Protocol


class MarkdownRenderer(Protocol):
    """Turns an operator's Markdown into HTML that a page may show as it is."""

    def render(self, markdown: str) -> str:
        """Sanitised HTML: no scripts, no styles, no frames, links with `rel="noopener"`."""
        ...
