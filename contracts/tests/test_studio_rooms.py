"""Each room of the studio is a page that the server knows."""

from __future__ import annotations

import re
from pathlib import Path

from touchline.front.pages.built_in_pages import PAGE_TITLES

WEB = Path(__file__).parents[2] / "web/src"


def test_each_room_of_the_studio_is_a_page_of_the_server() -> None:
    sources = (path.read_text("utf-8") for path in WEB.glob("*/studio.ts"))
    rooms = {
        f"/studio/{room}" for source in sources for room in re.findall(r"^  path: '(\w+)'", source, re.M)
    }
    assert len(rooms) > 10
    assert rooms - PAGE_TITLES.keys() == set()
