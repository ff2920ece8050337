"""What a browser calls itself, in words a viewer knows."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Device:
    """`name`: `Chrome on Windows`; `platform`: `desktop`, `mobile`, `tablet`, `tv` or `unknown`."""

    name: str
    platform: str


class UserAgentParser(Protocol):
    """Reads the User-Agent header."""

    def parse(self, user_agent: str) -> Device:
        """The device, as well as it can be told."""
        ...
