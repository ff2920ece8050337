"""Markdown by markdown-it-py (CommonMark with tables and strikethrough), sanitized by nh3."""

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
    """Port `MarkdownRenderer`. HTML inside Markdown passes the same sanitizer as rendered Markdown.

    Both libraries are imported with the first text. Packs contain Markdown; web processes serve the rendered
    HTML.
    """

    @cached_property
    def _markdown(self) -> "MarkdownIt":
        from markdown_it import MarkdownIt

        return MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])

    def render(self, markdown: str) -> str:
        """Return sanitized HTML.

        First-level headings become second-level headings, because the page has its own.
        """
        import nh3

        rendered = self._markdown.render(markdown).replace("<h1>", "<h2>").replace("</h1>", "</h2>")
        return nh3.clean(
            rendered,
            tags=set(_TAGS),
            attributes=_ATTRIBUTES,
            url_schemes={"http", "https", "mailto", "tel"},
            link_rel="noopener noreferrer",
        ).strip()
