"""QR codes (ISO/IEC 18004) as SVG."""

from __future__ import annotations

import io
from typing import Any

import segno

_QUIET_ZONE = 4
"""The white border that cameras need, in modules."""


def render_qr_code(text: str, **options: Any) -> str:
    """Return a text as a QR code: a scalable SVG in black on white, with the quiet zone that cameras need.

    `options` are those of segno's SVG writer.
    """
    svg = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        svg,
        kind="svg",
        border=_QUIET_ZONE,
        dark="#000",
        light="#fff",
        xmldecl=False,
        omitsize=True,
        **options,
    )
    return svg.getvalue().decode()
