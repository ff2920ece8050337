"""Port for rendering Markdown to HTML."""

from typing import Protocol


class MarkdownRenderer(Protocol):
    """Renderer of an operator's Markdown to HTML that is safe to display."""

    def render(self, markdown: str) -> str:
        """Return sanitized HTML: no scripts, styles, or frames, and links with `rel="noopener"`."""
        ...
