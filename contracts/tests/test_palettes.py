"""The studio knows the colors that the server gives a channel without its own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from touchline.front.packs.schemas.theme import DARK, LIGHT

PALETTES = Path(__file__).parents[2] / "web" / "src" / "catalog" / "palettes.ts"


@pytest.mark.parametrize(("scheme", "colors"), [("dark", DARK), ("light", LIGHT)])
def test_the_studio_and_the_server_have_the_same_palettes(scheme: str, colors: dict[str, str]) -> None:
    block = re.search(rf"  {scheme}: \{{(.*?)\}}", PALETTES.read_text(), re.S)
    assert block is not None
    assert dict(re.findall(r"'?([a-z-]+)'?: '(#[0-9a-f]{6})'", block[1])) == colors


def test_texts_use_the_accent_that_is_readable_on_the_page() -> None:
    """A channel may choose an accent that is readable as a background only."""
    styles = PALETTES.parents[1].rglob("*.css")
    found = [
        f"{path.name}: {line.strip()}"
        for path in styles
        for line in path.read_text().splitlines()
        if re.fullmatch(r"(--icon-)?color: var\(--accent\);", line.strip())
    ]
    assert found == []
