"""Public files with a small pack's logo, crest and font."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from touchline.front.images.text_rendering import FALLBACK_FONT
from touchline.platform.files.public_files import PublicFiles

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9H0Z" fill="#00ff00"/></svg>'


@pytest.fixture
def files(tmp_path: Path) -> PublicFiles:
    """Return empty public files."""
    return PublicFiles(tmp_path / "files", "https://media.example")


@pytest.fixture
def square(files: PublicFiles) -> str:
    """Return the URL of a green SVG."""
    return "https://media.example" + files.add_bytes("p", "mark.svg", SVG.encode())


@pytest.fixture
def bitmap(files: PublicFiles) -> str:
    """Return the URL of a red WebP."""
    out = BytesIO()
    Image.new("RGB", (2000, 2000), "#ff0000").save(out, "WEBP")
    return files.add_bytes("p", "crest.webp", out.getvalue())


@pytest.fixture
def font(files: PublicFiles) -> str:
    """Return the URL of a WOFF2 font."""
    return files.add("p", FALLBACK_FONT)
