"""Rendering of operators' Markdown as safe HTML."""

import pytest

from touchline.channel.adapters.site.markdown import MarkdownItRenderer

RENDERER = MarkdownItRenderer()


def test_markdown_becomes_html() -> None:
    assert RENDERER.render("# Title\n\nSome *words*.") == "<h2>Title</h2>\n<p>Some <em>words</em>.</p>"
    assert "<table>" in RENDERER.render("| a | b |\n|---|---|\n| 1 | 2 |")
    assert RENDERER.render("![The mark](/files/prairie/a.png)") == (
        '<p><img src="/files/prairie/a.png" alt="The mark"></p>'
    )


def test_links_have_noopener() -> None:
    assert 'rel="noopener noreferrer"' in RENDERER.render("[a](https://a.example)")


@pytest.mark.parametrize(
    "markdown",
    [
        "<script>alert(1)</script>",
        "[a](javascript:alert(1))",
        '<a href="javascript:alert(1)">a</a>',
        '<img src="x" onerror="alert(1)">',
        '<p style="background:url(//a.example)">x</p>',
        "<iframe src='https://a.example'></iframe>",
        "<svg><script>alert(1)</script></svg>",
        "![a](data:text/html;base64,PHNjcmlwdD4=)",
    ],
)
def test_active_content_is_removed(markdown: str) -> None:
    html = RENDERER.render(markdown)
    for unsafe_markup in ("<script", '"javascript:', "onerror", "style=", "<iframe", "<svg", '"data:'):
        assert unsafe_markup not in html
