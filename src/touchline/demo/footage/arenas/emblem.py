"""The home side's crest in the middle of the surface."""

from __future__ import annotations

import base64

from touchline.demo.footage.canvas import Floats
from touchline.demo.footage.specs import Team
from touchline.demo.footage.svg import raster


def emblem(home: Team, width: int, height: int) -> Floats:
    """Render the crest, or an oval in the team's color, stretched to a box, as premultiplied RGBA."""
    if home.crest is None or not home.crest.is_file():
        oval = f'<ellipse cx="{width / 2}" cy="{height / 2}" rx="{width * 0.42}" ry="{height * 0.42}"'
        return raster(f'{oval} fill="{home.color}" stroke="{home.color_2}" stroke-width="6"/>', width, height)
    data = base64.b64encode(home.crest.read_bytes()).decode()
    size = f'width="{width}" height="{height}" preserveAspectRatio="none"'
    return raster(f'<image {size} xlink:href="data:image/svg+xml;base64,{data}"/>', width, height)
