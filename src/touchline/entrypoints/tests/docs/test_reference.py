"""The generated pages of the documentation match the code."""

from __future__ import annotations

import pytest

from touchline.entrypoints.docs import reference


@pytest.mark.parametrize("page", sorted(reference.PAGE_RENDERERS))
def test_a_generated_page_is_not_stale(page: str) -> None:
    text = (reference.PAGES / page).read_text("utf-8")
    assert reference.regenerate(page, text) == text, "run `make reference`"


def test_every_setting_and_every_command_is_listed() -> None:
    assert any("`TOUCHLINE_PORT` | `8080`" in line for line in reference.render_settings())
    assert "## touchline channels apply" in list(reference.render_commands())


def test_text_outside_the_generated_part_is_preserved() -> None:
    page = "before\n<!-- generated -->\nyesterday\n<!-- end of generated -->\nafter\n"
    made = reference.regenerate("settings.md", page)
    assert made.startswith("before\n<!-- generated -->\n\n| setting")
    assert made.endswith("\n\n<!-- end of generated -->\nafter\n")
    assert "yesterday" not in made
