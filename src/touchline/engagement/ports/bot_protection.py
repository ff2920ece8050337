"""Who may send a form: people, and not too often."""

from __future__ import annotations

from typing import Protocol


class BotProtection(Protocol):
    """The robot check and the count of tries, as at registration."""

    def is_token_required(self) -> bool:
        """Whether a token of the robot check is wanted."""
        ...

    def verify(self, ip: str, robot_token: str | None) -> None:
        """Nothing for a person who did not send too many; `InvalidInputError` (`robot_token`),
        `RateLimitedError`, `UnavailableError`. It asks over the network, so it comes before anything is
        written."""
        ...
