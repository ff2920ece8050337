"""Who knows programs by what they say of themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from touchline.analytics.domain.records import Device


@dataclass(frozen=True, slots=True)
class UserAgent:
    """A visitor's program; `is_bot` where no person sits before it."""

    device: Device = Device.OTHER
    browser: str = ""
    system: str = ""
    is_bot: bool = False


class UserAgentParser(Protocol):
    """Reads `User-Agent` headers."""

    def parse(self, header: str) -> UserAgent:
        """The program, as well as it can be told."""
        ...
