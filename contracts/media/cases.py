"""A case of the matrix: how its source is made, and what must come out of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from contracts.media.drawing import Film, draw

Make = Callable[[Path], Sequence[Path]]
"""Writes the source into an empty folder. Several files are the takes of one live recording."""
Ranges = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Expected:
    """What the product must be like. Instants are in seconds from its first picture.

    `seconds` may be missed by a picture, or by `slack` seconds. `flashes` is how many there are, None where
    they are not counted. In the ranges of `sound` there is a beep at each flash, and elsewhere silence; an
    empty row means silence throughout. `copied`: whether the largest rendition has the source's pictures;
    None where either will do. `cues`: when each cue of the first captions begins; none given, they are not
    compared. `warns`: the operator is told that something is missing. `refused`: a part of
    the sentence of a refusal.
    """

    seconds: float
    size: tuple[int, int] = (160, 90)
    rate: float = 25
    flashes: int | None = None
    sound: Ranges | None = None
    offset_ms: float = 20
    copied: bool | None = None
    captions: bool = False
    cues: tuple[float, ...] = ()
    sounds: int = 1
    warns: bool = False
    refused: str = ""
    slack: float = 0.0

    @property
    def heard(self) -> Ranges:
        """The ranges with sound; without any given, the whole length."""
        return ((0, self.seconds),) if self.sound is None else self.sound


@dataclass(frozen=True)
class Case:
    """One row of the matrix."""

    name: str
    make: Make
    expected: Expected


def film(name: str, drawn: Film, *options: str, inputs: tuple[str, ...] = ()) -> Make:
    """Return a `Make` of one drawn file."""
    return lambda folder: [draw(folder / name, drawn, *options, inputs=inputs)]
