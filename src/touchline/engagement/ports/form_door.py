"""Who may send a form: people, and not too often."""

from __future__ import annotations

from typing import Protocol


class FormDoor(Protocol):
    """The robot check and the count of tries, as at registration."""

    def asks(self) -> bool:
        """Whether a token of the robot check is wanted."""
        ...

    def let_in(self, ip: str, robot_token: str | None) -> None:
        """Nothing for a person who did not send too many; `Invalid` (`robot_token`), `Throttled`,
        `Unavailable`. It asks over the network, so it comes before anything is written."""
        ...
