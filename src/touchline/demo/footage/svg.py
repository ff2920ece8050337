"""SVG elements, and their rendering to arrays."""

from __future__ import annotations

import io
from collections.abc import Sequence

import numpy as np
import resvg_py
from PIL import Image

from touchline.demo.footage.camera import Point
from touchline.demo.footage.canvas import Floats


def path(points: Sequence[Point], closed: bool = True) -> str:
    """Return path data through points in pixels."""
    if len(points) < 2:
        return ""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + ("Z" if closed else "")


def fill(data: str, color: str, opacity: float = 1.0) -> str:
    """Return a filled path element."""
    return f'<path d="{data}" fill="{color}" fill-opacity="{opacity:g}"/>' if data else ""


def stroke(data: str, color: str, width: float, opacity: float = 1.0) -> str:
    """Return a stroked path element with round ends."""
    if not data:
        return ""
    return (
        f'<path d="{data}" fill="none" stroke="{color}" stroke-width="{width:.2f}"'
        f' stroke-opacity="{opacity:g}" stroke-linecap="round" stroke-linejoin="round"/>'
    )


def linear(name: str, stops: Sequence[tuple[float, str, float]], y1: float, y2: float) -> str:
    """Return a vertical gradient from y1 to y2 in pixels. Stops are (offset, color, opacity)."""
    return (
        f'<linearGradient id="{name}" gradientUnits="userSpaceOnUse" x1="0" y1="{y1:.1f}" x2="0"'
        f' y2="{y2:.1f}">{_stops(stops)}</linearGradient>'
    )


def radial(
    name: str, stops: Sequence[tuple[float, str, float]], center: Point, radius: float, flat: float = 1.0
) -> str:
    """Return a radial gradient in pixels. A `flat` below 1 squeezes it vertically."""
    x, y = center
    return (
        f'<radialGradient id="{name}" gradientUnits="userSpaceOnUse" cx="{x:.1f}" cy="{y / flat:.1f}"'
        f' r="{radius:.1f}" gradientTransform="scale(1 {flat:g})">{_stops(stops)}</radialGradient>'
    )


def _stops(stops: Sequence[tuple[float, str, float]]) -> str:
    return "".join(f'<stop offset="{o:g}" stop-color="{c}" stop-opacity="{a:g}"/>' for o, c, a in stops)


def raster(body: str, width: int, height: int) -> Floats:
    """Render SVG elements to premultiplied RGBA: colors from 0 to 255, alpha from 0 to 1."""
    markup = (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="{width}"'
        f' height="{height}" viewBox="0 0 {width} {height}">{body}</svg>'
    )
    return _rgba(bytes(resvg_py.svg_to_bytes(svg_string=markup, skip_system_fonts=True)))


def raster_file(file: str, width: int) -> Floats:
    """Render an SVG file to premultiplied RGBA, at a width in pixels."""
    return _rgba(bytes(resvg_py.svg_to_bytes(svg_path=file, width=width, skip_system_fonts=True)))


def _rgba(png: bytes) -> Floats:
    pixels = np.asarray(Image.open(io.BytesIO(png)).convert("RGBA"), np.float32)
    alpha = pixels[..., 3:] / np.float32(255)
    return np.concatenate([pixels[..., :3] * alpha, alpha], -1)
