"""Theme CSS in the head of a page."""

from __future__ import annotations

from typing import Any

from touchline.front.pages.theme_css import build_theme_css, font_urls

COLOR_SETTINGS: dict[str, Any] = {
    "scheme": "dark",
    "colors": {"body-background": "#0b1018", "accent": "#ffc53d"},
    "theme": {"font_display": "Archivo", "display_weight": 820, "text_hero": "clamp(2rem, 1rem + 3vw, 4rem)"},
    "fonts": [{"family": "Archivo", "url": "/files/p/a.woff2", "weight": "100 900", "stretch": None}],
}


def test_colors_and_theme_become_custom_properties() -> None:
    assert build_theme_css(COLOR_SETTINGS).endswith(
        ":root{color-scheme:dark;--body-background:#0b1018;--accent:#ffc53d;"
        '--font-display:"Archivo",system-ui,sans-serif;--display-weight:820;'
        "--text-hero:clamp(2rem, 1rem + 3vw, 4rem);}"
    )


def test_fonts_become_faces_that_may_be_fetched_early() -> None:
    assert build_theme_css(COLOR_SETTINGS).startswith(
        '@font-face{font-family:"Archivo";src:url("/files/p/a.woff2") format("woff2");'
        "font-weight:100 900;font-display:swap}"
    )
    assert font_urls(COLOR_SETTINGS) == ["/files/p/a.woff2"]


def test_a_calm_channel_sets_card_titles_and_its_name_in_its_display_face() -> None:
    calm = build_theme_css({**COLOR_SETTINGS, "theme": {"display_case": "none"}})
    assert "--card-title:var(--display-weight-small) var(--text-4) / 1.2 var(--font-display);" in calm
    assert "--brand-size:1.5rem;" in calm and "--card-title" not in build_theme_css(COLOR_SETTINGS)


def test_nothing_leaves_its_place() -> None:
    hostile: dict[str, Any] = {
        "scheme": "dark;x:y",
        "colors": {"accent": "red;}body{display:none", "x}y": "red", "live": "</style><script>"},
        "theme": {"font_text": '</style>"x', "radius_1": "url(javascript:x)\\", "radius_2": None},
        "fonts": [{"family": 'A"</style>', "url": '/a") url(x', "weight": "1;}", "stretch": ""}],
    }
    css = build_theme_css(hostile)
    assert "</style" not in css and "display:none" not in css and "<script" not in css
    assert css.count("{") == css.count("}") == 2
    assert 'font-family:"A\\"\\3c /style>"' in css
