"""Markdown from operators is shown as HTML that cannot harm."""

import pytest

from touchline.channel.adapters.prose import MarkdownProse

PROSE = MarkdownProse()


def test_markdown_becomes_html() -> None:
    assert PROSE.html("# Title\n\nSome *words*.") == "<h2>Title</h2>\n<p>Some <em>words</em>.</p>"
    assert "<table>" in PROSE.html("| a | b |\n|---|---|\n| 1 | 2 |")
    assert PROSE.html("![The mark](/files/prairie/a.png)") == (
        '<p><img src="/files/prairie/a.png" alt="The mark"></p>'
    )


def test_links_do_not_hand_over_the_page() -> None:
    assert 'rel="noopener noreferrer"' in PROSE.html("[a](https://a.example)")


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
def test_nothing_that_runs_comes_through(markdown: str) -> None:
    html = PROSE.html(markdown)
    for bad in ("<script", '"javascript:', "onerror", "style=", "<iframe", "<svg", '"data:'):
        assert bad not in html
