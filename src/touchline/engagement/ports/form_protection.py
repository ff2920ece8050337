"""Port to the robot check and rate limit of forms."""

from __future__ import annotations

from typing import Protocol


class FormProtection(Protocol):
    """Robot check and rate limit, as for registration."""

    def is_token_required(self) -> bool:
        """Return whether forms require a robot check token."""
        ...

    def verify(self, ip: str, robot_token: str | None) -> None:
        """Check the token and the rate limit.

        Raises `InvalidInputError` (`robot_token`), `RateLimitedError` or `UnavailableError`. It sends a
        network request, so call it before any write.
        """
        ...
