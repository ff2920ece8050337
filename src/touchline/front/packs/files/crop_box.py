"""The part of a picture that a crop keeps."""

from __future__ import annotations

from dataclasses import dataclass

MIN_EDGE = 16
"""The smallest width and height of a crop, in pixels."""


@dataclass(frozen=True)
class CropBox:
    """The part of a picture, in whole pixels from its upper left corner."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first column beside the part."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The first row below the part."""
        return self.y + self.height
