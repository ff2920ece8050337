"""Port to bot protection and rate limits for forms."""

from __future__ import annotations

from typing import Protocol


class BotProtection(Protocol):
    """Bot protection and rate limit, as for registration."""

    def is_token_required(self) -> bool:
        """Return whether forms need a bot-protection token."""
        ...

    def verify(self, ip: str, robot_token: str | None) -> None:
        """Check the token and the rate limit.

        Raises `InvalidInputError` (`robot_token`), `RateLimitedError` or `UnavailableError`. It sends a
        network request, so call it before any write.
        """
        ...
