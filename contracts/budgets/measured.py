"""One budget, measured: what every part of the benchmark yields."""

from __future__ import annotations

from dataclasses import dataclass


class CannotMeasure(Exception):
    """Something is missing on this machine; the words say what."""


@dataclass(frozen=True)
class Measured:
    """One budget: what was measured, what was promised, and the numbers behind it."""

    what: str
    value: float
    budget: str
    kept: bool
    detail: str


def at_least(what: str, value: float, least: float, detail: str, places: int = 2) -> Measured:
    """A promise from below."""
    return Measured(what, round(value, places), f"≥ {least:,}", value >= least, detail)


def at_most(what: str, value: float, most: float, detail: str, places: int = 2) -> Measured:
    """A promise from above."""
    return Measured(what, round(value, places), f"≤ {most:,}", value <= most, detail)
