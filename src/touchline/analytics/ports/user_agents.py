"""Identification of programs by their `User-Agent` header."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from touchline.analytics.domain.records import Device


@dataclass(frozen=True, slots=True)
class UserAgent:
    """A visitor's program. `is_bot` if no person uses it."""

    device: Device = Device.OTHER
    browser: str = ""
    system: str = ""
    is_bot: bool = False


class UserAgentParser(Protocol):
    """Parser of `User-Agent` headers."""

    def parse(self, header: str) -> UserAgent:
        """Return the program, as far as it can be identified."""
        ...
