"""What the server paints before the web app has come is what the app says and wears: both write it down."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from touchline.front.first import choosing
from touchline.front.theme_css import theme_css

WEB = Path(__file__).parents[2] / "web/src"
TEXTS = [choosing.ALL, choosing.LEDE, choosing.LOG_IN, *choosing.FIELDS, *choosing.WAYS.values()]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_words_of_the_first_picture_are_those_of_the_app(language: str) -> None:
    with (WEB / f"locales/{language}.po").open("rb") as file:
        said = {(str(each.id), each.context): str(each.string or each.id) for each in read_po(file)}
    contexts = {choosing.ALL["en"]: "categories"}
    app = [said.get((text["en"], contexts.get(text["en"]))) for text in TEXTS]
    assert app == [text[language] for text in TEXTS]


def test_the_type_of_a_calm_channel_is_the_same_on_both_sides() -> None:
    table = (WEB / "app/theme.ts").read_text("utf-8").partition("const CALM")[2].partition("\n}")[0]
    app = dict(re.findall(r"'(--[\w-]+)': '([^']+)'", table))
    assert app
    served = theme_css({"scheme": "light", "colors": {}, "theme": {"display_case": "none"}, "fonts": []})
    assert [name for name, value in app.items() if f"{name}:{value}" not in served.replace(": ", ":")] == []
