"""The server's first paint matches the app in text and style, although both define them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from touchline.front.first_paint import selector
from touchline.front.pages.theme_css import build_theme_css

WEB = Path(__file__).parents[2] / "web/src"
TEXTS = [
    selector.ALL_LABEL,
    selector.LIBRARY_INTRO,
    selector.LOG_IN_LABEL,
    *selector.LOG_IN_FIELDS,
    *selector.LOG_IN_LINKS.values(),
]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_texts_of_the_first_paint_match_the_app(language: str) -> None:
    with (WEB / f"locales/{language}.po").open("rb") as file:
        translations = {(str(item.id), item.context): str(item.string or item.id) for item in read_po(file)}
    contexts = {selector.ALL_LABEL["en"]: "categories"}
    app_values = [translations.get((text["en"], contexts.get(text["en"]))) for text in TEXTS]
    assert app_values == [text[language] for text in TEXTS]


def test_the_typography_of_a_calm_channel_matches_the_app() -> None:
    table = (
        (WEB / "app/theme.ts")
        .read_text("utf-8")
        .partition("const SENTENCE_CASE_THEME")[2]
        .partition("\n}")[0]
    )
    app_values = dict(re.findall(r"'(--[\w-]+)': '([^']+)'", table))
    assert app_values
    server_css = build_theme_css(
        {"scheme": "light", "colors": {}, "theme": {"display_case": "none"}, "fonts": []}
    )
    assert [
        name for name, value in app_values.items() if f"{name}:{value}" not in server_css.replace(": ", ":")
    ] == []
