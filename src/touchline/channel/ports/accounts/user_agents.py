"""Port for describing browsers in words that viewers know."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Device:
    """A device. `name` is like `Chrome on Windows`.

    `platform` is `desktop`, `mobile`, `tablet`, `tv`, or `unknown`.
    """

    name: str
    platform: str


class UserAgentParser(Protocol):
    """Parser of the User-Agent header."""

    def parse(self, user_agent: str) -> Device:
        """Return the best guess of the device."""
        ...
