"""Markdown by markdown-it-py (CommonMark with tables and strikethrough), sanitised by nh3."""

from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

_TAGS = frozenset(
    ["a", "abbr", "b", "blockquote", "br", "code", "dd", "del", "dl", "dt", "em", "figcaption", "figure",
     "h2", "h3", "h4", "hr", "i", "img", "kbd", "li", "ol", "p", "pre", "s", "small", "strong", "sub",
     "sup", "table", "tbody", "td", "th", "thead", "tr", "ul"]
)  # fmt: skip
_ATTRIBUTES = {
    "a": {"href", "title"},
    "img": {"src", "alt", "title", "width", "height"},
    "td": {"align"},
    "th": {"align"},
    "ol": {"start"},
    "abbr": {"title"},
}


class MarkdownItRenderer:
    """Port `MarkdownRenderer`. HTML in the Markdown is let through the same sieve as what Markdown makes.

    Both libraries are imported by the first text: packs bring texts, the web shows what was made of them.
    """

    @cached_property
    def _markdown(self) -> "MarkdownIt":
        from markdown_it import MarkdownIt

        return MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])

    def render(self, markdown: str) -> str:
        """Sanitised HTML; a first-level heading becomes a second-level one, as the page has its own."""
        import nh3

        rendered = self._markdown.render(markdown).replace("<h1>", "<h2>").replace("</h1>", "</h2>")
        return nh3.clean(
            rendered,
            tags=set(_TAGS),
            attributes=_ATTRIBUTES,
            url_schemes={"http", "https", "mailto", "tel"},
            link_rel="noopener noreferrer",
        ).strip()
